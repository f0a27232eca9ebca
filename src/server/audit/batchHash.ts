import { createHash } from 'node:crypto'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { groupedBy } from '#domain/lists/groupedBy'
import type { Queries } from '../db/database'
import { fieldBatches, fieldLines } from '../db/tables/field'
import { agentActivity } from '../db/tables/schema'

type Batch = Pick<
  typeof fieldBatches.$inferSelect,
  'reference' | 'agentId' | 'deviceId' | 'day' | 'createdAt'
>
type Line = Pick<
  typeof fieldLines.$inferInsert,
  | 'lineKey'
  | 'place'
  | 'savingsId'
  | 'loanId'
  | 'contentHash'
  | 'state'
  | 'entryId'
  | 'officeLineId'
  | 'lateId'
> & { amount: number }

/** The hash of a batch, over its lines as they were taken: what was decided later on those that waited is not in it. */
export const hashOfBatch = (
  { reference, agentId, deviceId, day, createdAt }: Batch,
  lines: readonly Line[],
) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        [reference, agentId, deviceId, day, createdAt.toISOString()],
        ...lines.map((line) => [
          line.place,
          line.lineKey,
          line.contentHash,
          line.savingsId ?? null,
          line.loanId ?? null,
          line.amount,
          ...(line.lateId
            ? ['waiting', null, null]
            : [line.state, line.entryId ?? null, line.officeLineId ?? null]),
        ]),
      ]),
    )
    .digest('hex')

export const batchHashText = (hash: string) => `Hash ${hash}.`

const batchesAtOnce = 200

/** What is wrong with the batches: lines that do not match the hash, or another hash than the agent's activity has. */
export async function faultOfBatches(queries: Queries): Promise<{ batches: number; fault?: string }> {
  let batches = 0
  for (let after = 0, read = batchesAtOnce; read === batchesAtOnce; ) {
    const rows = await queries
      .select({ batch: fieldBatches, detail: agentActivity.detail })
      .from(fieldBatches)
      .leftJoin(
        agentActivity,
        and(
          eq(agentActivity.agentId, fieldBatches.agentId),
          eq(agentActivity.reference, fieldBatches.reference),
        ),
      )
      .where(gt(fieldBatches.id, after))
      .orderBy(asc(fieldBatches.id))
      .limit(batchesAtOnce)
    const lines = groupedBy(
      await queries
        .select()
        .from(fieldLines)
        .where(inArray(fieldLines.batchId, rows.length > 0 ? rows.map(({ batch }) => batch.id) : [0]))
        .orderBy(asc(fieldLines.batchId), asc(fieldLines.place)),
      ({ batchId }) => batchId,
    )
    for (const { batch, detail } of rows) {
      batches += 1
      const which = `Batch ${batch.reference}`
      const own = lines.get(batch.id) ?? []
      if (own.length !== batch.lines) return { batches, fault: `${which} has lost or got lines.` }
      if (batch.hash !== hashOfBatch(batch, own))
        return { batches, fault: `${which} was changed: its lines do not match its hash.` }
      if (!detail?.includes(batchHashText(batch.hash)))
        return { batches, fault: `${which} has another hash than the activity of its agent.` }
    }
    read = rows.length
    after = rows.at(-1)?.batch.id ?? after
  }
  return { batches }
}
