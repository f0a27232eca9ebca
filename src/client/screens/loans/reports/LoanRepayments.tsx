import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, useAgentFilter } from '#lists/ChoiceChips'
import { calls } from '#contract/index'
import { repaymentColumns } from '#contract/calls/loanHistories'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useListPlace } from '#routing/navigation'
import { ReportSearch } from '#lists/ReportSearch'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent, toCustomer, toLoan, toLoanAccount } from '#lists/rows/rowLinks'
import { useBackWhenRefused } from '#routing/useBackWhenRefused'
import { useReplyToast } from '#lists/useReplyToast'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

export default function LoanRepayments() {
  const place = useListPlace()
  const list = usePagedList(calls.loans.loanHistoryRepayment, place, { choices: [useAgentFilter()] })
  useReplyToast(list)
  const rowTools = useRowActions(actionsOf, [
    'customerLoanHistory',
    'loanAccount',
    'customerDetails',
    'agentDetails',
  ])
  useBackWhenRefused(list.query, 'loanPortfolio')
  return (
    <Screen
      note="What was repaid, by installment, at the counter or to an agent. Reversals are below zero."
      fill
      about={<ListSummary list={list} noun="repayment" />}
      actions={<PrintButton />}
    >
      <DataTable
        filters={
          <>
            <ChoiceChips place={place} choices={list.choices} />
            <AmountFilter place={place} />
          </>
        }
        tools={<ExportCsv list={list} name="loan_history_repayment" />}
        list={list}
        name="loanRepayments"
        columns={repaymentColumns}
        empty="No loan history  repayment found"
        search={<ReportSearch place={place} hint="Reference, name or phone" actionLabel="Filter" />}
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = (row: RowOf<typeof calls.loans.loanHistoryRepayment>): RowOffer => ({
  name: row.reference,
  actions: [
    toLoan(row.loan_id, row.reference, row),
    toLoanAccount(row.loan_id),
    toCustomer(row.user_id),
    toAgent(row.agent_id),
  ],
})
