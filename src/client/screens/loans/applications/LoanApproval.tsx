import Stack from '@mui/material/Stack'
import type { Decision } from '#contract/calls/approvals'
import type { LoanCase } from '#contract/calls/loanRows'
import { calls } from '#contract/index'
import { formatNaira } from '#domain/money/kobo'
import { DecisionScreen } from '#forms/DecisionScreen'
import { useStep } from '#routing/navigation'
import { CardGrid } from '#ui/layout/CardGrid'
import { Fact } from '#ui/text/Facts'
import { Balances, DisbursedBalances } from './Balances'
import { feeWarning, LoanFees } from '../fees/LoanFees'
import { Guarantors } from './Guarantors'
import { LoanStepsCard } from './LoanStepsCard'
import { LoanSummary } from './LoanSummary'
import { OtherLoans } from './OtherLoans'
import { RepaymentRecord } from './RepaymentRecord'
import { SavedWeeks } from './SavedWeeks'
import { againstStep, consequenceOf, shortageWarning } from './approvalText'

const { getLoanCase, firstLoanApproval, secondLoanApproval } = calls.loans

/** A loan's facts, its customer's balances, and one of the two decisions. The second approval disburses it. */
export default function LoanApproval() {
  const [step, { loan_id }] = useStep('loanFirstApproval', 'loanSecondApproval')
  const disburses = step === 1
  const wordsOf = (chosen: Decision, loan: LoanCase, comment: string) => {
    const rejects = chosen === 'reject'
    const consequence = consequenceOf(chosen, step, loan)
    return {
      action: `${rejects ? 'Reject' : 'Approve'} ${formatNaira(loan.amount)} loan`,
      consequence,
      question: `Loan ${loan.reference} for ${loan.customer}. ${consequence}`,
      facts: rejects ? (
        <Fact label="Comment">{comment}</Fact>
      ) : (
        disburses && <DisbursedBalances loan={loan} />
      ),
      opens: disburses && !rejects ? 'loansApproved' : 'loansPending',
    } as const
  }
  return (
    <DecisionScreen
      id={loan_id}
      read={getLoanCase}
      call={step === 0 ? firstLoanApproval : secondLoanApproval}
      list="loansPending"
      back="Back to pending loans"
      about={({ reference, customer, amount }) => ({ name: `loan ${reference} for ${customer}`, amount })}
      choices={['Accepted', 'Rejected']}
      undecided={({ amount }) => `Decide on ${formatNaira(amount)} loan`}
      uncommented="Fill status field"
      words={wordsOf}
      obstacle={(loan) =>
        loan.obstacle ??
        (disburses ? (loan.is_short ? shortageWarning(loan) : feeWarning(loan.fees)) : undefined)
      }
      against={(loan) => againstStep(step, loan)}
      also={({ interest_rate }) => ({ interest_rate })}
    >
      {(loan, form) => (
        <CardGrid least={420}>
          <Stack spacing={2}>
            <LoanSummary loan={loan} />
            <LoanFees loan={loan} />
            <LoanStepsCard steps={loan.history} />
            {loan.guarantors && <Guarantors guarantors={loan.guarantors} />}
            <RepaymentRecord record={loan.repayment_record} />
            <OtherLoans loans={loan.other_loans} />
          </Stack>
          <Stack spacing={2}>
            <Balances loan={loan} />
            <SavedWeeks weeks={loan.saved_weeks} />
            {form}
          </Stack>
        </CardGrid>
      )}
    </DecisionScreen>
  )
}
