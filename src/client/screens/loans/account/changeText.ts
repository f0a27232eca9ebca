import type { Decision } from '#contract/calls/approvals'
import { type LoanChange, loanChangeLabels } from '#contract/calls/loanChanges'
import { pluralize } from '#domain/money/figures'
import { formatNaira, kobo } from '#domain/money/kobo'
import { setOff } from '#domain/money/security'
import { showDate } from '#domain/time/lagos'

type Change = Pick<
  LoanChange,
  'kind' | 'amount' | 'security' | 'state' | 'instalment_times' | 'instalment_period' | 'first_due'
>

/** '6 weekly installments from 4 Dec 2026'; undefined for other changes. */
export const termsText = ({ instalment_times: times, instalment_period: period, first_due }: Change) =>
  times === null ? undefined : `${pluralize(times, `${period} installment`)} from ${showDate(first_due)}`

/** The button's label. */
export function actionLabelOf(chosen: Decision, { kind, amount }: Change): string {
  const what = loanChangeLabels[kind].toLowerCase()
  return `${chosen === 'accept' ? 'Accept' : 'Reject'} ${what} of ${formatNaira(amount)}`
}

/** The consequence of a decision, shown before it is made. */
export function consequenceOf(chosen: Decision, change: Change): string {
  const { kind, amount, state } = change
  if (chosen === 'reject') return 'The loan stays as it is. A rejected change can be requested again.'
  if (state === 0) return 'It then awaits its second approval. The loan stays as it is until then.'
  const security = change.security ?? kobo(0)
  switch (kind) {
    case 'write-off':
      return `${formatNaira(amount)} is written off: nothing is owed on the loan, and nothing can be repaid unless the write-off is reversed.`
    case 'reschedule':
      return `${formatNaira(amount)} is due in ${termsText(change)}. It can’t be undone, but the loan can be rescheduled again.`
    case 'set-off':
      return `${formatNaira(setOff(security, amount).paid)} of the savings that secure the loan repay it at once. What is left of them is free.`
    case 'release':
      return `${formatNaira(security)} of savings no longer secures the loan, and the customer can use it.`
  }
}
