import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/database'
import { agents } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'

/** A share lock: prevents a concurrent suspension or deletion, but allows other registrations and reassignments. */
export async function lockActiveAgent(queries: Queries, id: number) {
  const [agent] = await queries
    .select({ name: agents.name, status: agents.status })
    .from(agents)
    .where(eq(agents.id, id))
    .for('share')
  if (!agent || agent.status === 'DELETED') return reject(`Agent with ID ${id} not found`)
  if (agent.status !== 'ACTIVE')
    reject(`${agent.name} is ${agent.status.toLowerCase()}. Choose an active agent.`)
  return agent
}
