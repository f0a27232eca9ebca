import { type Waiting, waitingKinds } from '#contract/calls/waiting'
import { listBody, type ListPlace } from '#api/paging/listRequest'
import { type PagedRead, useListPage } from '#api/paging/useListPage'
import { decisionKinds } from '#routing/decisionKinds'

type Row = { id: number }
/** The filters and the order of a list from which the desk was opened. */
export type Listed = Pick<ListPlace, 'filters'> & { sort?: ListPlace['sort'] }

/** The rows of a list that the desk was opened from: the ids of its first page in its order, and the kinds that it shows. */
export function useListed(kind: Waiting | undefined, listed: Listed | undefined) {
  const call = decisionKinds[kind ?? 'loans_first'].list as PagedRead<Row>
  const { filters = {}, sort } = listed ?? {}
  const isOf = kind !== undefined && listed !== undefined
  const { query, page } = useListPage<PagedRead<Row>, Row>(
    call,
    listBody(call, { page: 1, filters, sort }),
    isOf,
  )
  if (!isOf) return undefined
  return {
    query,
    ids: page?.rows.map(({ id }) => id),
    kinds: waitingKinds.filter((one) => decisionKinds[one].list === call),
  }
}
