import { kindChoice } from '#lists/ChoiceChips'
import { businessColumns } from '#contract/calls/transactions'
import { calls } from '#contract/index'
import { useListPlace } from '#routing/navigation'
import { ReportSearch } from '#lists/ReportSearch'
import { usePagedList } from '#api/paging/usePagedList'
import { typeFault } from './filterFaults'
import { TransactionReport } from './TransactionReport'
import { useTotals } from './TransactionTotals'

const faultOf = typeFault('business type')
const businessType = {
  name: 'business_id',
  label: 'Business type',
  options: [
    { value: '2', label: 'Profit' },
    { value: '3', label: 'Transaction' },
  ],
}

/** Transactions of the profit wallet or the transaction wallet. */
export default function BusinessTransactions() {
  const place = useListPlace()
  const hasType = Boolean(place.filters.business_id)
  const list = usePagedList(calls.transactions.businessHistory, place, {
    enabled: hasType,
    choices: [businessType, kindChoice],
  })
  return (
    <TransactionReport
      note="Every movement of the chosen business wallet. Debits are below zero."
      list={list}
      totals={useTotals(calls.transactions.businessTotals, list)}
      columns={businessColumns}
      name="businessTransactions"
      empty={hasType ? 'No transactions found' : 'Please select filters to view  business transactions'}
      unchosen={!hasType}
      file="business_transaction_history"
      search={
        <ReportSearch place={place} hint="Reference, name or phone" choice={businessType} faultOf={faultOf} />
      }
    />
  )
}
