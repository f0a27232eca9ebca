import { type QueryKey, hashKey } from '@tanstack/react-query'
import type { BodyOf, Call } from '#contract/call'
import { unpaged } from '#transport/listPage'

/** A call's query key starts with its group, so that a change can invalidate a whole group. */
export const keyOf = <C extends Call & { name: string }>(call: C, body: BodyOf<C>) =>
  [...call.name.split('.'), body] as const

/** The call's name and body from a query key. */
export function parseQueryKey(queryKey: QueryKey): { call: string; body: Record<string, unknown> } {
  const [group, call, body] = queryKey as [string, string, Record<string, unknown>]
  return { call: `${group}.${call}`, body }
}

/** The name of a list: equal for all pages of a call with the same filters. */
export const listName = (call: string, body: object) => `${call} ${hashKey([unpaged(body)])}`
