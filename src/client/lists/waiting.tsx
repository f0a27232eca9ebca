import { type Waiting, waitingKinds } from '#contract/calls/waiting'
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

type ChoiceProps = { place: Pick<ListPlace, 'filters' | 'sort' | 'go'>; kinds: readonly Waiting[] }

/** Among the tools of a list: how many rows wait for the admin, to show those alone; then a chip that shows all again. */
export function WaitingChip({ place: { filters, sort, go }, kinds }: ChoiceProps) {
  const countOf = useWaiting({ enabled: true })
  const { waiting = '', ...others } = filters
  if (waiting !== '') {
    const shown = waiting === 'mine' ? kinds : kindsOf(kinds, waiting)
    const count = countOf(shown)
    const [kind] = shown
    const isPart = Object.keys(others).length > 0
    return (
      <>
        <FilterChip onRemove={() => go({ filters: others })}>{`Waiting ${waitingText(waiting)}`}</FilterChip>
        {count > 0 && kind && (
          <LinkButton
            to="decisions"
            state={{ kind, ...((isPart || sort) && { listed: { filters, ...(sort && { sort }) } }) }}
          >
            {isPart ? 'Decide these' : `Decide ${formatCount(count)}`}
          </LinkButton>
        )}
      </>
    )
  }
  const count = countOf(kinds)
  return (
    count > 0 && (
      <FilterChip onSet={() => go({ filters: { ...others, waiting: 'mine' } })}>
        {`Waiting for you: ${formatCount(count)}`}
      </FilterChip>
    )
  )
}

/** The kinds of a list that a filter shows. */
const kindsOf = (kinds: readonly Waiting[], waiting: string) => {
  const [first] = kinds
  const list = first && decisionKinds[first].list
  return waitingKinds.filter(
    (kind) => decisionKinds[kind].list === list && decisionKinds[kind].filter === waiting,
  )
}
