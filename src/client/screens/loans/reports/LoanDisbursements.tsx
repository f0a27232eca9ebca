import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, useAgentFilter } from '#lists/ChoiceChips'
import { calls } from '#contract/index'
import { disbursementColumns } from '#contract/calls/loanHistories'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useListPlace } from '#routing/navigation'
import { ReportSearch } from '#lists/ReportSearch'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent, toCustomer, toLoanAccount, toRepayment } from '#lists/rows/rowLinks'
import { useReplyToast } from '#lists/useReplyToast'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { loanDisbursementHistory } = calls.loans

export default function LoanDisbursements() {
  const rowTools = useRowActions(actionsOf, linkedRoutes)
  const place = useListPlace()
  const list = usePagedList(loanDisbursementHistory, place, { choices: [useAgentFilter()] })
  useReplyToast(list)
  return (
    <Screen
      note="Loans by the day on which they were paid out, those that were reversed later among them."
      fill
      about={<ListSummary list={list} noun="disbursement" />}
      actions={<PrintButton />}
    >
      <DataTable
        filters={
          <>
            <ChoiceChips place={place} choices={list.choices} />
            <AmountFilter place={place} />
          </>
        }
        tools={<ExportCsv list={list} name="loan_disbursement_" />}
        list={list}
        name="loanDisbursements"
        columns={disbursementColumns}
        empty="No loan disbursement found"
        search={<ReportSearch place={place} hint="Reference, name or phone" />}
        {...rowTools}
      />
    </Screen>
  )
}

const linkedRoutes = [
  'customerLoanHistory',
  'loanAccount',
  'loanRepayment',
  'customerDetails',
  'agentDetails',
] as const

function actionsOf(row: RowOf<typeof loanDisbursementHistory>): RowOffer {
  const { id: loan_id, reference: loan_reference, customer_firstname, customer_lastname } = row
  return {
    name: loan_reference,
    actions: [
      {
        label: 'History',
        to: 'customerLoanHistory',
        state: { loan_id, loan_reference, customer_firstname, customer_lastname },
      },
      toLoanAccount(loan_id),
      toRepayment(row),
      toCustomer(row.user_id),
      toAgent(row.agent_id),
    ],
  }
}
