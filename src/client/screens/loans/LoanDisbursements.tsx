import { calls } from '#contract/index'
import { disbursementColumns } from '#contract/loanHistories'
import { AboutList } from '#app/AboutList'
import { ExportCsv } from '#app/ExportCsv'
import { RowAction, useListPlace } from '#app/navigation'
import { useMay } from '#app/permissions'
import { ReportSearch } from '#app/ReportSearch'
import { RowActions } from '#app/RowActions'
import { useSaidAnswer } from '#app/useSaidAnswer'
import { type RowOf, usePagedList } from '#data/usePagedList'
import { DataTable } from '#ui/DataTable'
import { Screen } from '#ui/Screen'

const { loanDisbursementHistory, customerLoanHistory } = calls.loans

export default function LoanDisbursements() {
  const mayOpen = useMay()(customerLoanHistory.access, 'route')
  const place = useListPlace()
  const list = usePagedList(loanDisbursementHistory, place)
  useSaidAnswer(list)
  return (
    <Screen
      fill
      about={<AboutList list={list} noun="disbursements" />}
      actions={<ExportCsv list={list} name="loan_disbursement_" />}
    >
      <DataTable
        list={list}
        name="loanDisbursements"
        columns={disbursementColumns}
        empty="No loan disbursement found"
        search={<ReportSearch place={place} hint="Reference, name or phone" />}
        rowActions={mayOpen ? actionsOf : undefined}
      />
    </Screen>
  )
}

function actionsOf(row: RowOf<typeof loanDisbursementHistory>) {
  const { id: loan_id, reference: loan_reference, customer_firstname, customer_lastname } = row
  return (
    <RowActions of={loan_reference}>
      <RowAction
        to="customerLoanHistory"
        state={{ loan_id, loan_reference, customer_firstname, customer_lastname }}
      >
        History
      </RowAction>
    </RowActions>
  )
}
