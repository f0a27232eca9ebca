import { sql } from 'drizzle-orm'
import type { FirstStep } from '#contract/calls/dashboard'
import { calls } from '#contract/index'
import { type Access, can } from '#contract/permissions'
import { agentPayTerms, agentTargets } from '../../db/tables/agentPay'
import { collectionCalendars, holidays } from '../../db/tables/calendar'
import { fees } from '../../db/tables/fees'
import { loanTypes } from '../../db/tables/loans'
import { marketDays, savings, savingsHistory, savingTypes } from '../../db/tables/money'
import { agents, customers } from '../../db/tables/schema'
import type { Context } from '../../handler'
import { notDeleted } from '../../people/customerColumns'

/** What it takes to do each step. */
const accessOf: Record<FirstStep, Access> = {
  saving_type: calls.savings.createSavingType.access,
  loan_type: calls.loans.createLoanType.access,
  fee: calls.fees.createFee.access,
  calendar: calls.calendar.setClosedWeekdays.access,
  market_day: calls.markets.createMarket.access,
  agent: calls.agents.addAgent.access,
  agent_pay: calls.agentPay.setAgentPayTerms.access,
  target: calls.agents.setAgentTarget.access,
  customer: calls.customers.registerCustomer.access,
  saving: calls.savings.openSaving.access,
  deposit: calls.collections.recordSheet.access,
}

type Facts = Record<FirstStep, boolean> & { newest_customer: string | null }

/** What is done of a new business's first steps; null for an actor who may do none of them. */
export async function firstSteps({ queries, actor }: Pick<Context, 'queries' | 'actor'>) {
  if (!Object.values(accessOf).some((access) => can(actor, access, 'write'))) return null
  // Each part stops at the first row that it finds.
  const { rows } = await queries.execute<Facts>(sql`select
    exists (select from ${savingTypes}) as saving_type,
    exists (select from ${loanTypes}) as loan_type,
    exists (select from ${fees}) as fee,
    exists (select from ${collectionCalendars}) or exists (select from ${holidays}) as calendar,
    exists (select from ${marketDays}) as market_day,
    exists (select from ${agents} where ${agents.status} <> 'DELETED') as agent,
    exists (select from ${agentPayTerms}) as agent_pay,
    exists (select from ${agentTargets}) as target,
    exists (select from ${customers} where ${notDeleted}) as customer,
    exists (select from ${savings}) as saving,
    exists (select from ${savingsHistory} where ${savingsHistory.kind} = 'deposit'
      and ${savingsHistory.status} = 'approved') as deposit,
    (select ${customers.id} from ${customers} where ${notDeleted} and ${customers.isActive}
      order by ${customers.createdAt} desc, ${customers.id} desc limit 1) as newest_customer`)
  const [facts] = rows
  if (!facts) throw new Error('The first steps could not be read.')
  const { newest_customer, ...done } = facts
  const opens = newest_customer !== null && can(actor, accessOf.saving, 'write')
  return { ...done, newest_customer: opens ? Number(newest_customer) : null }
}
