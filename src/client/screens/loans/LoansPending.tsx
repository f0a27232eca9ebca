import { calls } from '#contract/index'
import { type Loan, pendingLoanColumns } from '#contract/calls/loanRows'
import { RowAction, useListPlace } from '#routing/navigation'
import { RowActions } from '#lists/RowActions'
import { toAgent, toCustomer } from '#lists/rowLinks'
import { WaitingChoice } from '#lists/waiting'
import { loanStatusText } from '#domain/statusText'
import { usePagedList } from '#api/usePagedList'
import { LoanList } from './LoanList'

export default function LoansPending() {
  const place = useListPlace()
  const list = usePagedList(calls.loans.getPendingLoan, place)
  return (
    <LoanList
      list={list}
      columns={pendingLoanColumns}
      name="loansPending"
      noun="pending loan"
      empty="No pending loan found"
      file="pending_loan_list_"
      statusText={loanStatusText}
      about={<WaitingChoice place={place} kinds={['loans_first', 'loans_second']} />}
      rowActions={(loan) => <Decisions on={loan} />}
    />
  )
}

/** What the loan waits for; the interest may change until its second decision. */
const Decisions = ({ on: { id, reference, application_status, user_id, agent_id } }: { on: Loan }) => (
  <RowActions of={reference}>
    {application_status === 'pending' && (
      <RowAction to="loanFirstApproval" state={{ loan_id: id }}>
        First Approval
      </RowAction>
    )}
    {application_status === 'in-progress' && (
      <RowAction to="loanSecondApproval" state={{ loan_id: id }}>
        Second Approval
      </RowAction>
    )}
    <RowAction to="loanInterest" state={{ loan_id: id }}>
      Update Interest
    </RowAction>
    {toCustomer(user_id)}
    {toAgent(agent_id)}
  </RowActions>
)
