import { kindChoice } from '#lists/ChoiceChips'
import { calls } from '#contract/index'
import { flowColumns } from '#contract/calls/transactions'
import { useListPlace } from '#routing/navigation'
import { ReportSearch } from '#lists/ReportSearch'
import { usePagedList } from '#api/paging/usePagedList'
import { typeFault } from './filterFaults'
import { TransactionReport } from './TransactionReport'
import { useTotals } from './TransactionTotals'

const faultOf = typeFault('transaction type')
const transactionType = {
  name: 'transaction_type',
  label: 'Transaction type',
  options: [
    { value: 'payable', label: 'Payable' },
    { value: 'receivable', label: 'Receivable' },
    { value: 'all', label: 'All' },
  ],
}

/** Money that came in from outside and went out. */
export default function FlowTransactions() {
  const place = useListPlace()
  const hasType = Boolean(place.filters.transaction_type)
  const list = usePagedList(calls.transactions.transactionFlowHistory, place, {
    enabled: hasType,
    choices: [transactionType, kindChoice],
  })
  return (
    <TransactionReport
      note="Movements of what the business owes its customers (payable) and of what they owe it (receivable)."
      list={list}
      totals={useTotals(calls.transactions.transactionFlowTotals, list)}
      columns={flowColumns}
      name="flowTransactions"
      empty={hasType ? 'No transactions found' : 'Please select filters to view  flow transactions'}
      unchosen={!hasType}
      file="transaction_flow_history"
      search={
        <ReportSearch
          place={place}
          hint="Reference, name or phone"
          choice={transactionType}
          faultOf={faultOf}
        />
      }
    />
  )
}
