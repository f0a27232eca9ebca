import { and, desc, eq, sql } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { monthAfter, monthOf, monthText } from '#domain/time/months'
import { agentTargets } from '../../db/tables/agentPay'
import { agents } from '../../db/tables/schema'
import { invalid } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { collectedIn, postedIn } from '../../ledger/agentBrought'
import { lagosStamp } from '../../lists/conditions'
import { lockCashAgent } from '../../people/agentCash'
import { notDeleted } from './devices'

/** How far ahead a target may be set: against typing errors. */
const maxDaysAhead = 366

export const targetHandlers: HandlersFor<Pick<Calls['agents'], 'agentTarget' | 'setAgentTarget'>> = {
  /** Agents with a target, of any month, beside what came in the month (rules.md, "Targets"). */
  agentTarget: async (input, { queries, now }) => {
    const of = input.month ?? monthOf(lagosDay(now))
    const came = queries
      .select({
        agentId: sql<number>`b.agent_id`.as('came_agent_id'),
        savings: sql<string>`sum(b.savings)`.as('came_savings'),
        repaid: sql<string>`sum(b.repayments)`.as('came_repaid'),
      })
      .from(sql`(${collectedIn(postedIn(of))}) b`)
      .groupBy(sql`b.agent_id`)
      .as('came')
    const kobo = (column: unknown) => sql<Kobo>`coalesce(${column}, 0)::bigint`.mapWith(agentTargets.savings)
    const customers = sql<number>`(select count(*) from customers c where c.agent_id = ${agents.id} and not c.is_deleted
      and c.created_at >= ${startOfLagosDay(of).toISOString()} and c.created_at < ${startOfLagosDay(monthAfter(of)).toISOString()})`
    return {
      data: await queries
        .select({
          id: agents.id,
          created_at: lagosStamp(agents.targetSetAt),
          first_name: agents.firstName,
          last_name: agents.lastName,
          phone_number: agents.phoneNumber,
          home_address: agents.homeAddress,
          office_address: agents.officeAddress,
          month: sql<string>`${of}::text`,
          savings: kobo(came.savings),
          savings_target: agentTargets.savings,
          repaid: kobo(came.repaid),
          repaid_target: agentTargets.repaid,
          customers: customers.mapWith(Number),
          customers_target: agentTargets.customers,
        })
        .from(agents)
        .leftJoin(agentTargets, and(eq(agentTargets.agentId, agents.id), eq(agentTargets.month, of)))
        .leftJoin(came, eq(came.agentId, agents.id))
        .where(and(notDeleted, sql`${agents.targetSetAt} is not null`))
        .orderBy(desc(agents.targetSetAt), desc(agents.id)),
    }
  },

  setAgentTarget: async ({ agent_id, month, ...target }, { queries, actor, now, setAuditSubject }) => {
    await setAuditSubject('agent', agent_id, monthText(month))
    const today = lagosDay(now)
    if (month < monthOf(today)) invalid('Targets are set for this month or a later one.')
    if (month > addDays(today, maxDaysAhead)) invalid('Targets are set for a year ahead at most.')
    const { name } = await lockCashAgent(queries, agent_id)
    const row = { ...target, adminId: actor.adminId, createdAt: now }
    await queries
      .insert(agentTargets)
      .values({ agentId: agent_id, month, ...row })
      .onConflictDoUpdate({ target: [agentTargets.agentId, agentTargets.month], set: row })
    await queries.update(agents).set({ targetSetAt: now }).where(eq(agents.id, agent_id))
    return { message: `The target of ${name} for ${monthText(month)} is set.` }
  },
}
