import { and, eq, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { monthAfter, monthOf } from '#domain/time/months'
import { agentTargets } from '../db/tables/agentPay'
import { agents, customers } from '../db/tables/schema'
import { earnedSoFar } from '../ledger/agentStatements'
import { notDeleted } from '../people/customerColumns'
import { cashOf } from '../people/agentCash'
import { sheetOf } from '../modules/collections/sheet'
import { deviceOf, type FieldHandlers } from './context'

const without = <Row extends { collected_at: string | null }>({ collected_at: _at, ...row }: Row) => row

export const readHandlers: Pick<FieldHandlers, 'getMe' | 'getSheet'> = {
  getMe: async (_input, context) => {
    const { queries, services, now } = context
    const { deviceId, deviceName, agentId, isPrimary } = deviceOf(context)
    const month = monthOf(lagosDay(now))
    const [agent] = await queries.select().from(agents).where(eq(agents.id, agentId))
    if (!agent) throw new Error(`Agent ${agentId} is gone.`)
    const [target] = await queries
      .select()
      .from(agentTargets)
      .where(and(eq(agentTargets.agentId, agentId), eq(agentTargets.month, month)))
    const { brought } = await earnedSoFar(queries, agentId, month)
    const recruited = await queries.$count(
      customers,
      and(
        eq(customers.agentId, agentId),
        notDeleted,
        sql`${customers.createdAt} >= ${startOfLagosDay(month).toISOString()}`,
        sql`${customers.createdAt} < ${startOfLagosDay(monthAfter(month)).toISOString()}`,
      ),
    )
    const { holds } = await cashOf(queries, agentId)
    const reached = (amount: Kobo, wanted: Kobo | undefined) => ({ reached: amount, target: wanted ?? null })
    return {
      business: services.config.businessName ?? null,
      agent: {
        id: agentId,
        name: agent.name,
        email: agent.email,
        phone: agent.phoneNumber,
        state: agent.state,
        lga: agent.lga,
        holds,
      },
      device: { id: deviceId, name: deviceName, is_primary: isPrimary },
      month,
      savings: reached(brought.savings, target?.savings),
      repaid: reached(brought.repayments, target?.repaid),
      customers: { reached: recruited, target: target?.customers ?? null },
      server_time: now.toISOString(),
    }
  },

  getSheet: async ({ day }, context) => {
    const of = day ?? lagosDay(context.now)
    const { lines, loans, payouts } = await sheetOf(context.queries, deviceOf(context).agentId, of)
    return { day: of, lines: lines.map(without), loans: loans.map(without), payouts }
  },
}
