import { type SQL, sql } from 'drizzle-orm'
import { agents } from '../../db/schema'

/** The agent of a row of another list, where their details can be opened: a deleted one has a name there and no more. */
export const openAgent = sql`case when ${agents.status} <> 'DELETED' then ${agents.id} end`.mapWith(
  agents.id,
) as SQL<number | null>
