import { type Guarantor, guarantorColumns } from '#contract/calls/guarantors'
import { calls } from '#contract/index'
import { ListSummary } from '#lists/ListSummary'
import { ListActions } from '#lists/ListActions'
import { useListPlace } from '#routing/navigation'
import { RowActions } from '#lists/RowActions'
import { showFile } from '#lists/showFile'
import { SearchBox } from '#lists/SearchBox'
import { usePagedList } from '#api/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { Screen } from '#ui/layout/Screen'

const { getGuarantor, getGuarantorFileUpload } = calls.guarantors

export default function GuarantorsList() {
  const place = useListPlace()
  const list = usePagedList(getGuarantor, place)
  return (
    <Screen
      fill
      about={<ListSummary list={list} noun="guarantor" />}
      actions={<ListActions list={list} name="guarantor_list_" />}
    >
      <DataTable
        list={list}
        name="guarantors"
        columns={guarantorColumns}
        empty="No loan guarantor found"
        search={
          <SearchBox
            place={place}
            hint="Name, phone or customer"
            emptyMessage="Please select search filters"
          />
        }
        rowActions={(guarantor) => (
          <RowActions
            of={guarantor.name}
            actions={[
              {
                label: 'ID Card',
                access: getGuarantorFileUpload.access,
                open: () => show(guarantor, 'idcard'),
              },
              {
                label: 'Utility',
                access: getGuarantorFileUpload.access,
                open: () => show(guarantor, 'utitity'),
              },
            ]}
          />
        )}
      />
    </Screen>
  )
}

/** Messages for missing files. */
const missing = {
  both: 'Gaurantor file  not available',
  idcard: 'ID card file data not available.',
  utitity: 'Utility file data not available.',
}

const show = ({ id, idcard, utitity }: Guarantor, file: 'idcard' | 'utitity') =>
  showFile({
    call: getGuarantorFileUpload,
    body: { id },
    linkIn: ({ data }) => data[file],
    exists: (file === 'idcard' ? idcard : utitity) !== null,
    missing: idcard === null && utitity === null ? missing.both : missing[file],
  })
