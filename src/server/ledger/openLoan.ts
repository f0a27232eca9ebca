import type { LoanAccount } from '#contract/calls/loanAccounts'
import type { Kobo } from '#contract/values'
import { daysLate, isLate } from '#domain/money/arrears'
import { formatNaira, subtractKobo } from '#domain/money/kobo'
import { openAmount } from '#domain/money/repayment'
import { toLagosStamp } from '#domain/time/lagos'
import type { loans } from '../db/tables/loans'
import { type Instalment, openInstalment, owedOf } from './repayments'

type Borrowed = Pick<typeof loans.$inferSelect, 'reference' | 'loanStatus'>

/** Why nothing can be repaid on a loan. */
export const closedTexts = {
  'non-active': 'was not paid out. Nothing is owed on it.',
  paid: 'is paid. Nothing is owed on it.',
  'written-off':
    'is written off. What comes in on it is a recovery; before it can be repaid, its write-off must be reversed.',
  reversed: 'was taken back: its disbursement was reversed. Nothing is owed on it.',
}

/** Why an amount can't be repaid on a loan, which is locked, at the counter and on a sheet; null if it can. */
export function repaymentObstacle(
  { reference, loanStatus }: Borrowed,
  schedule: readonly Instalment[],
  amount: Kobo,
): string | null {
  if (loanStatus !== 'active') return `Loan ${reference} ${closedTexts[loanStatus]}`
  const owed = owedOf(schedule)
  return amount > owed ? `Only ${formatNaira(owed)} is owed on loan ${reference}.` : null
}

/** Nothing more is expected of the others: they are paid, or what was open of them was rescheduled or written off. */
export const isOpenInstalment = ({ status }: Instalment) => status === 'pending'

export const datedInstalment = (one: Instalment) => ({ ...openInstalment(one), dueDate: one.dueDate })

/** An instalment as the portal shows it. */
export function instalmentRow(one: Instalment, today: string): LoanAccount['schedule'][number] {
  const { number, dueDate, amount, interest, waived, penalty, paid, moved, paidAt, status } = one
  const parts = openInstalment(one)
  const open = openAmount(parts)
  return {
    number,
    due_date: dueDate,
    amount,
    interest,
    waived,
    penalty,
    paid,
    moved,
    open,
    open_penalty: subtractKobo(parts.penalty, parts.penaltyPaid),
    status,
    paid_at: paidAt && toLagosStamp(paidAt),
    days_late: isOpenInstalment(one) && isLate(datedInstalment(one), today) ? daysLate(dueDate, today) : 0,
  }
}
