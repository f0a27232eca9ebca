import { eq } from 'drizzle-orm'
import type { Queries } from '../db/database'
import { agents } from '../db/tables/schema'
import { reject } from '../errors/refusals'
import { lockCustomer } from './lockCustomer'

/** Why an agent can't pay a withdrawal; null if they can. */
export const againstAgent = ({ name, status }: { name: string; status: string }) =>
  status === 'ACTIVE' ? null : `${name} is ${status.toLowerCase()} and can’t pay it.`

/** The customer's agent of now, who pays a withdrawal; rejects unless active. Locks both against changes until the commit. */
export async function lockPayingAgent(queries: Queries, customerId: number) {
  const { assignedAgentId } = await lockCustomer(queries, customerId)
  const [agent] = await queries
    .select({ id: agents.id, name: agents.name, status: agents.status })
    .from(agents)
    .where(eq(agents.id, assignedAgentId))
    .for('share')
  if (!agent) throw new Error(`There is no agent ${assignedAgentId}.`)
  const against = againstAgent(agent)
  return against ? reject(against) : agent
}
