import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { shownStandingMovements, type Standing } from '#contract/calls/withdrawals'
import type { Kobo } from '#contract/values'
import { kobo } from '#domain/money/kobo'
import { accounts, postings } from '../db/tables/ledger'
import { customerDebts } from '../db/tables/arrears'
import { customerFreezes } from '../db/tables/limits'
import { loans } from '../db/tables/loans'
import { withdrawals } from '../db/tables/money'
import { admins, agents, customers } from '../db/tables/schema'
import type { Context } from '../handler'
import { mainWalletOf } from '../ledger/accounts'
import { daysOverdue, overdueAmount } from '../ledger/loanFigures'
import { lagosStamp } from '../lists/conditions'
import { recentPhoneChange } from './phoneChanges'

/** What who decides on a withdrawal should know of the customer (rules.md, "Withdrawal"). */
export async function standingOf(
  { queries, now }: Pick<Context, 'queries' | 'now'>,
  { id, customerId }: { id: number; customerId: number },
): Promise<Standing> {
  const [customer] = await queries
    .select({
      status: customers.isActive,
      owed: sql<Kobo>`coalesce(${customerDebts.owed}, 0)`.mapWith(customerDebts.owed),
      held: sql<Kobo>`(select coalesce(sum(a.held), 0) from ${accounts} a
        where a.customer_id = ${customers.id} and a.kind = 'savings')`.mapWith(customerDebts.owed),
    })
    .from(customers)
    .leftJoin(customerDebts, eq(customerDebts.id, customers.id))
    .where(eq(customers.id, customerId))
  if (!customer) throw new Error(`There is no customer ${customerId}.`)
  const [freeze] = await queries
    .select({
      reason: customerFreezes.reason,
      by: admins.name,
      at: lagosStamp(customerFreezes.createdAt),
    })
    .from(customerFreezes)
    .innerJoin(admins, eq(admins.id, customerFreezes.frozenBy))
    .where(and(eq(customerFreezes.customerId, customerId), isNull(customerFreezes.liftedBy)))
  const late = await queries
    .select({ amount: overdueAmount(now), days: daysOverdue(now) })
    .from(loans)
    .where(and(eq(loans.customerId, customerId), eq(loans.loanStatus, 'active')))
  const changed = await recentPhoneChange(queries, customerId, now)
  const [others] = await queries
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      amount: sql<Kobo>`coalesce(sum(${withdrawals.amount}), 0)`.mapWith(withdrawals.amount),
    })
    .from(withdrawals)
    .where(
      and(eq(withdrawals.customerId, customerId), eq(withdrawals.status, 'pending'), ne(withdrawals.id, id)),
    )
  const movements = await queries
    .select({
      id: postings.id,
      created_at: lagosStamp(postings.madeAt),
      source: sql<string>`${postings.source}`,
      by: sql<string | null>`coalesce(${agents.name}, ${admins.name})`,
      amount: postings.amount,
      balance: postings.balanceAfter,
    })
    .from(postings)
    .innerJoin(accounts, eq(accounts.id, postings.accountId))
    .leftJoin(admins, eq(admins.id, postings.adminId))
    .leftJoin(agents, eq(agents.id, postings.agentId))
    .where(eq(accounts.name, mainWalletOf(customerId)))
    .orderBy(desc(postings.madeAt), desc(postings.id))
    .limit(shownStandingMovements)
  return {
    ...customer,
    frozen: freeze ?? null,
    late: kobo(late.reduce((sum, { amount }) => sum + amount, 0)),
    days_late: Math.max(0, ...late.map(({ days }) => days)),
    phone_changed: changed
      ? { at: changed.changed_at, by: changed.changed_by, before: changed.before }
      : null,
    others: others?.count ?? 0,
    others_amount: others?.amount ?? kobo(0),
    movements,
  }
}
