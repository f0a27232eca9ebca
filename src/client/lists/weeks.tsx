import type { calls } from '#contract/index'
import { weekText } from '#domain/lists/filterWords'
import { formatNaira } from '#domain/money/kobo'
import { useCall } from '#api/useCall'
import type { ListPlace } from '#api/paging/listRequest'
import { FilterChip } from '#ui/table/tools/FilterChip'

type WeekCall = (typeof calls.dashboard)[
  | 'getSumOfLoan'
  | 'getSumOfSavings'
  | 'sumOfApprovedLoan'
  | 'sumOfOverdueLoan']

type Place = Pick<ListPlace, 'filters' | 'go'>

/** On a list filtered by a weekly figure: the week and the figure. */
export function WeekFigure({ place, call, name }: { place: Place; call: WeekCall; name: string }) {
  const { week = '' } = place.filters
  const sums = useCall(call, {}, { enabled: week !== '' })
  if (week === '') return null
  const [figure] = (week === 'last' ? sums.data?.lastWeek : sums.data?.thisWeek) ?? []
  return <strong>{`${weekText(week)}, ${name}${figure ? `: ${formatNaira(figure.sum)}` : ''}`}</strong>
}

/** Its chip among the tools, which shows all rows again. */
export function WeekChip({ place }: { place: Place }) {
  const { week = '', ...others } = place.filters
  return (
    week !== '' && <FilterChip onRemove={() => place.go({ filters: others })}>{weekText(week)}</FilterChip>
  )
}
