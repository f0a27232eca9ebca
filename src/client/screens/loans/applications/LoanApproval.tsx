import type { Decision } from '#contract/calls/approvals'
import type { LoanCase } from '#contract/calls/loanRows'
import { calls } from '#contract/index'
import { keptBackOf } from '#domain/money/fees'
import { addKobo, formatNaira, subtractKobo } from '#domain/money/kobo'
import { type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import type { Wallet } from '#forms/decision/Wallets'
import { useStep } from '#routing/navigation'
import { Fact } from '#ui/text/Facts'
import { feeWarning, LoanFees } from '../fees/LoanFees'
import { Asked } from './Asked'
import { Capacity } from './Capacity'
import { CaseGuarantors } from './CaseGuarantors'
import { LoanStepsCard } from './LoanStepsCard'
import { LoanSummary } from './LoanSummary'
import { OtherLoans } from './OtherLoans'
import { StandsBehind } from './StandsBehind'
import { againstStep, consequenceOf, shortageWarning } from './approvalText'
import './loanCase.css'

const { getLoanCase, firstLoanApproval, secondLoanApproval } = calls.loans

/** A loan's facts, its customer's balances, and one of the two decisions. The second approval disburses it. */
export default function LoanApproval() {
  const [step, { loan_id }] = useStep('loanFirstApproval', 'loanSecondApproval')
  return <Case id={loan_id} step={step} />
}

export function Case({ id, step }: CaseProps) {
  const disburses = step === 1
  const wordsOf = (chosen: Decision, loan: LoanCase) => {
    const rejects = chosen === 'reject'
    const consequence = consequenceOf(chosen, step, loan)
    return {
      action: `${rejects ? 'Reject' : 'Accept'} ${formatNaira(loan.amount)} loan`,
      consequence,
      question: `Loan ${loan.reference} for ${loan.customer}. ${consequence}`,
      facts: walletsOf(loan).map(({ label, before, after }) => (
        <Fact key={label} label={label}>{`${formatNaira(before)}, then ${formatNaira(after)}`}</Fact>
      )),
      opens: disburses && !rejects ? 'loansApproved' : 'loansPending',
    } as const
  }
  return (
    <DecisionScreen
      id={id}
      read={getLoanCase}
      call={step === 0 ? firstLoanApproval : secondLoanApproval}
      list="loansPending"
      back="Back to pending loans"
      title={({ amount, customer }) => `${formatNaira(amount)} for ${customer}`}
      about={({ reference, customer, amount }) => ({ name: `loan ${reference} for ${customer}`, amount })}
      uncommented="Fill status field"
      words={wordsOf}
      flags={({ flags }) => flags}
      wallets={walletsOf}
      movesNow={() => disburses}
      obstacle={(loan) =>
        loan.obstacle ??
        (disburses ? (loan.is_short ? shortageWarning(loan) : feeWarning(loan.fees)) : undefined)
      }
      against={(loan) => againstStep(step, loan)}
      also={({ interest_rate }) => ({ interest_rate })}
    >
      {(loan) => (
        <>
          <Asked loan={loan} />
          <div className="case-pair">
            <Capacity loan={loan} />
            <StandsBehind loan={loan} />
          </div>
          {loan.guarantors && <CaseGuarantors guarantors={loan.guarantors} />}
          <LoanFees loan={loan} />
          <LoanStepsCard steps={loan.history.toReversed()} />
          {loan.other_loans.length > 0 && <OtherLoans loans={loan.other_loans} />}
          <LoanSummary loan={loan} />
        </>
      )}
    </DecisionScreen>
  )
}

/** The wallets that a disbursement moves, as far as the admin may see them. */
function walletsOf({
  amount,
  fees = [],
  main_wallet_balance: own,
  business_balance: business,
  transaction_balance: transactions = null,
}: LoanCase): Wallet[] {
  const keptBack = keptBackOf(fees)
  return [
    { label: 'Customer’s wallet', before: own, after: addKobo(own, subtractKobo(amount, keptBack)) },
    ...(business === null
      ? []
      : [{ label: 'Main business wallet', before: business, after: subtractKobo(business, amount) }]),
    ...(transactions === null || keptBack === 0
      ? []
      : [{ label: 'Transaction wallet', before: transactions, after: addKobo(transactions, keptBack) }]),
  ]
}
