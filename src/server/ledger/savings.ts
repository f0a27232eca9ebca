import type { Kobo } from '#contract/values'
import { negateKobo } from '#domain/money/kobo'
import { addDays, lagosDay } from '#domain/time/lagos'
import { everyDaysOf, nextMarketDay } from '#domain/time/markets'
import type { Queries } from '../db/database'
import { insertRows } from '../db/insertRows'
import type { EntryKind } from '../db/tables/ledgerKinds'
import { type marketDays, type savings, savingsHistory, type savingTypes } from '../db/tables/money'
import { agentCashOf, cashAccount, mainWalletOf } from './accounts'
import { balanceOf, type NewEntry, postAll, type Posted } from './post'

type Opening = Pick<
  typeof savings.$inferInsert,
  'reference' | 'customerId' | 'accountId' | 'agentId' | 'fixedAmount' | 'depositType' | 'duration'
> & {
  type: Pick<typeof savingTypes.$inferSelect, 'id' | 'interestBasisPoints' | 'charge'>
  market: Pick<typeof marketDays.$inferSelect, 'id' | 'period' | 'everyDays' | 'firstDay'> | undefined
  openedAt: Date
}

/** Builds the row of a savings wallet that is opened, with its own copy of its type's terms, for real savings and the demo. */
export function savingRow({ type, market, openedAt, ...saving }: Opening) {
  const today = lagosDay(openedAt)
  return {
    ...saving,
    savingTypeId: type.id,
    marketId: market?.id ?? null,
    interestBasisPoints: type.interestBasisPoints,
    charge: type.charge,
    marketDay: market
      ? nextMarketDay({ period: market.period, every: everyDaysOf(market.everyDays, market.firstDay) }, today)
      : null,
    dueDate: addDays(today, saving.duration),
    createdAt: openedAt,
  }
}

type MovementKind = (typeof savingsHistory.$inferSelect)['kind']

/** The movements of a savings wallet: the kind of the entry, and whether money comes in. */
const movementKinds = {
  deposit: { entryKind: 'Savings deposit', isCredit: true },
  interest: { entryKind: 'Savings interest', isCredit: true },
  charge: { entryKind: 'Savings charge', isCredit: false },
  withdrawal: { entryKind: 'Savings to main wallet', isCredit: false },
} as const satisfies Record<MovementKind, { entryKind: EntryKind; isCredit: boolean }>

type SavingsMovement = {
  kind: MovementKind
  /** Above zero; the kind gives the direction. */
  amount: Kobo
  customerId: number
  /** The wallet's account: the reference of the saving. */
  wallet: string
  /** The agent who collected a deposit; null at the counter and for other kinds. */
  agentId?: number | null
} & Pick<NewEntry, 'madeAt' | 'adminId' | 'reason' | 'activityReference' | 'collectedOn'>

/** Builds the entry of a movement, for real savings and the demo. Its last move is the wallet's. */
export function savingsEntry({ kind, amount, wallet, ...facts }: SavingsMovement): NewEntry {
  const { entryKind, isCredit } = movementKinds[kind]
  const other = {
    deposit: facts.agentId ? agentCashOf(facts.agentId) : cashAccount,
    interest: 'SW',
    charge: 'TW',
    withdrawal: mainWalletOf(facts.customerId),
  }[kind]
  return {
    ...facts,
    kind: entryKind,
    moves: [
      { account: other, amount: isCredit ? negateKobo(amount) : amount },
      { account: wallet, amount: isCredit ? amount : negateKobo(amount) },
    ],
  }
}

type Made = { entryId: number; reference: string; before: Kobo; after: Kobo }

/** Builds the row of a posted movement in the wallet's history, for real savings and the demo. */
export const savingsHistoryRow = (
  savingsId: number,
  { kind, amount, agentId = null, adminId = null, collectedOn = null, madeAt }: SavingsMovement,
  { entryId, reference, before, after }: Made,
) => ({
  savingsId,
  kind,
  amount,
  agentId,
  adminId,
  entryId,
  reference,
  amountBefore: before,
  amountAfter: after,
  status: 'approved' as const,
  collectedOn,
  createdAt: madeAt,
})

export type WalletMovement = { savingsId: number; movement: SavingsMovement }

/**
 * Posts movements of savings wallets, one after the other, and records them in the wallets' histories. Must run in a
 * transaction that has locked the savings.
 */
export async function postSavingsMovements(tx: Queries, all: readonly WalletMovement[]): Promise<Posted[]> {
  const posted = await postAll(
    tx,
    all.map(({ movement }) => savingsEntry(movement)),
  )
  await recordSavingsMovements(tx, all, posted)
  return posted
}

/** Records movements of savings wallets, whose entries were posted, in the wallets' histories. */
export async function recordSavingsMovements(
  tx: Queries,
  all: readonly WalletMovement[],
  posted: readonly Posted[],
) {
  if (all.length === 0) return
  const rows = all.map(({ savingsId, movement }, at) => {
    const made = posted[at]
    if (!made) throw new Error('A movement was not posted.')
    return savingsHistoryRow(savingsId, movement, { ...made, ...balanceOf(made, movement.wallet) })
  })
  await insertRows(tx, savingsHistory, rows)
}

/** Posts one movement. */
export async function postSavingsMovement(tx: Queries, savingsId: number, movement: SavingsMovement) {
  const [posted] = await postSavingsMovements(tx, [{ savingsId, movement }])
  if (!posted) throw new Error('No movement was posted.')
  return posted
}
