import { eq } from 'drizzle-orm'
import { maxPayDays } from '#contract/calls/withdrawals'
import { isCollectionDay, nextCollectionDay } from '#domain/time/calendar'
import { addDays, lagosDay, showDate } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { agents } from '../db/tables/schema'
import { reject } from '../errors/refusals'
import { calendarOf } from '../ledger/calendar'
import { lockPaidCustomer } from './lockCustomer'

/** Why an agent can't pay a withdrawal; null if they can. */
export const againstAgent = ({ name, status }: { name: string; status: string }) =>
  status === 'ACTIVE' ? null : `${name} is ${status.toLowerCase()} and can’t pay it.`

/** The customer's agent of now, who pays a withdrawal; rejects unless active, and a frozen customer. Locks both against changes until the commit. */
export async function lockPayingAgent(queries: Queries, customerId: number) {
  const { assignedAgentId } = await lockPaidCustomer(queries, customerId)
  const [agent] = await queries
    .select({ id: agents.id, name: agents.name, status: agents.status })
    .from(agents)
    .where(eq(agents.id, assignedAgentId))
    .for('share')
  if (!agent) throw new Error(`There is no agent ${assignedAgentId}.`)
  const against = againstAgent(agent)
  return against ? reject(against) : agent
}

/** Rejects a day that is over, too far away, or without collection. */
export async function assertPayDay(queries: Queries, day: string, now: Date) {
  const today = lagosDay(now)
  if (day < today) reject('That day is over. Choose today or a later day.')
  if (day > addDays(today, maxPayDays)) reject(`The agent pays within ${maxPayDays} days.`)
  const calendar = await calendarOf(queries)
  if (!isCollectionDay(calendar, day))
    reject(
      `Agents don’t collect on ${showDate(day)}. The next day is ${showDate(nextCollectionDay(calendar, day))}.`,
    )
}
