import type { Kobo } from '#contract/values'
import { addKobo, formatNaira, kobo, subtractKobo } from './kobo'

/** The fields of a savings wallet that a transfer needs: its balance and its step. */
export type TransferWallet = { balance: Kobo; fixedAmount: Kobo }

export const insufficientForTransfer = 'Insufficient balance to perform this transfer.'

/** A transfer moves at least one step (rules.md, "Transfer from savings"). */
export const canTransfer = ({ balance, fixedAmount }: TransferWallet) => balance >= fixedAmount

/** The amount after "+": one step more, or the whole balance if at most one step is left. */
export function stepUp(amount: Kobo, { balance, fixedAmount }: TransferWallet): Kobo {
  if (amount >= balance) return amount
  const left = subtractKobo(balance, amount)
  return left <= fixedAmount ? balance : addKobo(amount, fixedAmount)
}

/** The amount after "-": the next lower multiple of the step, at least one step. */
export function stepDown(amount: Kobo, { fixedAmount }: TransferWallet): Kobo {
  if (amount <= fixedAmount) return amount
  return kobo((Math.ceil(amount / fixedAmount) - 1) * fixedAmount)
}

/** Why this amount can't be transferred; undefined if "+" and "-" can reach it. */
export function transferFault(amount: Kobo, wallet: TransferWallet): string | undefined {
  const { balance, fixedAmount } = wallet
  if (!canTransfer(wallet)) return insufficientForTransfer
  if (amount > balance)
    return `The savings wallet holds ${formatNaira(balance)}, which does not cover ${formatNaira(amount)}.`
  if (amount > 0 && (amount % fixedAmount === 0 || amount === balance)) return undefined
  return `Transfers go in steps of ${formatNaira(fixedAmount)}, or take the whole balance of ${formatNaira(balance)}.`
}
