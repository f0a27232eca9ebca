import { rescheduledColumns } from '#contract/customers'
import { calls } from '#contract/index'
import { AboutList } from '#app/AboutList'
import { ExportCsv } from '#app/ExportCsv'
import { useListPlace } from '#app/navigation'
import { SearchBox } from '#app/SearchBox'
import { usePagedList } from '#data/usePagedList'
import { DataTable } from '#ui/DataTable'
import { Screen } from '#ui/Screen'

export default function CustomersRescheduled() {
  const place = useListPlace()
  const list = usePagedList(calls.customers.customerRescheduled, place)
  return (
    <Screen
      fill
      about={<AboutList list={list} noun="rescheduled customers" />}
      actions={<ExportCsv list={list} name="rescheduled_customer_list_" />}
    >
      <DataTable
        list={list}
        name="customersRescheduled"
        columns={rescheduledColumns}
        empty="No rescheduled customer found"
        search={<SearchBox place={place} hint="Reference" emptyMessage="Please enter reference to search" />}
      />
    </Screen>
  )
}
