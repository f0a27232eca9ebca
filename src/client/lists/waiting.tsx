import type { Waiting } from '#contract/calls/waiting'
import { calls } from '#contract/index'
import { formatCount } from '#domain/money/figures'
import { waitingText } from '#domain/lists/filterWords'
import { useCall } from '#api/useCall'
import type { ListPlace } from '#api/paging/listRequest'
import { decisionKinds } from '#routing/decisionKinds'
import { LinkButton, useOffers } from '#routing/navigation'
import { routes } from '#routing/routes'
import type { Route } from '#routing/route'
import { FilterChip } from '#ui/table/tools/FilterChip'
import type { PlainRoute, Rows } from './RowsLink'

/** The number of pending decisions of some kinds, as last received. */
export type CountWaiting = (kinds?: readonly Waiting[]) => number

/** Fetched by the shell, and again after each change that affects a count. */
export function useWaiting(options: { enabled: boolean }): CountWaiting {
  const { data } = useCall(calls.dashboard.getWaitingDecisions, {}, options)
  return (kinds = []) => kinds.reduce((sum, kind) => sum + (data?.data[kind] ?? 0), 0)
}

/** The list that shows the decisions of a kind. */
const listOf = Object.fromEntries(
  (Object.entries(routes) as [PlainRoute, Route][]).flatMap(([name, { menu }]) =>
    (menu?.waiting ?? []).map((kind) => [kind, name]),
  ),
) as Record<Waiting, PlainRoute>

/** Whether the admin may open the list of a kind. */
export function useOpensWaiting() {
  const offers = useOffers()
  return (kind: Waiting) => offers(listOf[kind])
}

/** The list of some kinds of decisions, with the filter that shows what waits. */
export function waitingRows(kinds: readonly [Waiting, ...Waiting[]]): Rows {
  const [first] = kinds
  const filter = kinds.length > 1 ? 'mine' : decisionKinds[first].filter
  return { to: listOf[first], filters: filter ? { waiting: filter } : {} }
}

type ChoiceProps = {
  list: {
    place: Pick<ListPlace, 'filters' | 'go'>
    rows: readonly { id?: number }[] | undefined
  }
  /** All kinds of the list. */
  kinds: readonly Waiting[]
}

/** Among the tools of a list: how many rows wait for the admin, to show those alone; then a chip that shows all again. */
export function WaitingChip({ list: { place, rows }, kinds }: ChoiceProps) {
  const countOf = useWaiting({ enabled: true })
  const { waiting = '', ...others } = place.filters
  const shown = kinds.filter((kind) =>
    ['', 'mine'].includes(waiting)
      ? decisionKinds[kind].filter !== 'payment'
      : decisionKinds[kind].filter === waiting,
  )
  const count = countOf(shown)
  if (waiting === '')
    return (
      count > 0 && (
        <FilterChip onSet={() => place.go({ filters: { ...others, waiting: 'mine' } })}>
          {`Waiting for you: ${formatCount(count)}`}
        </FilterChip>
      )
    )
  const [kind] = shown
  const ids = rows?.flatMap(({ id }) => id ?? []) ?? []
  return (
    <>
      <FilterChip onRemove={() => place.go({ filters: others })}>
        {`Waiting ${waitingText(waiting)}`}
      </FilterChip>
      {count > 0 && ids.length > 0 && kind && (
        <LinkButton to="decisions" state={{ kind, listed: { kinds: [...shown], ids } }}>
          {`Decide ${formatCount(ids.length)}`}
        </LinkButton>
      )}
    </>
  )
}
