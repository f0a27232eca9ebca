import { calls } from '#contract/index'
import { type LoanType, loanTypeColumns } from '#contract/calls/loanRows'
import { RowActions } from '#lists/RowActions'
import { useRowActions } from '#lists/rowLinks'
import { useCall } from '#api/useCall'
import { useWholeList } from '#api/useWholeList'
import { Age } from '#ui/text/Age'
import { DataTable } from '#ui/table/DataTable'
import { Screen } from '#ui/layout/Screen'
import { usePages } from '#ui/layout/usePages'

const { getLoanType } = calls.loans
/** rules.md, "Pages". */
const typesPerPage = 10

export default function LoanTypes() {
  const types = useCall(getLoanType, {})
  const list = useWholeList(types, types.data?.data)
  const pages = usePages(list.rows ?? [], typesPerPage)
  const rowActions = useRowActions(['loanTypeUpdate'], (type: LoanType) => <Update of={type} />)
  return (
    <Screen fill about={<Age of={types.dataUpdatedAt} />}>
      <DataTable
        list={{ ...list, ...pages, rows: list.rows && pages.rows }}
        name="loanTypes"
        columns={loanTypeColumns}
        empty="No loan type found"
        rowActions={rowActions}
      />
    </Screen>
  )
}

const Update = ({ of: { id, name } }: { of: LoanType }) => (
  <RowActions of={name} actions={[{ label: 'Update', to: 'loanTypeUpdate', state: { loan_type_id: id } }]} />
)
