import { createHash } from 'node:crypto'
import { asc, isNotNull, sql } from 'drizzle-orm'
import type { Queries } from '../db/database'
import { agentActivity as log } from '../db/tables/schema'

/** The fields in the order of agent_activity_hash in migration 0170, as text. */
const fields = {
  previousHash: log.previousHash,
  place: sql<string>`${log.place}::text`,
  id: sql<string>`${log.id}::text`,
  createdAt: sql<string>`to_char(timezone('UTC', ${log.createdAt}), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  agentId: sql<string>`${log.agentId}::text`,
  action: log.action,
  status: log.status,
  detail: log.detail,
  reference: log.reference,
}
type Row = { [K in keyof typeof fields]: string | null }

const batchSize = 1000

/**
 * Recomputes the chain of each agent's activity outside the database, as the activity log's (auditChain.ts). Returns how many rows
 * there are, and what is wrong with the first faulty one.
 */
export async function faultOfAgents(queries: Queries): Promise<{ acts: number; fault?: string }> {
  let acts = 0
  let agent = ''
  let place = 0
  let previous = ''
  for (let read = batchSize; read === batchSize; ) {
    const rows = await queries
      .select({ ...fields, hash: log.hash })
      .from(log)
      .where(isNotNull(log.place))
      .orderBy(asc(log.agentId), asc(log.place))
      .limit(batchSize)
      .offset(acts)
    for (const { hash, ...row } of rows) {
      if (row.agentId !== agent) [agent, place, previous] = [row.agentId ?? '', 0, '']
      place += 1
      acts += 1
      const which = `Row ${place} of the activity of agent ${agent} (id ${row.id})`
      if (row.place !== String(place)) return { acts, fault: `${which} is missing.` }
      if (row.previousHash !== previous) return { acts, fault: `${which} does not follow the row before it.` }
      if (hash !== hashOf(row)) return { acts, fault: `${which} was changed: it does not match its hash.` }
      previous = hash
    }
    read = rows.length
  }
  return { acts }
}

/** Like PostgreSQL's JSON arrays: with a space after each comma. */
const hashOf = (row: Row) =>
  createHash('sha256')
    .update(
      `[${Object.keys(fields)
        .map((name) => JSON.stringify(row[name as keyof Row]))
        .join(', ')}]`,
    )
    .digest('hex')
