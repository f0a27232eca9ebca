import { and, asc, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { DueLine } from '#contract/calls/collections'
import type { Kobo } from '#contract/values'
import { expectedOn, unitOf } from '#domain/savings/card'
import { cycleOf } from '#domain/savings/cycles'
import { isDue } from '#domain/savings/due'
import { startOfLagosDay } from '#domain/time/lagos'
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
import { cardCycles } from '../../ledger/cardCycles'
import { type CycleWallet, cycleWallet } from '../../ledger/cycles'

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
      wallet: cycleWallet,
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
  const expected = await expectedOf(
    queries,
    rows.map(({ wallet }) => wallet),
    day,
  )
  return rows.flatMap(({ wallet, ...row }) => {
    const found = expected.get(wallet.id)
    return found ? [{ line: { ...row, ...found.line }, isDue: found.isDue }] : []
  })
}

/**
 * What wallets are expected to get on a day, and their cards; nothing of wallets that were opened after it. One whose customer has paid
 * ahead of the day is not due.
 */
export async function expectedOf(queries: Queries, wallets: readonly CycleWallet[], day: string) {
  const begun = wallets.filter(({ openedOn }) => openedOn <= day)
  const calendar = await calendarOf(queries)
  const cards = await cardCycles(
    queries,
    begun.map((wallet) => ({ wallet, cycle: cycleOf(wallet, wallet.openedOn, day), day })),
    calendar,
  )
  const found = begun.flatMap((wallet) => {
    const one = cards.get(wallet.id)
    if (!one) return []
    const { plan, span, paidBefore, paid } = one
    const isExpected = isDue(plan, day, calendar)
    const expected = isExpected ? expectedOn(wallet, span, paidBefore) : span.fixedAmount
    const { boxes, dueBoxes: due_boxes, fixedAmount: fixed_amount } = span
    const card = { boxes, due_boxes, fixed_amount, unit: unitOf(plan), paid }
    return [[wallet.id, { line: { expected, card }, isDue: isExpected && expected > 0 }] as const]
  })
  return new Map(found)
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
