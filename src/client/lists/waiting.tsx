import type { WaitingFilter } from '#contract/calls/dashboard'
import type { Waiting } from '#contract/calls/waiting'
import { calls } from '#contract/index'
import { formatCount } from '#domain/money/figures'
import { waitingText } from '#domain/lists/filterWords'
import { useCall } from '#api/useCall'
import type { ListPlace } from '#api/paging/listRequest'
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

/** The filter that shows the rows of a kind; lists of what waits need none. */
const filterOf: Record<Waiting, WaitingFilter | 'payment' | ''> = {
  loans_first: 'first',
  loans_second: 'second',
  requests_first: 'first',
  requests_second: 'second',
  withdrawals: 'mine',
  payments: 'payment',
  differences_first: 'first',
  differences_second: 'second',
  statements_first: 'first',
  statements_second: 'second',
  expenses_first: 'first',
  expenses_second: 'second',
  loan_changes_first: 'first',
  loan_changes_second: 'second',
  payouts: 'mine',
  messages_off: 'mine',
  credits: 'mine',
  reversals: 'mine',
  reopenings: 'mine',
  day_openings: 'mine',
  sheets: 'mine',
  term_changes: 'mine',
  setting_changes: 'mine',
  devices: '',
  imports: '',
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
  const filter = kinds.length > 1 ? 'mine' : filterOf[first]
  return { to: listOf[first], filters: filter ? { waiting: filter } : {} }
}

type ChoiceProps = { place: Pick<ListPlace, 'filters' | 'go'>; kinds: readonly Waiting[] }

/** Among the tools of a list: how many rows wait for the admin, to show those alone; then a chip that shows all again. */
export function WaitingChip({ place: { filters, go }, kinds }: ChoiceProps) {
  const count = useWaiting({ enabled: true })(kinds)
  const { waiting = '', ...others } = filters
  if (waiting !== '') {
    const kind = kinds[waiting === 'second' || waiting === 'payment' ? 1 : 0] ?? kinds[0]
    return (
      <>
        <FilterChip onRemove={() => go({ filters: others })}>{`Waiting ${waitingText(waiting)}`}</FilterChip>
        {count > 0 && kind && (
          <LinkButton to="decisions" state={{ kind }}>
            {`Decide ${formatCount(count)}`}
          </LinkButton>
        )}
      </>
    )
  }
  return (
    count > 0 && (
      <FilterChip onSet={() => go({ filters: { ...others, waiting: 'mine' } })}>
        {`Waiting for you: ${formatCount(count)}`}
      </FilterChip>
    )
  )
}
