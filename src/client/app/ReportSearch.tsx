import type { ListPlace } from '#data/usePagedList'
import { FilterForm, type ReportFilter } from '#ui/FilterForm'

type Props = {
  place: ListPlace
  hint: string
  faultOf?: (filter: ReportFilter) => string | undefined
  saysEmpty?: boolean
}

/** The filter of a report, as it stands in the address. */
export function ReportSearch({ place, ...form }: Props) {
  const { search = '', start_date = '', end_date = '' } = place.filters
  return (
    <FilterForm
      key={`${search} ${start_date} ${end_date}`}
      value={{ search, start_date, end_date }}
      onFilter={(filters) => place.go({ filters })}
      {...form}
    />
  )
}
