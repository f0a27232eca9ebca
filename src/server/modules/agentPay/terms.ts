import { desc, eq, sql } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import type { BasisPoints } from '#contract/values'
import { formatRate } from '#domain/money/rates'
import { lagosDay } from '#domain/time/lagos'
import { monthOf, monthText } from '#domain/time/months'
import { agentPayTerms } from '../../db/tables/agentPay'
import { admins, agents } from '../../db/tables/schema'
import { invalid } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { lagosStamp } from '../../lists/conditions'
import { lockCashAgent } from '../../people/agentCash'
import { openAgent } from '../../people/agentColumns'

type TermsCalls = Pick<Calls['agentPay'], 'getAgentPayTerms' | 'setAgentPayTerms'>

export const payTermsHandlers: HandlersFor<TermsCalls> = {
  getAgentPayTerms: async (_input, { queries }) => ({
    data: await queries
      .select({
        id: agentPayTerms.id,
        from_month: agentPayTerms.fromMonth,
        agent_id: openAgent,
        agent: sql<string>`coalesce(${agents.name}, 'All agents')`,
        commission_rate: sql<BasisPoints | null>`${agentPayTerms.commissionBasisPoints}`,
        savings_rate: sql<BasisPoints | null>`${agentPayTerms.savingsBasisPoints}`,
        repayment_rate: sql<BasisPoints | null>`${agentPayTerms.repaymentBasisPoints}`,
        admin: admins.name,
        created_at: lagosStamp(agentPayTerms.createdAt),
      })
      .from(agentPayTerms)
      .leftJoin(agents, eq(agents.id, agentPayTerms.agentId))
      .innerJoin(admins, eq(admins.id, agentPayTerms.adminId))
      .orderBy(desc(agentPayTerms.fromMonth), desc(agentPayTerms.id)),
  }),

  setAgentPayTerms: async (input, { queries, actor, now, setAuditSubject }) => {
    const { from_month: fromMonth, agent_id: agentId } = input
    const rates = [input.commission_rate, input.savings_rate, input.repayment_rate]
    const given = rates.filter((rate) => rate !== null)
    if (fromMonth < monthOf(lagosDay(now)))
      invalid('Rates count from this month or a later one: what agents brought before keeps its own.')
    if (given.length < rates.length && (given.length > 0 || agentId === null))
      invalid('Enter all three rates. A rate of 0 pays nothing.')
    const name = agentId === null ? 'All agents' : (await lockCashAgent(queries, agentId)).name
    const [set] = await queries
      .insert(agentPayTerms)
      .values({
        agentId,
        fromMonth,
        commissionBasisPoints: input.commission_rate,
        savingsBasisPoints: input.savings_rate,
        repaymentBasisPoints: input.repayment_rate,
        adminId: actor.adminId,
        createdAt: now,
      })
      .returning({ id: agentPayTerms.id })
    if (!set) throw new Error('No terms were set.')
    const what = given.length > 0 ? `Rates: ${given.map(formatRate).join(', ')}.` : 'The rates of all.'
    await setAuditSubject('set of agent pay terms', set.id, what)
    return {
      message:
        given.length > 0
          ? `The rates of ${name === 'All agents' ? 'all agents' : name} count from ${monthText(fromMonth)}.`
          : `${name} has the rates of all agents from ${monthText(fromMonth)}.`,
    }
  },
}
