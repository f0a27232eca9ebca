import type { LoanChangeKind } from '#contract/calls/loanChanges'
import type { Kobo } from '#contract/values'
import { instalmentFault } from '#domain/money/instalments'
import { formatNaira } from '#domain/money/kobo'
import { type NewTerms, openWithoutPenalties } from '#domain/money/reschedule'
import { addDays } from '#domain/time/lagos'
import type { loans } from '../../../db/tables/loans'
import { type Instalment, openInstalment, owedOf } from '../../../ledger/repayments'
import { closedTexts } from '../../../ledger/openLoan'

/** How far ahead the first new instalment may be due: against typing errors. */
const maxDaysAhead = 366

export type Wanted = {
  kind: LoanChangeKind
  /** What was owed when it was requested. */
  amount: Kobo
  /** The new instalments of a rescheduling. */
  terms: NewTerms | undefined
  /** What secured the loan when a set-off or a release was requested. */
  security: Kobo | null
}
type Loan = Pick<typeof loans.$inferSelect, 'reference' | 'loanStatus'>

/** Why a loan, which is locked and has so much security, can't be changed as was requested; null if it can. */
export function changeObstacle(
  { reference, loanStatus }: Loan,
  schedule: readonly Instalment[],
  held: Kobo,
  { kind, amount, terms, security }: Wanted,
  today: string,
): string | null {
  if (loanStatus !== 'active') return `Loan ${reference} ${closedTexts[loanStatus]}`
  const owed = owedOf(schedule)
  if (owed !== amount)
    return `${formatNaira(owed)} is owed on loan ${reference} now, and not the ${formatNaira(amount)} of the request.`
  if (security !== null && security !== held)
    return `${formatNaira(held)} secures loan ${reference} now, and not the ${formatNaira(security)} of the request.`
  if (kind === 'write-off' && held > 0)
    return `${formatNaira(held)} secures loan ${reference}. It must be set off or released first.`
  if (!terms) return null
  if (terms.firstDue <= today) return 'The first installment must be due after today.'
  if (terms.firstDue > addDays(today, maxDaysAhead))
    return 'The first installment must be due within a year from today.'
  const open = openWithoutPenalties(schedule.map(openInstalment))
  return terms.times === 1 && open > 0 ? null : (instalmentFault(open, terms.times) ?? null)
}
