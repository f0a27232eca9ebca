import { guarantorColumns } from '#contract/calls/guarantors'
import { calls } from '#contract/index'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useListPlace } from '#routing/navigation'
import { useRowActions } from '#lists/rows/RowActions'
import { toCustomer } from '#lists/rows/rowLinks'
import { guarantorFiles } from '#lists/rows/guarantorFiles'
import { SearchBox } from '#lists/SearchBox'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

export default function GuarantorsList() {
  const place = useListPlace()
  const list = usePagedList(calls.guarantors.getGuarantor, place)
  return (
    <Screen
      note="Who vouches for loans, of all customers."
      fill
      about={<ListSummary list={list} noun="guarantor" />}
      actions={<PrintButton />}
    >
      <DataTable
        tools={<ExportCsv list={list} name="guarantor_list_" />}
        list={list}
        name="guarantors"
        columns={guarantorColumns}
        empty="No loan guarantor found"
        search={
          <SearchBox
            place={place}
            hint="Name, phone, loan or customer"
            emptyMessage="Please select search filters"
          />
        }
        {...useRowActions((guarantor: RowOf<typeof calls.guarantors.getGuarantor>) => ({
          name: guarantor.name,
          actions: [...guarantorFiles(guarantor), toCustomer(guarantor.user_id)],
        }))}
      />
    </Screen>
  )
}
