import type { LoanTypeUse } from '#contract/calls/loanTypes'
import { pluralize } from '#domain/money/figures'

/** How many loans a change of their type leaves as they are: '3 active and 1 undecided, which keep their terms'. */
export function openText({ active_loans, undecided_loans }: LoanTypeUse) {
  if (active_loans + undecided_loans === 0) return 'None'
  const keep = active_loans + undecided_loans === 1 ? 'keeps its' : 'keep their'
  const undecided = pluralize(undecided_loans, 'application')
  return `${pluralize(active_loans, 'active loan')} and ${undecided}, which ${keep} terms`
}
