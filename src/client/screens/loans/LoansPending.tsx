import { calls } from '#contract/index'
import { type Loan, pendingLoanColumns } from '#contract/calls/loanRows'
import { useListPlace } from '#routing/navigation'
import type { RowOffer } from '#lists/rows/RowActions'
import { toAgent, toCustomer, toLoanAccount } from '#lists/rows/rowLinks'
import { WaitingChip } from '#lists/waiting'
import { loanStatusText } from '#domain/statusText'
import { LoanList } from './LoanList'
import { useLoanList } from './useLoanList'

export default function LoansPending() {
  const place = useListPlace()
  const list = useLoanList(calls.loans.getPendingLoan, place)
  return (
    <LoanList
      note="Applications that wait for an approval. Nothing is paid out before the second one."
      list={list}
      columns={pendingLoanColumns}
      name="loansPending"
      noun="pending loan"
      empty="No pending loan found"
      file="pending_loan_list_"
      statusText={loanStatusText}
      chips={<WaitingChip list={list} kinds={['loans_first', 'loans_second']} />}
      offerOf={decisionsOn}
    />
  )
}

/** The next decision on a loan, and its interest, which can change until the second approval. */
const decisionsOn = ({ id, reference, application_status, user_id, agent_id }: Loan): RowOffer => ({
  name: reference,
  actions: [
    application_status === 'pending' && {
      label: 'First Approval',
      to: 'loanFirstApproval',
      state: { loan_id: id },
    },
    application_status === 'in-progress' && {
      label: 'Second Approval',
      to: 'loanSecondApproval',
      state: { loan_id: id },
    },
    { label: 'Update Interest', to: 'loanInterest', state: { loan_id: id } },
    { label: 'Add Guarantor', to: 'guarantorCreate', state: { loan_id: id, loan_reference: reference } },
    toLoanAccount(id),
    toCustomer(user_id),
    toAgent(agent_id),
  ],
})
