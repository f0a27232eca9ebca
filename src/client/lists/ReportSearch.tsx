import type { ListPlace } from '#api/paging/listRequest'
import type { Choice } from '#domain/lists/filterWords'
import { FilterForm, type ReportFilter } from '#ui/form/FilterForm'

type Props = {
  place: ListPlace
  hint?: string
  /** A select of the report. */
  choice?: Choice
  faultOf?: (filter: ReportFilter) => string | undefined
  allowsEmpty?: boolean
  actionLabel?: string
}

/** The filter of a report, stored in the address. */
export function ReportSearch({ place, choice, ...form }: Props) {
  const { search = '', start_date = '', end_date = '' } = place.filters
  const chosen = (choice && place.filters[choice.name]) ?? ''
  return (
    <FilterForm
      value={{ search, start_date, end_date, choice: chosen }}
      choice={choice}
      onFilter={({ choice: one, ...filters }) =>
        place.go({
          filters: { ...place.filters, ...filters, ...(choice && { [choice.name]: one }) },
          // Further letters are no steps of their own.
          replace: search !== '' && filters.search !== '' && search !== filters.search,
        })
      }
      {...form}
    />
  )
}
