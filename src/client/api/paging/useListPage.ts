import type { BodyOf, NamedRead } from '#contract/call'
import { type ListReply, pageIn } from '#transport/listPage'
import { useCall } from '../useCall'

/** A call that replies with a page of rows. */
export type PagedRead<Row> = NamedRead & { output: { '~types'?: { output: ListReply<Row> } | undefined } }

/** One page of a list from the server. The previous rows stay while new ones load. */
export function useListPage<C extends PagedRead<Row>, Row>(call: C, body: BodyOf<C>, enabled: boolean) {
  const query = useCall(call, body, { keepPrevious: true, enabled })
  const reply = enabled ? query.data : undefined
  return { query, reply, page: pageIn<Row>(reply) }
}
