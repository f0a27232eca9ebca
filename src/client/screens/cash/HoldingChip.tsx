import { holdingText } from '#domain/lists/filterWords'
import type { ListPlace } from '#api/paging/listRequest'
import { FilterChip } from '#ui/table/tools/FilterChip'

/** On the list of agents with unsettled cash: which these are; shows all again. */
export function HoldingChip({ place: { filters, go } }: { place: Pick<ListPlace, 'filters' | 'go'> }) {
  const { holding = '', ...others } = filters
  return (
    holding !== '' && (
      <FilterChip onRemove={() => go({ filters: others })}>{`Cash held ${holdingText(holding)}`}</FilterChip>
    )
  )
}
