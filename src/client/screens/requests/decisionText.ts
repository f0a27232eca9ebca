import type { InferOutput } from 'valibot'
import { type FundDecision, type RequestCase, walletText } from '#contract/calls/requests'
import type { Kobo } from '#contract/values'
import { addKobo, formatNaira, subtractKobo } from '#domain/money/kobo'

type Chosen = InferOutput<typeof FundDecision>

/** What the button says: the act with its amount. */
export function actOf(chosen: Chosen | undefined, { amount, type }: RequestCase): string {
  if (!chosen) return 'Decide'
  return `${chosen === 'accept' ? 'Approve' : 'Reject'} ${formatNaira(amount)} ${type}`
}

/** What becomes of it, said before it is done. */
export function consequenceOf(chosen: Chosen, { amount, type, flag, initial_status }: RequestCase): string {
  if (chosen === 'reject') return 'No money moves. A rejected request can’t be brought back.'
  if (initial_status === 0) return 'It then awaits its second approval. No money moves yet.'
  const sum = formatNaira(amount)
  const moves =
    type === 'credit'
      ? `${sum} goes into the ${walletText(flag)} at once.`
      : `${sum} leaves the ${walletText(flag)} at once.`
  return `${moves} It can’t be undone here.`
}

/** What the wallet would hold. */
export const balanceAfter = ({ amount, type }: RequestCase, before: Kobo) =>
  type === 'credit' ? addKobo(before, amount) : subtractKobo(before, amount)

/** A doubt and no more: the wallet may be credited meanwhile. */
export function shortageWarning(request: RequestCase): string | undefined {
  const { wallet_balance: balance, flag, is_short } = request
  if (!is_short) return undefined
  const has = balance === null ? 'has' : `has ${formatNaira(balance)}:`
  return `The ${walletText(flag)} ${has} not enough for this debit.`
}
