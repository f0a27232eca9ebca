import { sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { addKobo, subtractKobo } from '#domain/money/kobo'
import type { Queries } from '../db/database'
import { insertRows } from '../db/insertRows'
import { entries, postings } from '../db/tables/ledger'
import { type AccountState, lockAccounts } from './accounts'
import { type EntryKind, entryKinds, flowOf } from '../db/tables/ledgerKinds'
import { newNumbers, referenceOf } from './references'

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
  /** The entry that a reversal mirrors. */
  reversesId?: number | null
  moves: readonly Move[]
}

export type Posted = {
  entryId: number
  reference: string
  /** Balances by account name. */
  balances: Readonly<Record<string, { before: Kobo; after: Kobo }>>
}

/**
 * Posts entries, one after the other: the only way money moves. Must run in a transaction. The database enforces that the
 * postings of each add up to zero, updates balances, and rejects overdrafts. All are inserted by one statement each.
 * `later` are accounts that the transaction moves afterwards: they are locked here, for the order of locks.
 */
export async function postAll(
  tx: Queries,
  all: readonly NewEntry[],
  later: readonly string[] = [],
): Promise<Posted[]> {
  if (all.length === 0) return []
  const names = all.flatMap(({ moves }) => moves.map(({ account }) => account))
  const locked = await lockAccounts(tx, [...names, ...later])
  const numbers = await newNumbers(tx, all.length)
  const values = all.map(({ moves: _moves, ...facts }, at) => ({
    ...facts,
    reference: referenceOf(entryKinds[facts.kind], facts.madeAt, numbers[at] ?? 0),
  }))
  const inserted = await insertRows(tx, entries, values, sql`returning id, reference`)
  const ids = new Map(inserted.map(({ id, reference }) => [reference, Number(id)]))
  const posted = all.map(({ moves }, at) => {
    const value = values[at]
    const id = ids.get(value?.reference)
    if (!value || id === undefined) throw new Error('No entry was inserted.')
    const entry = { ...value, id }
    return { entry, moves, rows: postingsOf(entry, moves, locked) }
  })
  await insertRows(
    tx,
    postings,
    posted.flatMap(({ rows }) => rows),
  )
  return posted.map(({ entry, moves, rows }) => ({
    entryId: entry.id,
    reference: entry.reference,
    balances: balancesIn(moves, rows),
  }))
}

/** Posts one entry. */
export async function post(tx: Queries, entry: NewEntry): Promise<Posted> {
  const [posted] = await postAll(tx, [entry])
  if (!posted) throw new Error('No entry was posted.')
  return posted
}

/** The balances before and after the postings of one entry, by account. */
function balancesIn(moves: readonly Move[], rows: readonly { amount: Kobo; balanceAfter: Kobo }[]) {
  const balances: Record<string, { before: Kobo; after: Kobo }> = {}
  rows.forEach(({ amount, balanceAfter }, at) => {
    const account = moves[at]?.account ?? ''
    balances[account] = {
      before: balances[account]?.before ?? subtractKobo(balanceAfter, amount),
      after: balanceAfter,
    }
  })
  return balances
}

/** The balances of one account of a posted entry. */
export function balanceOf({ balances }: Posted, account: string) {
  const balance = balances[account]
  if (!balance) throw new Error(`There is no account ${account}.`)
  return balance
}

type Entry = Required<Pick<typeof entries.$inferInsert, 'id' | 'reference' | 'kind' | 'madeAt'>> &
  Pick<typeof entries.$inferInsert, 'adminId' | 'agentId' | 'customerId'>

/** The posting rows of an entry. Updates the given account states, so that the next entry continues from them. */
export function postingsOf(
  entry: Entry,
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
