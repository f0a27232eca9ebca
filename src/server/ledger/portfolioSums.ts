import { type SQL, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import type { Queries } from '../db/database'
import { accounts } from '../db/tables/ledger'
import { loans } from '../db/tables/loans'
import { savings } from '../db/tables/money'
import { balanceSums } from '../db/tables/schema'

const tables = { savings, loan: loans }

/**
 * The total balance of a portfolio: the stored sum of all, or the sum over a search's matches. Null if a search has more
 * matches than `most`: the sum would take seconds.
 */
export async function sumOfBalances(
  queries: Queries,
  kind: keyof typeof tables,
  { matches, most }: { matches: SQL | undefined; most: number },
): Promise<Kobo | null> {
  const table = tables[kind]
  const { rows } = await queries.execute<{ total: string; sum: string }>(
    matches
      ? sql`with found as materialized (
          select ${table.accountId} as account from ${table} where ${matches} limit ${most + 1})
        select (select count(*) from found) as total, coalesce(sum(${accounts.balance}), 0) as sum
          from found join ${accounts} on ${accounts.id} = account
            and (select count(*) from found) <= ${most}`
      : sql`select 0 as total, coalesce(sum(${balanceSums.amount}), 0) as sum from ${balanceSums} where ${balanceSums.of} = ${kind}`,
  )
  const { total, sum } = rows[0] ?? { total: '0', sum: '0' }
  return Number(total) > most ? null : (Number(sum) as Kobo)
}
