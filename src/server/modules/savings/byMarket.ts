import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/call'
import { type Calls, calls } from '#contract/index'
import { kobo } from '#domain/money/kobo'
import type { Kobo } from '#contract/values'
import { CsvRows } from '../../wire/csvRows'
import type { Queries } from '../../db/database'
import { accounts } from '../../db/tables/ledger'
import { marketDays, savings } from '../../db/tables/money'
import type { HandlersFor } from '../../handler'
import { equals, lagosStamp, ofCollector } from '../../lists/conditions'
import { defineList, sortedText } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { personMatches } from '../../lists/searchText'

type Input = InputOf<Calls['savings']['savingsByMarket']>

/** The active wallets of a filter. */
const walletsOf = ({ agent_id, savings_type_id }: Input) =>
  and(
    eq(savings.status, 'active'),
    ofCollector(savings.customerId, agent_id),
    equals(savings.savingTypeId, savings_type_id),
  )

/** Columns of grouped wallets, with 0 where a market has none. */
const figure = (column: string) => sql`coalesce(found.${sql.raw(column)}, 0)`

/** The list for the wallets of a filter, which are added up in one pass. */
const listOf = (wallets: SQL | undefined) => {
  const found = sql`(select ${savings.marketId} as market_id, count(distinct ${savings.customerId}) as customers,
      count(*) as wallets, sum(${accounts.balance})::bigint as balance
    from ${savings} join ${accounts} on ${accounts.id} = ${savings.accountId}
    where ${wallets} and ${savings.marketId} is not null group by ${savings.marketId}) found`
  return defineList({
    call: calls.savings.savingsByMarket,
    table: marketDays,
    sorted: { created_at: marketDays.createdAt, name: sortedText(marketDays.name) },
    row: {
      id: marketDays.id,
      created_at: lagosStamp(marketDays.createdAt),
      name: marketDays.name,
      state: marketDays.state,
      lga: marketDays.lga,
      status: marketDays.status,
      customers: sql<number>`${figure('customers')}`.mapWith(Number),
      wallets: sql<number>`${figure('wallets')}`.mapWith(Number),
      balance: sql<Kobo>`${figure('balance')}`.mapWith(accounts.balance),
    },
    rows: (queries, row) =>
      queries
        .select(row)
        .from(marketDays)
        .leftJoin(found, sql`found.market_id = ${marketDays.id}`)
        .$dynamic(),
    totals: {
      customers: (ids) => sql`select count(distinct ${savings.customerId}) from ${savings}
        where ${wallets} and ${savings.marketId} in (${ids})`,
    },
  })
}

export const savingsByMarketHandlers: HandlersFor<Pick<Calls['savings'], 'savingsByMarket'>> = {
  savingsByMarket: async (input, context) => {
    const wallets = walletsOf(input)
    const page = await pageOf(context, input, listOf(wallets), {
      where: input.search ? personMatches(marketDays.name, input.search) : undefined,
    })
    return page instanceof CsvRows
      ? page
      : { ...page, without: await withoutMarket(context.queries, wallets) }
  },
}

/** The wallets that no market has: of daily and other savings. */
async function withoutMarket(queries: Queries, wallets: SQL | undefined) {
  const { rows } = await queries.execute<Record<'customers' | 'wallets' | 'balance', string>>(sql`
    select count(distinct ${savings.customerId}) as customers, count(*) as wallets, coalesce(sum(${accounts.balance}), 0) as balance
    from ${savings} join ${accounts} on ${accounts.id} = ${savings.accountId}
    where ${wallets} and ${savings.marketId} is null`)
  const { customers = 0, wallets: count = 0, balance = 0 } = rows[0] ?? {}
  return { customers: Number(customers), wallets: Number(count), balance: kobo(Number(balance)) }
}
