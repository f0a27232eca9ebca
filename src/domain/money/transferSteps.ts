import type { Kobo } from '#contract/values'
import { addKobo, formatNaira, kobo, subtractKobo } from './kobo'

/** A savings wallet as a transfer sees it: what is in it, and its step. */
export type TransferWallet = { balance: Kobo; fixedAmount: Kobo }

export const insufficientForTransfer = 'Insufficient balance to perform this transfer.'

/** A transfer starts at one step, so that much must be there (rules.md, "Transfer from savings"). */
export const canTransfer = ({ balance, fixedAmount }: TransferWallet) => balance >= fixedAmount

/** What + makes of an amount: a step more, or all there is where no more than a step is left. */
export function stepUp(amount: Kobo, { balance, fixedAmount }: TransferWallet): Kobo {
  if (amount >= balance) return amount
  const left = subtractKobo(balance, amount)
  return left <= fixedAmount ? balance : addKobo(amount, fixedAmount)
}

/** What - makes of an amount: the whole number of steps below it, and one step at the least. */
export function stepDown(amount: Kobo, { fixedAmount }: TransferWallet): Kobo {
  if (amount <= fixedAmount) return amount
  return kobo((Math.ceil(amount / fixedAmount) - 1) * fixedAmount)
}

/** Why this amount can't be moved out of a wallet; undefined for one that + and - lead to. */
export function transferFault(amount: Kobo, wallet: TransferWallet): string | undefined {
  const { balance, fixedAmount } = wallet
  if (!canTransfer(wallet)) return insufficientForTransfer
  if (amount > balance)
    return `The savings wallet holds ${formatNaira(balance)}, which does not cover ${formatNaira(amount)}.`
  if (amount > 0 && (amount % fixedAmount === 0 || amount === balance)) return undefined
  return `Transfers go in steps of ${formatNaira(fixedAmount)}, or take the whole balance of ${formatNaira(balance)}.`
}
