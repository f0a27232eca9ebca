import type { Decision } from '#contract/calls/approvals'
import { approvalStates } from '#contract/calls/approvals'
import type { ExpenseCase } from '#contract/calls/expenses'
import { calls } from '#contract/index'
import Button from '@mui/material/Button'
import { formatNaira, subtractKobo } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { againstStep, type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import { stepWords } from '#forms/stepWords'
import { useStep } from '#routing/navigation'
import { Card } from '#ui/layout/Card'
import { BalanceChange } from '#ui/text/BalanceChange'
import { DecidedSteps } from '#ui/text/Decided'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { StatusChip } from '#ui/text/StatusChip'
import { showSlip } from './showSlip'

const { getExpenseCase, firstExpenseDecision, secondExpenseDecision } = calls.expenses

/** One of the two decisions on an expense. */
export default function ExpenseDecision() {
  const [step, { expense_id }] = useStep('expenseFirst', 'expenseSecond')
  return <Case id={expense_id} step={step} />
}

export function Case({ id, step }: CaseProps) {
  return (
    <DecisionScreen
      id={id}
      read={getExpenseCase}
      call={step === 0 ? firstExpenseDecision : secondExpenseDecision}
      list="expenses"
      back="Back to expenses"
      about={({ reference, amount }) => ({ name: `expense ${reference}`, amount })}
      words={(chosen, one) => ({
        ...stepWords(chosen, { ...one, noun: 'expense' }),
        consequence: consequenceOf(chosen, one),
        facts: step === 1 && chosen === 'accept' && <WalletFacts expense={one} />,
      })}
      title={({ amount, category }) => `${formatNaira(amount)} for ${category}`}
      wallets={({ wallet_balance, amount }) =>
        wallet_balance === null
          ? []
          : [
              {
                label: 'Profit wallet',
                before: wallet_balance,
                after: subtractKobo(wallet_balance, amount),
              },
            ]
      }
      movesNow={() => step === 1}
      obstacle={({ is_short }) => (is_short ? 'The profit wallet does not cover this expense.' : undefined)}
      against={(one) => againstStep('expense', step, one.state, one.against)}
    >
      {(one) => <ExpenseFacts expense={one} />}
    </DecisionScreen>
  )
}

function consequenceOf(chosen: Decision, { amount, state, category, paid_from }: ExpenseCase): string {
  if (chosen === 'reject') return 'No money moves. A rejected expense can’t be reopened.'
  if (state === 0) return 'It then awaits its second approval. No money moves yet.'
  return `${formatNaira(amount)} is paid for ${category} (${paid_from.toLowerCase()}), and comes off the profit wallet.`
}

const ExpenseFacts = ({ expense }: { expense: ExpenseCase }) => (
  <Card
    title="What you decide"
    action={expense.has_slip && <Button onClick={() => showSlip(expense.id)}>Slip</Button>}
  >
    <Facts>
      <Fact label="Reference">{expense.reference}</Fact>
      <Fact label="Category">{expense.category}</Fact>
      <Fact label="Amount">
        <Money amount={expense.amount} />
      </Fact>
      <Fact label="Paid From">{expense.paid_from}</Fact>
      <Fact label="Reason">{expense.reason}</Fact>
      <Fact label="Slip">{expense.has_slip ? 'Yes' : 'None'}</Fact>
      <Fact label="Requested By">{`${expense.requested_by_name}, ${showDateTime(expense.created_at)}`}</Fact>
      <DecidedSteps request={expense} />
      <Fact label="Status">
        <StatusChip status={approvalStates[expense.state]} />
      </Fact>
      {expense.entry && <Fact label="Movement">{expense.entry}</Fact>}
      {expense.reversed_by && <Fact label="Reversed By">{expense.reversed_by}</Fact>}
      {expense.state < 2 && <WalletFacts expense={expense} />}
    </Facts>
  </Card>
)

/** The profit wallet before and after, for admins who can see it. */
const WalletFacts = ({ expense: { wallet_balance, amount } }: { expense: ExpenseCase }) =>
  wallet_balance !== null && (
    <BalanceChange
      label="Profit Wallet"
      before={wallet_balance}
      after={subtractKobo(wallet_balance, amount)}
    />
  )
