import type { Kobo } from '#contract/values'
import { addKobo, subtractKobo } from '#domain/money/kobo'
import type { Queries } from '../db/database'
import { entries, postings } from '../db/ledgerTables'
import { type AccountState, lockAccounts } from './accounts'
import { type EntryKind, entryKinds, flowOf } from '../db/ledgerKinds'
import { newReference } from './references'

/** `account` is the account's name; above zero its balance rises (a credit), below zero it falls (a debit). */
export type Move = { account: string; amount: Kobo }

export type NewEntry = {
  kind: EntryKind
  madeAt: Date
  adminId?: number | null
  agentId?: number | null
  customerId?: number | null
  reason?: string | null
  /** The handler's `context.reference`: leads from the entry to the activity log. */
  activityReference?: string | null
  moves: readonly Move[]
}

export type Posted = {
  entryId: number
  reference: string
  /** Of each account by name, when the entry stands. */
  balances: Readonly<Record<string, { before: Kobo; after: Kobo }>>
}

/**
 * Makes an entry: the one way money moves. Give it the transaction. That it sums to zero, that nothing falls below
 * zero and that balances follow is the database's to enforce; a wallet that can't cover it is refused in words.
 */
export async function post(tx: Queries, entry: NewEntry): Promise<Posted> {
  const found = await lockAccounts(
    tx,
    entry.moves.map(({ account }) => account),
  )
  const { moves, ...facts } = entry
  const reference = await newReference(tx, entryKinds[entry.kind], entry.madeAt)
  const [made] = await tx
    .insert(entries)
    .values({ ...facts, reference })
    .returning()
  if (!made) throw new Error('No entry was made.')
  const rows = postingsOf(made, moves, found)
  await tx.insert(postings).values(rows)
  const balances: Record<string, { before: Kobo; after: Kobo }> = {}
  for (const [name, { balance }] of found) balances[name] = { before: balance, after: balance }
  for (const { account, amount } of moves) {
    const change = balances[account]
    if (change) change.before = subtractKobo(change.before, amount)
  }
  return { entryId: made.id, reference, balances }
}

/** The rows of an entry's postings. Moves the accounts' states on, so that the next entry follows. */
export function postingsOf(
  entry: typeof entries.$inferSelect,
  moves: readonly Move[],
  found: ReadonlyMap<string, AccountState>,
): (typeof postings.$inferInsert)[] {
  return moves.map(({ account: name, amount }) => {
    const account = found.get(name)
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
