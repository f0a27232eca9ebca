import { eq, inArray, sql } from 'drizzle-orm'
import type { Database, OpenDatabase, Queries } from '../db/database'
import { imports } from '../db/tables/imports'
import { releaseImport } from './release'
import { TableFault } from './tableRow'
import { undoImport } from './undo'

export type Job = {
  importId: number
  adminId: number
  now: Date
  /** One admin may do both, in a business with one. */
  allowSameAdmin: boolean
  onProgress?: (progress: Progress) => void
  /** In its transaction, once all is done. */
  onDone?: (tx: Queries) => Promise<void>
}
export type Progress = { step: string; done: number; total: number }
type Where = Pick<OpenDatabase, 'database' | 'singleConnection'>

/**
 * Releases an import whose control totals agree, by another admin than the one who made it. Its progress is stored, so that it is
 * seen from everywhere; a stop or a kill leaves nothing in the books, and the import can be released again.
 */
export async function runRelease(where: Where, job: Job) {
  const [found] = await where.database.select().from(imports).where(eq(imports.id, job.importId))
  if (!found) throw new TableFault(`Import ${job.importId} is not there.`)
  if (found.createdBy === job.adminId && !job.allowSameAdmin)
    throw new TableFault(`You made import ${job.importId} yourself. Another admin must release it.`)
  await run(where, job, {
    from: ['ready', 'releasing'],
    during: 'releasing',
    after: 'ready',
    act: releaseImport,
  })
}

/** Undoes a released import as a whole. */
export const runUndo = (where: Where, job: Job) =>
  run(where, job, { from: ['released', 'undoing'], during: 'undoing', after: 'released', act: undoImport })

type Kind = {
  from: (typeof imports.$inferSelect)['state'][]
  during: 'releasing' | 'undoing'
  after: 'ready' | 'released'
  act: typeof releaseImport
}

async function run(
  { database, singleConnection }: Where,
  { importId, adminId, now, onProgress, onDone }: Job,
  kind: Kind,
) {
  const begun = await database
    .update(imports)
    .set({ state: kind.during, step: 'starting', done: 0, total: 0, stepsFrom: now, failure: null })
    .where(sql`${imports.id} = ${importId} and ${inArray(imports.state, kind.from)}`)
    .returning({ id: imports.id })
  const [found] = await database.select().from(imports).where(eq(imports.id, importId))
  if (begun.length === 0)
    throw new TableFault(
      `Import ${importId} is ${found?.state ?? 'not there'}. ${kind.during === 'releasing' ? 'Its control totals must agree before it is released.' : 'Only a released one can be undone.'}`,
    )
  try {
    await database.transaction(async (tx) => {
      await kind.act(tx, {
        importId,
        adminId,
        now,
        onProgress: async (progress) => {
          onProgress?.(progress)
          if (!singleConnection) await keepProgress(database, importId, kind.during, progress)
        },
      })
      await onDone?.(tx)
    })
  } catch (error) {
    await database
      .update(imports)
      .set({
        state: kind.after,
        step: null,
        failure: error instanceof TableFault ? error.message : 'The server failed.',
      })
      .where(sql`${imports.id} = ${importId} and ${imports.state} = ${kind.during}`)
    throw error
  }
}

/** Outside the transaction. Setting the state back cancels the release or undo (`cancelJob`). */
async function keepProgress(
  database: Database,
  importId: number,
  during: string,
  { step, done, total }: Progress,
) {
  const kept = await database
    .update(imports)
    .set({ step, done, total })
    .where(sql`${imports.id} = ${importId} and ${imports.state} = ${during}`)
    .returning({ id: imports.id })
  if (kept.length === 0) throw new TableFault(`Import ${importId} was cancelled. Nothing was changed.`)
}

/** Cancels a release or an undoing that runs: it ends at its next part, with nothing changed. */
export const cancelJob = (database: Database, importId: number) =>
  database
    .update(imports)
    .set({ state: sql`case ${imports.state} when 'releasing' then 'ready' else 'released' end`, step: null })
    .where(sql`${imports.id} = ${importId} and ${imports.state} in ('releasing', 'undoing')`)
    .returning({ id: imports.id })
