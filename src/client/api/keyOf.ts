import type { BodyOf, Call } from '#contract/call'

/** A call's query key starts with its group, so that a change can invalidate a whole group. */
export const keyOf = <C extends Call & { name: string }>(call: C, body: BodyOf<C>) =>
  [...call.name.split('.'), body] as const
