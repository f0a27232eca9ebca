import { useMemo } from 'react'
import { rescheduledColumnsFor } from '#contract/calls/customers'
import { calls } from '#contract/index'
import { ListSummary } from '#lists/ListSummary'
import { PeriodFilter } from '#lists/PeriodFilter'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useCan } from '#auth/permissions'
import { useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toCustomer } from '#lists/rows/rowLinks'
import { SearchBox } from '#lists/SearchBox'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

export default function CustomersRescheduled() {
  const place = useListPlace()
  const can = useCan()
  const columns = useMemo(() => rescheduledColumnsFor((access) => can(access, 'read')), [can])
  const list = usePagedList(calls.customers.customerRescheduled, place)
  const rowTools = useRowActions(actionsOf, ['customerDetails'])
  return (
    <Screen
      note="Each move of a customer to another agent; one moved twice has two rows. Late Then: what was late of their loans at the move."
      fill
      about={<ListSummary list={list} noun="rescheduled customer" />}
      actions={<PrintButton />}
    >
      <DataTable
        filters={<PeriodFilter place={place} label="Created" />}
        tools={<ExportCsv list={list} name="rescheduled_customer_list_" />}
        list={list}
        name="customersRescheduled"
        columns={columns}
        empty="No rescheduled customer found"
        {...rowTools}
        search={<SearchBox place={place} hint="Reference" emptyMessage="Please enter reference to search" />}
      />
    </Screen>
  )
}

const actionsOf = ({ reference, user_id }: RowOf<typeof calls.customers.customerRescheduled>): RowOffer => ({
  name: reference,
  actions: [toCustomer(user_id)],
})
