import { shownWords } from '#domain/lists/filterWords'
import type { ListPlace } from '#api/paging/listRequest'
import { FilterChip } from '#ui/table/tools/FilterChip'

type Props = {
  /** Names of filters. */
  of: readonly string[]
  place: Pick<ListPlace, 'filters' | 'go'>
  /** The filters by what is owed are offered. */
  seesDebts: boolean
}

/** Among the tools of the list: which customers. */
export function CustomerFilters({ of, place: { filters, go }, seesDebts }: Props) {
  const change = (changed: Record<string, string>) => go({ filters: { ...filters, ...changed } })
  return of.map((name) => {
    const text = shownWords[name] ?? name
    if (filters[name])
      return (
        <FilterChip key={name} onRemove={() => change({ [name]: '' })}>
          {text}
        </FilterChip>
      )
    // Customers without an agent have a list of their own.
    const isOffered = name === 'inactive' || name === 'frozen' || (seesDebts && name !== 'unattended')
    return (
      isOffered && (
        <FilterChip key={name} onSet={() => change({ [name]: '1' })}>
          {text}
        </FilterChip>
      )
    )
  })
}
