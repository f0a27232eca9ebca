import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { agents } from '../../db/tables/schema'

/** The agent's id for links in other lists; null for a deleted agent, whose details can't be opened. */
export const openAgentOf = ({ id, status }: { id: AnyPgColumn; status: AnyPgColumn }) =>
  sql`case when ${status} <> 'DELETED' then ${id} end`.mapWith(id) as SQL<number | null>
export const openAgent = openAgentOf(agents)
