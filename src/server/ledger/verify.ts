import { type SQL, sql } from 'drizzle-orm'
import type { Database, Queries } from '../db/database'
import { type Counts, lastCheckpoint, lockCheckpoints, markNew, recordCheckpoint } from './checkpoints'
import { agentRules } from './rules/agentRules'
import { bookRules } from './rules/bookRules'
import { cycleRules } from './rules/cycleRules'
import { everything, newer } from './rules/extent'
import { feeRules } from './rules/feeRules'
import { importRules } from './rules/importRules'
import { lineRules } from './rules/lineRules'
import { loanRules } from './rules/loanRules'
import { payoutRules } from './rules/payoutRules'
import { sumRules } from './rules/sumRules'
import { tillRules } from './rules/tillRules'

/** All checks. */
export const ledgerRules = [
  ...bookRules,
  ...sumRules,
  ...lineRules,
  ...importRules,
  ...loanRules,
  ...agentRules,
  ...feeRules,
  ...cycleRules,
  ...payoutRules,
  ...tillRules,
]

/** The faults that checks find, each with the first place where it occurs in what is read. */
export async function faultsOf(
  queries: Queries,
  checks: readonly (typeof ledgerRules)[number][] = ledgerRules,
  read = everything,
): Promise<string[]> {
  const faults: string[] = []
  for (const { fault, place } of checks) {
    const { rows } = await queries.execute<{ place: string }>(firstOf(place(read)))
    if (rows[0]) faults.push(`${rows[0].place} ${fault}`)
  }
  return faults
}

/**
 * The first row of a query. With a limit alone the planner bets on an early find, and there is none in books that are right: it would
 * read whole tables in the order of their ids, and look for each row in another one.
 */
export const firstOf = (rows: SQL) =>
  sql`with found as materialized (${rows}) select place from found limit 1`

type Verdict = Counts & { faults: string[] }

/** Recomputes the ledger from its postings in one snapshot. Writes nothing: also for copies. */
export const verifyLedger = (database: Database): Promise<Verdict> =>
  database.transaction(async (tx) => ({ faults: await faultsOf(tx), ...(await countsOf(tx)) }), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })

/** `since`: the time of the checkpoint after which everything was read, and when all was read last. */
type BooksVerdict = Verdict & { since?: { checkpoint: Date; wholeAt: Date } }

/**
 * Verifies the books in use, and records a checkpoint if they are right. Reads everything, or with `sinceCheckpoint` what is newer than
 * the last one, if there is one.
 */
export const verifyBooks = (database: Database, { sinceCheckpoint = false } = {}): Promise<BooksVerdict> =>
  database.transaction(
    async (tx) => {
      await lockCheckpoints(tx)
      const known = sinceCheckpoint ? await lastCheckpoint(tx) : undefined
      const counts = known ? await markNew(tx, known.last) : await countsOf(tx)
      const faults = await faultsOf(tx, ledgerRules, known ? newer : everything)
      if (faults.length === 0) await recordCheckpoint(tx, counts, known?.last)
      return {
        ...counts,
        faults,
        ...(known && { since: { checkpoint: known.last.madeAt, wholeAt: known.wholeAt } }),
      }
    },
    { isolationLevel: 'repeatable read' },
  )

async function countsOf(queries: Queries): Promise<Counts> {
  const { rows } = await queries.execute<Record<keyof Counts, string>>(sql`
    select (select count(*) from ledger_accounts) as accounts, (select count(*) from ledger_entries) as entries,
      (select count(*) from ledger_postings) as postings`)
  const [counts] = rows
  return {
    accounts: Number(counts?.accounts),
    entries: Number(counts?.entries),
    postings: Number(counts?.postings),
  }
}
