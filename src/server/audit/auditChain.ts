import { createHash } from 'node:crypto'
import { asc, gt, sql } from 'drizzle-orm'
import type { Database, Queries } from '../db/database'
import { adminActivity as log } from '../db/tables/schema'
import { faultOfAgents } from './agentChain'
import { faultOfBatches } from './batchHash'
import { faultOfClosings } from './closedDays'

/** The result: intact to the last row, or the first fault. `lastHash` is '' for an empty log. */
export type Audit =
  | {
      intact: true
      rows: number
      lastHash: string
      knownAt: number | undefined
      closings: number
      acts: number
    }
  | { intact: false; fault: string }

const batchSize = 1000

/**
 * Recomputes the activity log's chain, and the hashes of closed days, outside the database, so that a tampered database function can't hide tampered
 * rows. Rows removed at the end leave a valid chain: `knownHash`, stored elsewhere earlier, shows whether its row is
 * still there.
 */
export const verifyChain = (database: Database, knownHash?: string): Promise<Audit> =>
  // One snapshot, unaffected by concurrent writes.
  database.transaction((tx) => walk(tx, knownHash), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })

async function walk(queries: Queries, knownHash: string | undefined): Promise<Audit> {
  let rows = 0
  let lastHash = ''
  let knownAt: number | undefined
  for (let read = batchSize; read === batchSize; ) {
    const batch = await rowsAfter(queries, rows)
    for (const { hash, ...row } of batch) {
      const fault = faultOf(row, hash, rows, lastHash)
      if (fault) return { intact: false, fault }
      rows += 1
      lastHash = hash
      if (hash === knownHash) knownAt = rows
    }
    read = batch.length
  }
  const all = await queries.$count(log)
  if (all !== rows) return { intact: false, fault: `It has ${all} rows, and its chain ${rows}.` }
  if (knownHash !== undefined && knownAt === undefined)
    return {
      intact: false,
      fault: 'No row has the hash given: rows were cut off, or the whole log was rewritten.',
    }
  const { closings, fault } = await faultOfClosings(queries)
  if (fault !== undefined) return { intact: false, fault }
  const { acts, fault: ofAgents } = await faultOfAgents(queries)
  if (ofAgents !== undefined) return { intact: false, fault: ofAgents }
  const { fault: ofBatches } = await faultOfBatches(queries)
  return ofBatches === undefined
    ? { intact: true, rows, lastHash, knownAt, closings, acts }
    : { intact: false, fault: ofBatches }
}

/** The fields in the order of admin_activity_hash in migration 0001, as text. */
const fields = {
  previousHash: log.previousHash,
  place: sql<string>`${log.place}::text`,
  id: sql<string>`${log.id}::text`,
  createdAt: sql<string>`to_char(timezone('UTC', ${log.createdAt}), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  adminId: sql<string>`${log.adminId}::text`,
  action: log.action,
  description: log.description,
  subject: log.subject,
  status: log.status,
  detail: log.detail,
  reference: log.reference,
}
type LogRow = { [K in keyof typeof fields]: string | null }

const rowsAfter = (queries: Queries, place: number) =>
  queries
    .select({ ...fields, hash: log.hash })
    .from(log)
    .where(gt(log.place, place))
    .orderBy(asc(log.place))
    .limit(batchSize)

function faultOf(row: LogRow, hash: string, rowsBefore: number, hashBefore: string): string | undefined {
  const place = rowsBefore + 1
  if (row.place !== String(place)) return `Row ${place} is missing: row ${row.place} stands in its place.`
  const which = `Row ${place} (id ${row.id}, ${row.createdAt})`
  if (row.previousHash !== hashBefore) return `${which} does not follow the row before it.`
  return hash === hashOfRow(row) ? undefined : `${which} was changed: it does not match its hash.`
}

/** Like PostgreSQL's JSON arrays: with a space after each comma. */
const hashOfRow = (row: LogRow) =>
  createHash('sha256')
    .update(
      `[${Object.keys(fields)
        .map((name) => JSON.stringify(row[name as keyof LogRow]))
        .join(', ')}]`,
    )
    .digest('hex')
