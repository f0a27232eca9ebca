import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Calls } from '#contract/index'
import { contributionText, isSameContribution, planChangeDay } from '#domain/savings/planChange'
import { addDays, lagosDay, showDate } from '#domain/time/lagos'
import { everyDaysOf, nextMarketDay } from '#domain/time/markets'
import type { Queries } from '../../db/database'
import { marketDays, savings, savingTypes } from '../../db/tables/money'
import { planChanges } from '../../db/tables/planChanges'
import { admins, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { cycleWallet } from '../../ledger/cycles'
import { type PlanOnDay, planOf } from '../../ledger/planChanges'
import { lagosStamp } from '../../lists/conditions'
import { customerName, notDeleted } from '../../people/customerColumns'
import { lockMarketDay, lockSaving, notFound } from './changes'

const wasMarket = alias(marketDays, 'was_market')

export const savingPlanHandlers: HandlersFor<Pick<Calls['savings'], 'getPlanChanges' | 'changeSavingPlan'>> =
  {
    getPlanChanges: async ({ savings_id }, { queries, now }) => {
      const [saving] = await queries
        .select({
          id: savings.id,
          reference: savings.reference,
          customer_name: customerName,
          customer_reference: sql<string>`${customers.reference}`,
          saving_type_name: savingTypes.name,
          category: savingTypes.category,
          status: savings.status,
          wallet: cycleWallet,
        })
        .from(savings)
        .innerJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
        .innerJoin(customers, and(eq(customers.id, savings.customerId), notDeleted))
        .where(eq(savings.id, savings_id))
      if (!saving) return reject(notFound(savings_id))
      const { wallet, ...data } = saving
      const today = lagosDay(now)
      const from_day = planChangeDay(wallet, wallet.openedOn, today)
      const plan = await namedPlan(queries, savings_id, today)
      const { fixedAmount, depositType, marketId, ...next } = await namedPlan(queries, savings_id, from_day)
      return {
        data: {
          ...data,
          from_day,
          contribution: contributionText(plan, plan.market),
          next: {
            contribution: contributionText({ fixedAmount, depositType }, next.market),
            fixed_amount: fixedAmount,
            deposit_type: depositType,
            market_id: marketId,
            market: next.market,
          },
          changes: await changesOf(queries, savings_id, today),
        },
      }
    },

    changeSavingPlan: async ({ savings_id, ...input }, context) => {
      const { queries, actor, now, setAuditSubject } = context
      await setAuditSubject('saving', savings_id)
      const { saving } = await lockSaving(queries, savings_id)
      const today = lagosDay(now)
      const fromDay = planChangeDay(saving, saving.openedOn, today)
      const was = await namedPlan(queries, savings_id, today)
      const next = await namedPlan(queries, savings_id, fromDay)
      const category = await categoryOf(queries, savings_id)
      const market = await lockMarketDay(queries, category, input.market_id, was.marketId)
      const plan = {
        fixedAmount: input.fixed_amount,
        depositType: input.deposit_type,
        marketId: market?.id ?? null,
      }
      const from = showDate(fromDay)
      const text = contributionText(plan, market?.name ?? null)
      if (isSameContribution(plan, next))
        reject(`Savings wallet ${saving.reference} has ${text} from ${from} on already. Nothing was changed.`)
      await queries.insert(planChanges).values({
        ...plan,
        savingsId: savings_id,
        fromDay,
        marketDay: market
          ? nextMarketDay(
              { period: market.period, every: everyDaysOf(market.everyDays, market.firstDay) },
              addDays(fromDay, -1),
            )
          : null,
        wasFixedAmount: was.fixedAmount,
        wasDepositType: was.depositType,
        wasMarketId: was.marketId,
        wasMarketDay: was.marketDay,
        adminId: actor.adminId,
        createdAt: now,
      })
      await setAuditSubject('saving', savings_id, `${text} from ${from} on`)
      return {
        message: `Savings wallet ${saving.reference}: ${text} from ${from} on. Until then ${contributionText(was, was.market)}.`,
        data: { from_day: fromDay },
      }
    },
  }

/** A wallet's plan on a day, with the name of its market. */
async function namedPlan(
  queries: Queries,
  id: number,
  day: string,
): Promise<PlanOnDay & { market: string | null }> {
  const plan = await planOf(queries, id, day)
  if (!plan) return reject(notFound(id))
  if (plan.marketId === null) return { ...plan, market: null }
  const [market] = await queries
    .select({ name: marketDays.name })
    .from(marketDays)
    .where(eq(marketDays.id, plan.marketId))
  return { ...plan, market: market?.name ?? null }
}

async function categoryOf(queries: Queries, id: number) {
  const [type] = await queries
    .select({ category: savingTypes.category })
    .from(savings)
    .innerJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
    .where(eq(savings.id, id))
  return type?.category ?? reject(notFound(id))
}

/** How a wallet's plan changed, newest first. */
async function changesOf(queries: Queries, savingsId: number, today: string) {
  const rows = await queries
    .select({
      id: planChanges.id,
      created_at: lagosStamp(planChanges.createdAt),
      from_day: planChanges.fromDay,
      fixedAmount: planChanges.fixedAmount,
      depositType: planChanges.depositType,
      market: marketDays.name,
      was: {
        fixedAmount: planChanges.wasFixedAmount,
        depositType: planChanges.wasDepositType,
      },
      wasMarket: wasMarket.name,
      admin_name: admins.name,
    })
    .from(planChanges)
    .innerJoin(admins, eq(admins.id, planChanges.adminId))
    .leftJoin(marketDays, eq(marketDays.id, planChanges.marketId))
    .leftJoin(wasMarket, eq(wasMarket.id, planChanges.wasMarketId))
    .where(eq(planChanges.savingsId, savingsId))
    .orderBy(desc(planChanges.id))
  return rows.map(({ fixedAmount, depositType, market, was, wasMarket: before, ...row }, at) => {
    const isReplaced = rows.slice(0, at).some(({ from_day }) => from_day === row.from_day)
    return {
      ...row,
      before: contributionText(was, before),
      after: contributionText({ fixedAmount, depositType }, market),
      state: isReplaced
        ? ('replaced' as const)
        : row.from_day > today
          ? ('waiting' as const)
          : ('made' as const),
    }
  })
}
