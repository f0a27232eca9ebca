import type { Decision } from '#contract/calls/approvals'
import type { LoanChange } from '#contract/calls/loanChanges'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'

type Change = Pick<
  LoanChange,
  'kind' | 'amount' | 'state' | 'instalment_times' | 'instalment_period' | 'first_due'
>

/** '6 weekly installments from 4 Dec 2026'; undefined for a write-off. */
export const termsText = ({ instalment_times: times, instalment_period: period, first_due }: Change) =>
  times === null ? undefined : `${pluralize(times, `${period} installment`)} from ${showDate(first_due)}`

/** The button's label. */
export function actionLabelOf(chosen: Decision, { kind, amount }: Change): string {
  const what = kind === 'write-off' ? 'write-off' : 'rescheduling'
  return `${chosen === 'accept' ? 'Approve' : 'Reject'} ${what} of ${formatNaira(amount)}`
}

/** The consequence of a decision, shown before it is made. */
export function consequenceOf(chosen: Decision, change: Change): string {
  const { kind, amount, state } = change
  if (chosen === 'reject') return 'The loan stays as it is. A rejected change can be requested again.'
  if (state === 0) return 'It then awaits its second approval. The loan stays as it is until then.'
  return kind === 'write-off'
    ? `${formatNaira(amount)} is written off: nothing is owed on the loan, and nothing can be repaid unless the write-off is reversed.`
    : `${formatNaira(amount)} is due in ${termsText(change)}. It can’t be undone, but the loan can be rescheduled again.`
}
