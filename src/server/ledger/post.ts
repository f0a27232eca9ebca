import { sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { addKobo, subtractKobo } from '#domain/money/kobo'
import type { Queries } from '../db/database'
import { insertRows } from '../db/insertRows'
import { entries, postings } from '../db/tables/ledger'
import { type AccountState, isBusinessAccount, lockAccounts } from './accounts'
import { type EntryKind, entryKinds, flowOf } from '../db/tables/ledgerKinds'
import { holdDaysOpen } from './businessDays'
import { newNumbers, referenceOf } from './references'
import { assertHeld, throughTills } from './tills'

/** `account` is the account's name; a positive amount is a credit, a negative one a debit. */
export type Move = {
  account: string
  amount: Kobo
  /** The line of the books, where account and kind do not say it (ledger/chart.ts). */
  line?: string | null
  /** What the caller named, where the posting goes through another account: the open till for CASH. */
  named?: string
}

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
  /** The day on which it counts, if it is recorded after that day. */
  collectedOn?: string | null
  /** Recorded by the approval of a sheet, also of a closed day. */
  isApproved?: boolean
  /** Whose open till cash at the counter goes through, if not the admin's: who took it. Null: it is the vault's. */
  cashOf?: number | null
  moves: readonly Move[]
}

export type Posted = {
  entryId: number
  reference: string
  /** Balances by account name. */
  balances: Readonly<Record<string, { before: Kobo; after: Kobo }>>
}

/** The postings of an entry, of which some or all are made. */
type Open = { entry: Entry; moves: readonly Move[]; rows: (PostingRow | undefined)[] }

/** Entries without their postings, with the balances that these will make, but of accounts of the business. */
type Entered = { posted: Posted[]; open: readonly Open[] }

/**
 * Posts entries, one after the other: the only way money moves. Must run in a transaction. The database enforces that the
 * postings of each add up to zero, updates balances, and rejects overdrafts. All are inserted by one statement each.
 */
export async function postAll(tx: Queries, all: readonly NewEntry[]): Promise<Posted[]> {
  return postEntered(tx, await enterAll(tx, all))
}

/**
 * Posts entries like `postAll`, and does `record` before their postings, for which the accounts of the business are locked: many
 * changes wait for these. `record` gets the balances of all other accounts.
 */
export async function postAround<Recorded>(
  tx: Queries,
  all: readonly NewEntry[],
  record: (posted: readonly Posted[]) => Promise<Recorded>,
): Promise<Recorded> {
  const entered = await enterAll(tx, all)
  const recorded = await record(entered.posted)
  await postEntered(tx, entered)
  return recorded
}

/** Inserts entries, unless their day is closed, and locks their accounts, but those of the business. */
async function enterAll(tx: Queries, named: readonly NewEntry[]): Promise<Entered> {
  if (named.length === 0) return { posted: [], open: [] }
  await holdDaysOpen(tx, named)
  const all = await throughTills(tx, named)
  const numbers = await newNumbers(tx, all.length)
  const values = all.map(({ moves: _moves, isApproved: _isApproved, cashOf: _cashOf, ...facts }, at) => ({
    ...facts,
    reference: referenceOf(entryKinds[facts.kind], facts.madeAt, numbers[at] ?? 0),
  }))
  const names = all.flatMap(({ moves }) => moves.map(({ account }) => account))
  const locked = await lockAccounts(
    tx,
    names.filter((name) => !isBusinessAccount(name)),
  )
  const inserted = await insertRows(tx, entries, values, sql`returning id, reference`)
  const ids = new Map(inserted.map(({ id, reference }) => [reference, Number(id)]))
  const open = all.map(({ moves }, at) => {
    const value = values[at]
    const id = ids.get(value?.reference)
    if (!value || id === undefined) throw new Error('No entry was inserted.')
    const entry = { ...value, id }
    return { entry, moves, rows: moves.map((move) => postingOf(entry, move, locked)) }
  })
  return { posted: open.map(postedOf), open }
}

/** Inserts the postings of entries. The accounts of the business are locked from here on. */
async function postEntered(tx: Queries, { open }: Entered): Promise<Posted[]> {
  if (open.length === 0) return []
  const locked = await lockAccounts(
    tx,
    open.flatMap(({ moves }) => moves.map(({ account }) => account)).filter(isBusinessAccount),
  )
  const made = open.map(({ entry, moves, rows }) => ({
    entry,
    moves,
    rows: moves.map((move, at) => rows[at] ?? existing(postingOf(entry, move, locked), move)),
  }))
  for (const { entry, rows } of made) for (const row of rows) assertHeld(entry.kind, row)
  await insertRows(
    tx,
    postings,
    made.flatMap(({ rows }) => rows),
  )
  return made.map(postedOf)
}

/** Posts one entry. */
export async function post(tx: Queries, entry: NewEntry): Promise<Posted> {
  const [posted] = await postAll(tx, [entry])
  if (!posted) throw new Error('No entry was posted.')
  return posted
}

/** An entry with the balances before and after its postings, by account. */
function postedOf({ entry: { id, reference }, moves, rows }: Open): Posted {
  const balances: Record<string, { before: Kobo; after: Kobo }> = {}
  rows.forEach((row, at) => {
    if (!row) return
    const account = moves[at]?.named ?? moves[at]?.account ?? ''
    balances[account] = {
      before: balances[account]?.before ?? subtractKobo(row.balanceAfter, row.amount),
      after: row.balanceAfter,
    }
  })
  return { entryId: id, reference, balances }
}

/** The balances of one account of a posted entry. */
export function balanceOf({ balances }: Posted, account: string) {
  const balance = balances[account]
  if (!balance) throw new Error(`There is no account ${account}.`)
  return balance
}

type Entry = Required<Pick<typeof entries.$inferInsert, 'id' | 'reference' | 'kind' | 'madeAt'>> &
  Pick<typeof entries.$inferInsert, 'adminId' | 'agentId' | 'customerId'>

type PostingRow = typeof postings.$inferInsert

function existing(row: PostingRow | undefined, { account }: Move): PostingRow {
  if (!row) throw new Error(`There is no account ${account}.`)
  return row
}

/** The posting rows of an entry. Updates the given account states, so that the next entry continues from them. */
export const postingsOf = (
  entry: Entry,
  moves: readonly Move[],
  states: ReadonlyMap<string, AccountState>,
): PostingRow[] => moves.map((move) => existing(postingOf(entry, move, states), move))

/** One of them; undefined without the account's state. */
function postingOf(
  entry: Entry,
  { account: name, amount, line }: Move,
  states: ReadonlyMap<string, AccountState>,
): PostingRow | undefined {
  const account = states.get(name)
  if (!account) return undefined
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
    ...(line && { line }),
  }
}
