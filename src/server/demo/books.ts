import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Kobo } from '#contract/values'
import { type AccountState, cashAccount } from '../ledger/accounts'
import { type AccountKind, cashInKinds, entryKinds } from '../db/tables/ledgerKinds'
import { type NewEntry, postingsOf } from '../ledger/post'
import { referenceOf } from '../ledger/references'
import type { Transaction } from '../db/database'
import { insertRows } from '../db/insertRows'
import { accounts, entries, postings, referenceNumbers } from '../db/tables/ledger'

type Fact = NewEntry & { madeAt: Date }

/**
 * Builds the demo's ledger in memory: the same rows that `post` would write, inserted in batches at the end. The database
 * checks them like any others.
 */
export function openBooks(existing: readonly AccountState[]) {
  const found = new Map(existing.map((account) => [account.name, account]))
  const held = new Map<string, number>()
  const opened: (typeof accounts.$inferInsert)[] = []
  const made: (typeof entries.$inferSelect)[] = []
  const lines: (typeof postings.$inferInsert)[] = []
  let lastAccount = existing.reduce((last, { id }) => Math.max(last, id), 100)
  let references = 0
  /** The tills that admins have open: as `post` has it, what they take at the counter goes through them. */
  const openTills = new Map<number, string>()

  const balanceOf = (name: string) => (found.get(name)?.balance ?? 0) - (held.get(name) ?? 0)
  const newReference = (prefix: string, day: Date) => {
    references += 1
    return referenceOf(prefix, day, references)
  }

  return {
    balanceOf,
    newReference,
    hold: (name: string, amount: Kobo) => void held.set(name, (held.get(name) ?? 0) + amount),

    open(kind: AccountKind, code: string, name: string, customerId: number | null, createdAt: Date): number {
      lastAccount += 1
      opened.push({ id: lastAccount, kind, name, code, customerId, createdAt })
      const nothing = 0 as Kobo
      found.set(name, { id: lastAccount, kind, name, code, balance: nothing, held: nothing, postings: 0 })
      return lastAccount
    },

    openTill: (adminId: number, till: string) => void openTills.set(adminId, till),
    closeTill: (adminId: number) => void openTills.delete(adminId),

    /** Adds an entry; undefined (and no entry) if a wallet does not cover it. */
    enter(fact: Fact) {
      const { moves: named, ...facts } = fact
      const till = cashInKinds.includes(fact.kind) ? openTills.get(fact.adminId ?? 0) : undefined
      const moves = named.map((move) =>
        till !== undefined && move.account === cashAccount ? { ...move, account: till } : move,
      )
      const covered = moves.every(
        ({ account, amount }) =>
          found.get(account)?.kind === 'outside' || amount >= 0 || balanceOf(account) + amount >= 0,
      )
      if (!covered) return undefined
      const noFacts = {
        adminId: null,
        agentId: null,
        customerId: null,
        reason: null,
        activityReference: null,
      }
      const reference = newReference(entryKinds[fact.kind], fact.madeAt)
      const { reversesId = null, collectedOn = null } = facts
      const entry = { ...noFacts, ...facts, reversesId, collectedOn, id: made.length + 1, reference }
      made.push(entry)
      const rows = postingsOf(entry, moves, found)
      for (const row of rows) lines.push(row)
      return { entryId: entry.id, reference, rows }
    },

    async write(tx: Transaction) {
      await insertAll(tx, accounts, opened)
      await insertAll(tx, entries, made)
      for (let from = 0, to = 0; from < lines.length; from = to) {
        to = from + postingsAtOnce
        // An entry's postings must sum to zero in each statement.
        while (lines[to] && lines[to]?.entryId === lines[to - 1]?.entryId) to++
        await insertAll(tx, postings, lines.slice(from, to), to - from)
      }
    },

    /** New references of the product go on after the demo's. */
    keepReferences: (tx: Transaction) =>
      tx.execute(sql`select setval(${referenceNumbers.seqName}, ${Math.max(references, 1)})`),
  }
}
export type Books = ReturnType<typeof openBooks>

const postingsAtOnce = 50_000

/**
 * Inserts rows in batches. Advances the id sequence past explicit ids.
 */
export async function insertAll<T extends PgTable>(
  tx: Transaction,
  table: T,
  rows: readonly T['$inferInsert'][],
  batch = 2000,
) {
  const [first] = rows as readonly Record<string, unknown>[]
  if (!first) return
  for (let from = 0; from < rows.length; from += batch)
    await insertRows(tx, table, rows.slice(from, from + batch))
  if ('id' in first)
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(${getTableName(table)}, 'id'), (select max(id) from ${table}))`,
    )
}
