import type { Kobo } from '#contract/values'
import { addKobo, formatNaira, kobo, subtractKobo } from './kobo'

/** The fields of a savings wallet that a transfer needs: its balance, its step, and the commission that is taken first. */
export type TransferWallet = { balance: Kobo; fixedAmount: Kobo; owed?: Kobo | undefined }

/** What can be moved: the balance without the commission that is owed. */
export const movable = ({ balance, owed = kobo(0) }: TransferWallet): Kobo =>
  kobo(Math.max(0, subtractKobo(balance, owed)))

export const insufficientForTransfer = 'Insufficient balance to perform this transfer.'

/** A transfer moves at least one step (rules.md, "Transfer from savings"). */
export const canTransfer = (wallet: TransferWallet) => movable(wallet) >= wallet.fixedAmount

/** The amount after "+": one step more, or the whole balance if at most one step is left. */
export function stepUp(amount: Kobo, { fixedAmount, ...wallet }: TransferWallet): Kobo {
  const balance = movable({ fixedAmount, ...wallet })
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
  const { balance, fixedAmount, owed = kobo(0) } = wallet
  const most = movable(wallet)
  const ofIt =
    owed > 0 ? `, of which ${formatNaira(owed)} is owed as commission: ${formatNaira(most)} can be moved` : ''
  if (!canTransfer(wallet))
    return owed > 0
      ? `${insufficientForTransfer} The savings wallet holds ${formatNaira(balance)}${ofIt}.`
      : insufficientForTransfer
  if (amount > most)
    return `The savings wallet holds ${formatNaira(balance)}${ofIt}, which does not cover ${formatNaira(amount)}.`
  if (amount > 0 && (amount % fixedAmount === 0 || amount === most)) return undefined
  return `Transfers go in steps of ${formatNaira(fixedAmount)}, or take the whole ${owed > 0 ? 'rest' : 'balance'} of ${formatNaira(most)}.`
}
