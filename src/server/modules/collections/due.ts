import { and, asc, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { DueLine } from '#contract/calls/collections'
import type { Kobo } from '#contract/values'
import { isDue } from '#domain/savings/due'
import { startOfLagosDay } from '#domain/time/lagos'
import { everyDaysOf } from '#domain/time/markets'
import { collectionLines, collections } from '../../db/tables/collections'
import type { Queries } from '../../db/database'
import { marketDays, savings, savingsHistory, savingTypes } from '../../db/tables/money'
import { customers } from '../../db/tables/schema'
import { countedOn } from '../../ledger/dayFigures'
import { planOn } from '../../ledger/planChanges'
import { lagosStamp } from '../../lists/conditions'
import { customerName, notDeleted } from '../../people/customerColumns'
import { isStanding } from '../../ledger/reversalColumns'
import { calendarOf } from '../../ledger/calendar'
import { openedOn } from '../../ledger/collectedOn'

/** Active savings of active customers of this agent, by customer, with the plan of this day. */
export async function walletsOf(queries: Queries, agentId: number, day: string, matches?: SQL) {
  const plan = planOn('savings', sql`${day}::date`)
  const rows = await queries
    .select({
      savings_id: savings.id,
      savings_reference: savings.reference,
      user_id: customers.id,
      customer: customerName,
      customer_reference: sql<string>`${customers.reference}`,
      customer_phone: customers.phoneNumber,
      saving_type_name: savingTypes.name,
      category: savingTypes.category,
      deposit_type: sql<'daily' | 'weekly' | 'monthly'>`${plan.of('deposit_type')}`,
      market: marketDays.name,
      expected: plan.of('fixed_amount').mapWith(savings.fixedAmount) as SQL<Kobo>,
      marketPeriod: marketDays.period,
      everyDays: marketDays.everyDays,
      firstDay: marketDays.firstDay,
      openedOn,
    })
    .from(savings)
    .innerJoin(customers, eq(customers.id, savings.customerId))
    .innerJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
    .leftJoin(plan.join, sql`true`)
    .leftJoin(marketDays, eq(marketDays.id, plan.of('market_id')))
    .where(
      and(
        eq(customers.assignedAgentId, agentId),
        notDeleted,
        eq(customers.isActive, true),
        eq(savings.status, 'active'),
        matches,
      ),
    )
    .orderBy(asc(customerName), asc(customers.id), asc(savings.id))
  const calendar = await calendarOf(queries)
  return rows.map(({ marketPeriod, everyDays, firstDay, openedOn: opened, ...line }) => {
    const marketEvery = everyDaysOf(everyDays, firstDay)
    const deposits = { depositType: line.deposit_type, marketPeriod, marketEvery, openedOn: opened }
    return { line, isDue: isDue(deposits, day, calendar) }
  })
}

/** Adds what was deposited on this day: on sheets of the day, and otherwise by the day of collection. */
export async function withCollected(
  queries: Queries,
  lines: readonly Omit<DueLine, 'collected' | 'collected_at'>[],
  day: string,
): Promise<DueLine[]> {
  const ids = lines.map(({ savings_id }) => savings_id)
  const made =
    ids.length === 0
      ? []
      : await queries
          .select({
            id: savingsHistory.savingsId,
            amount: sql<Kobo>`sum(${savingsHistory.amount})`.mapWith(savingsHistory.amount),
            at: sql<string>`${lagosStamp(sql`max(${savingsHistory.createdAt})`)}`,
          })
          .from(savingsHistory)
          .leftJoin(collectionLines, eq(collectionLines.entryId, savingsHistory.entryId))
          .leftJoin(collections, eq(collections.id, collectionLines.collectionId))
          .where(
            and(
              inArray(savingsHistory.savingsId, ids),
              gte(savingsHistory.createdAt, startOfLagosDay(day)),
              eq(savingsHistory.kind, 'deposit'),
              eq(savingsHistory.status, 'approved'),
              isStanding,
              or(
                eq(collections.day, day),
                and(isNull(collections.id), countedOn(day, sql`${savingsHistory}`)),
              ),
            ),
          )
          .groupBy(savingsHistory.savingsId)
  const bySaving = new Map(made.map((one) => [one.id, one]))
  return lines.map((line) => ({
    ...line,
    collected: bySaving.get(line.savings_id)?.amount ?? (0 as Kobo),
    collected_at: bySaving.get(line.savings_id)?.at ?? null,
  }))
}
