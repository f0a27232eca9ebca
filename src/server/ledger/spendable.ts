import type { Kobo } from '#contract/values'
import { formatNaira, subtractKobo } from '#domain/money/kobo'
import type { Queries } from '../db/database'
import { reject } from '../errors/refusals'
import { lockAccounts, mainWalletOf } from './accounts'

/** Rejects unless a main wallet's balance less pending holds covers the amount. Locks the wallet until the commit. */
export async function assertSpendable(queries: Queries, customerId: number, amount: Kobo) {
  const name = mainWalletOf(customerId)
  const wallet = (await lockAccounts(queries, [name])).get(name)
  if (!wallet) throw new Error(`There is no account ${name}.`)
  const { balance, held } = wallet
  const spendable = subtractKobo(balance, held)
  if (amount <= spendable) return
  const ofIt =
    held > 0 ? ` (${formatNaira(balance)} less ${formatNaira(held)} held by pending withdrawals)` : ''
  reject(
    `The main wallet has ${formatNaira(spendable)} to spend${ofIt}, which does not cover ${formatNaira(amount)}.`,
  )
}
