import type { Decision } from '#contract/calls/approvals'
import { type RequestCase, walletText } from '#contract/calls/requests'
import type { Kobo } from '#contract/values'
import { addKobo, formatNaira, subtractKobo } from '#domain/money/kobo'

/** The button's label. */
export function actionLabelOf(chosen: Decision, { amount, type }: RequestCase): string {
  return `${chosen === 'accept' ? 'Accept' : 'Reject'} ${formatNaira(amount)} ${type}`
}

/** The consequence of a decision, shown before it is made. */
export function consequenceOf(chosen: Decision, { amount, type, flag, initial_status }: RequestCase): string {
  if (chosen === 'reject') return 'No money moves. A rejected request can’t be reopened.'
  if (initial_status === 0) return 'It then awaits its second approval. No money moves yet.'
  const sum = formatNaira(amount)
  const moves =
    type === 'credit'
      ? `${sum} goes into the ${walletText(flag)} at once.`
      : `${sum} leaves the ${walletText(flag)} at once.`
  return `${moves} It can’t be undone here.`
}

/** The wallet's balance after approval. */
export const balanceAfter = ({ amount, type }: RequestCase, before: Kobo) =>
  type === 'credit' ? addKobo(before, amount) : subtractKobo(before, amount)

/** Only a warning: the wallet may be credited in the meantime. */
export function shortageWarning(request: RequestCase): string | undefined {
  const { wallet_balance: balance, flag, is_short } = request
  if (!is_short) return undefined
  const has = balance === null ? 'has' : `has ${formatNaira(balance)}:`
  return `The ${walletText(flag)} ${has} not enough for this debit.`
}
