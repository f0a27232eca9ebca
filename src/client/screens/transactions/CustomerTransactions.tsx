import { kindChoice } from '#lists/ChoiceChips'
import { calls } from '#contract/index'
import { userTransactionColumns } from '#contract/calls/transactions'
import { BackLink, LinkButton, useListPlace, useRouteState } from '#routing/navigation'
import { ReportSearch } from '#lists/ReportSearch'
import { usePagedList } from '#api/paging/usePagedList'
import { customerFault } from './filterFaults'
import { TransactionReport } from './TransactionReport'
import { useTotals } from './TransactionTotals'

const savingType = {
  name: 'savings_type',
  label: 'Saving type',
  options: [
    { value: 'daily', label: 'Daily' },
    { value: 'market', label: 'Market' },
    { value: 'microsoft', label: 'Microsoft' },
    { value: 'all', label: 'All' },
  ],
}

/** One customer's transactions; without a filter, the newest of all wallets. */
export default function CustomerTransactions() {
  const { user_id, name } = useRouteState('customerTransactions')
  const place = useListPlace()
  const { savings_type = 'all' } = place.filters
  const list = usePagedList(calls.transactions.userTransactionHistory, place, {
    fixed: { customer_id: user_id, savings_type },
    choices: [savingType, kindChoice],
  })
  const customer = name ?? list.rows?.[0]?.user_name
  const words = customer ? [{ label: 'Customer', value: customer }, ...list.words] : list.words
  return (
    <TransactionReport
      note="Every movement of this customer's wallets, savings and loans. Debits are below zero; for a loan, that is repaid."
      ofOne
      list={{ ...list, words }}
      totals={useTotals(calls.transactions.userTransactionTotals, list)}
      columns={userTransactionColumns}
      name="customerTransactions"
      empty="No transactions found"
      file={`customer_transaction_history_${savings_type}_`}
      about={customer && <strong>{customer}</strong>}
      actions={
        <>
          <LinkButton to="customerStatement" state={{ user_id }}>
            Statement
          </LinkButton>
          <BackLink to="customers">Back to customers</BackLink>
        </>
      }
      search={<ReportSearch place={place} hint="Reference" choice={savingType} faultOf={customerFault} />}
    />
  )
}
