import type { Kobo } from '#contract/values'
import { addKobo, subtractKobo } from '#domain/money/kobo'
import type { Queries } from '../db/database'
import { entries, postings } from '../db/ledgerTables'
import { type AccountState, lockAccounts } from './accounts'
import { type EntryKind, entryKinds, flowOf } from '../db/ledgerKinds'
import { newReference } from './references'

/** `account` is the account's name; a positive amount is a credit, a negative one a debit. */
export type Move = { account: string; amount: Kobo }

export type NewEntry = {
  kind: EntryKind
  madeAt: Date
  adminId?: number | null
  agentId?: number | null
  customerId?: number | null
  reason?: string | null
  /** The handler's `context.reference`: links the entry to the activity log. */
  activityReference?: string | null
  moves: readonly Move[]
}

export type Posted = {
  entryId: number
  reference: string
  /** Balances by account name. */
  balances: Readonly<Record<string, { before: Kobo; after: Kobo }>>
}

/**
 * Posts an entry: the only way money moves. Must run in a transaction. The database enforces that the postings add up to
 * zero, updates balances, and rejects overdrafts.
 */
export async function post(tx: Queries, entry: NewEntry): Promise<Posted> {
  const locked = await lockAccounts(
    tx,
    entry.moves.map(({ account }) => account),
  )
  const { moves, ...facts } = entry
  const reference = await newReference(tx, entryKinds[entry.kind], entry.madeAt)
  const [posted] = await tx
    .insert(entries)
    .values({ ...facts, reference })
    .returning()
  if (!posted) throw new Error('No entry was inserted.')
  const rows = postingsOf(posted, moves, locked)
  await tx.insert(postings).values(rows)
  const balances: Record<string, { before: Kobo; after: Kobo }> = {}
  for (const [name, { balance }] of locked) balances[name] = { before: balance, after: balance }
  for (const { account, amount } of moves) {
    const change = balances[account]
    if (change) change.before = subtractKobo(change.before, amount)
  }
  return { entryId: posted.id, reference, balances }
}

/** The posting rows of an entry. Updates the given account states, so that the next entry continues from them. */
export function postingsOf(
  entry: typeof entries.$inferSelect,
  moves: readonly Move[],
  states: ReadonlyMap<string, AccountState>,
): (typeof postings.$inferInsert)[] {
  return moves.map(({ account: name, amount }) => {
    const account = states.get(name)
    if (!account) throw new Error(`There is no account ${name}.`)
    account.balance = addKobo(account.balance, amount)
    account.postings += 1
    return {
      entryId: entry.id,
      accountId: account.id,
      seq: account.postings,
      amount,
      balanceAfter: account.balance,
      walletCode: account.code,
      flow: flowOf(account.kind),
      reference: entry.reference,
      source: entry.kind,
      madeAt: entry.madeAt,
      adminId: entry.adminId,
      agentId: entry.agentId,
      customerId: entry.customerId,
    }
  })
}
