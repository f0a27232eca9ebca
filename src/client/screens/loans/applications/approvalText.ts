import type { Decision } from '#contract/calls/approvals'
import type { LoanCase } from '#contract/calls/loanRows'
import { keptBackOf } from '#domain/money/fees'
import { formatNaira } from '#domain/money/kobo'

/** The consequence of a decision, shown before it is made. */
export function consequenceOf(
  chosen: Decision,
  step: 0 | 1,
  { amount, customer, fees = [] }: LoanCase,
): string {
  if (chosen === 'reject') return 'The application is rejected for the reason you give.'
  if (step === 0) return 'The loan then waits for its second approval. No money moves yet.'
  const keptBack = keptBackOf(fees)
  const less = keptBack > 0 ? `, less ${formatNaira(keptBack)} of fees,` : ''
  return `${formatNaira(amount)} goes from the main business wallet into the main wallet of ${customer}${less} at once. It can’t be undone here.`
}

/** Why one of the two decisions can't be made. */
export function againstStep(step: 0 | 1, loan: LoanCase): string | null | undefined {
  if (step === 0)
    return loan.application_status === 'pending'
      ? loan.first_decision_barred
      : 'This loan already has its first approval.'
  return loan.application_status === 'in-progress'
    ? loan.second_decision_barred
    : 'This loan still waits for its first approval.'
}

/** Only a warning: the wallet may be credited in the meantime. */
export function shortageWarning({ business_balance: balance }: LoanCase): string {
  const has = balance === null ? 'has' : `has ${formatNaira(balance)}:`
  return `The main business wallet ${has} not enough to pay this loan out.`
}
