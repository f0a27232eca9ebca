import { businessColumns } from '#contract/calls/transactions'
import { calls } from '#contract/index'
import { useListPlace } from '#routing/navigation'
import { kindChoice } from '#lists/ChoiceChips'
import { ReportSearch } from '#lists/ReportSearch'
import { usePagedList } from '#api/paging/usePagedList'
import { mainFault } from './filterFaults'
import { TransactionReport } from './TransactionReport'
import { useTotals } from './TransactionTotals'

const mainBusiness = { business_id: 1 }

/** Transactions of the main business wallet; without a filter, the newest ones. */
export default function MainTransactions() {
  const place = useListPlace()
  const list = usePagedList(calls.transactions.businessHistory, place, {
    fixed: mainBusiness,
    choices: [kindChoice],
  })
  return (
    <TransactionReport
      note="Every movement of the main business wallet. Debits are below zero."
      list={list}
      totals={useTotals(calls.transactions.businessTotals, list)}
      columns={businessColumns}
      name="mainTransactions"
      empty="No transactions found"
      file="main_business_transaction_history"
      unfiltered="No filter is set. The file holds the whole history of this wallet, not 31 days."
      search={<ReportSearch place={place} hint="Reference" faultOf={mainFault} />}
    />
  )
}
