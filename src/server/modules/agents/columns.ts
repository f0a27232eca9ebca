import { type SQL, sql } from 'drizzle-orm'
import { agents } from '../../db/tables/schema'

/** The agent's id for links in other lists; null for a deleted agent, whose details can't be opened. */
export const openAgent = sql`case when ${agents.status} <> 'DELETED' then ${agents.id} end`.mapWith(
  agents.id,
) as SQL<number | null>
