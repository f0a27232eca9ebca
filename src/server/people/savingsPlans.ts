import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import type { Queries } from '../db/database'
import { accounts } from '../db/tables/ledger'
import { savings, savingTypes } from '../db/tables/money'
import { cycleWallet, owedCommissions } from '../ledger/cycles'
import { newestFirst } from '../lists/conditions'

/** A customer's active plans, and closed ones that still hold money. */
export const hasPlan = (customerId: number) =>
  and(eq(savings.customerId, customerId), or(eq(savings.status, 'active'), ne(accounts.balance, 0 as Kobo)))

/** The same, newest first, with what a transfer takes first of each. */
export async function savingsPlansOf(queries: Queries, customerId: number) {
  const rows = await queries
    .select({
      wallet: cycleWallet,
      id: savings.id,
      status: savings.status,
      held: accounts.held,
      code: savings.reference,
      type: savingTypes.name,
      balance: accounts.balance,
      fixed_amount: sql<Kobo>`${savings.fixedAmount}`.mapWith(savings.fixedAmount),
    })
    .from(savings)
    .innerJoin(accounts, eq(accounts.id, savings.accountId))
    .innerJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
    .where(hasPlan(customerId))
    .orderBy(...newestFirst(savings))
  const owed = await owedCommissions(
    queries,
    rows.map(({ wallet }) => wallet),
  )
  return rows.map(({ wallet, ...row }) => {
    const commission = owed.get(wallet.id)
    return { ...row, ...(commission !== undefined && { commission_owed: commission }) }
  })
}
