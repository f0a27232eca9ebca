import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { admins, agents } from '../db/tables/schema'

/** The agent's id for links in other lists; null for a deleted agent, whose details can't be opened. */
export const openAgentOf = ({ id, status }: { id: AnyPgColumn; status: AnyPgColumn }) =>
  sql`case when ${status} <> 'DELETED' then ${id} end`.mapWith(id) as SQL<number | null>
export const openAgent = openAgentOf(agents)

/** Who made a movement: the agent who collected it, else the admin who recorded or approved it; null for what a run posted. */
export const makerOf = (isCollected: SQL) =>
  sql<string | null>`coalesce(case when ${isCollected} then ${agents.name} end, ${admins.name})`
