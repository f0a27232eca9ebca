import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { groupedBy } from '#domain/lists/groupedBy'
import type { Queries } from '#server/db/database'
import { accounts, entries, postings } from '#server/db/tables/ledger'
import { runItems, runs } from '#server/db/tables/runs'

/** Asks for the interest and charges that were posted since it was asked last: what each account gained, by reference, and the month. */
export function openMonthEntries() {
  let last = 0
  return async (queries: Queries) => {
    const rows = await queries
      .select({
        id: entries.id,
        reference: entries.reference,
        account: accounts.name,
        amount: postings.amount,
        day: runs.day,
      })
      .from(entries)
      .innerJoin(postings, eq(postings.entryId, entries.id))
      .innerJoin(accounts, eq(accounts.id, postings.accountId))
      .innerJoin(runItems, eq(runItems.entryId, entries.id))
      .innerJoin(runs, eq(runs.id, runItems.runId))
      .where(and(gt(entries.id, last), inArray(entries.kind, ['Savings interest', 'Savings charge'])))
      .orderBy(asc(entries.id))
    last = rows.at(-1)?.id ?? last
    return [...groupedBy(rows, ({ reference }) => reference)].map(([reference, own]) => ({
      reference,
      day: own[0]?.day ?? '',
      gains: Object.fromEntries(own.map(({ account, amount }) => [account, amount as number])),
    }))
  }
}
