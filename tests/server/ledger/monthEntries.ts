import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { groupedBy } from '#domain/lists/groupedBy'
import type { Queries } from '#server/db/database'
import { accounts, entries, postings } from '#server/db/tables/ledger'

/** Asks for the interest and charges that were posted since it was asked last: what each account gained, by reference. */
export function openMonthEntries() {
  let last = 0
  return async (queries: Queries) => {
    const rows = await queries
      .select({
        id: entries.id,
        reference: entries.reference,
        account: accounts.name,
        amount: postings.amount,
      })
      .from(entries)
      .innerJoin(postings, eq(postings.entryId, entries.id))
      .innerJoin(accounts, eq(accounts.id, postings.accountId))
      .where(and(gt(entries.id, last), inArray(entries.kind, ['Savings interest', 'Savings charge'])))
      .orderBy(asc(entries.id))
    last = rows.at(-1)?.id ?? last
    return [...groupedBy(rows, ({ reference }) => reference)].map(([reference, own]) => ({
      reference,
      gains: Object.fromEntries(own.map(({ account, amount }) => [account, amount as number])),
    }))
  }
}
