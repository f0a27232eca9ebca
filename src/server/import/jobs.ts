import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { setSubject, type Subject, writeActivity } from '../audit/activity'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ImportState } from '#contract/calls/imports'
import type { Database, OpenDatabase, Queries } from '../db/database'
import { importFiles, imports, importUploads } from '../db/tables/imports'
import { dryRun } from './dryRun'
import { releaseImport } from './release'
import { cancelImport, editableStates } from './staging'
import { TableFault, WorkEnded } from './reading/tableRow'
import { undoImport } from './undo'
import type { Place } from './uploaded'

/** The states of an import while something long is done with it. */
export const jobStates = ['checking', 'releasing', 'undoing'] as const
type JobState = (typeof jobStates)[number]
export type Progress = { step: string; done: number; total: number }

const kinds: Record<JobState, { from: readonly ImportState[]; after: ImportState; needs: string }> = {
  checking: { from: editableStates, after: 'open', needs: 'Nothing can be added to it.' },
  releasing: {
    from: ['ready'],
    after: 'ready',
    needs: 'Its control totals must agree before it is released.',
  },
  undoing: { from: ['released'], after: 'released', needs: 'Only a released one can be undone.' },
}

/** The step of a job that a server takes up (process/workers/importWorker.ts). */
export const waitingStep = 'waiting'

type Begin = {
  importId: number
  adminId: number
  now: Date
  /** `waitingStep`, or that its caller runs it. */
  step?: string
  /** Also if it was begun before, and its server was killed. */
  again?: boolean
}

/** Sets the state in which a job runs, and who wants it. Throws a `TableFault` in any other state than the one before. */
export async function beginJob(
  queries: Queries,
  during: JobState,
  { importId, adminId, now, step = 'starting', again = false }: Begin,
) {
  const { from, needs } = kinds[during]
  const begun = await queries
    .update(imports)
    .set({
      state: during,
      step,
      done: 0,
      total: 0,
      stepsFrom: now,
      failure: null,
      attempts: 0,
      ...(during === 'releasing' && { releasedBy: adminId }),
      ...(during === 'undoing' && { undoneBy: adminId }),
    })
    .where(and(eq(imports.id, importId), inArray(imports.state, [...from, ...(again ? [during] : [])])))
    .returning({ id: imports.id })
  if (begun.length > 0) return
  const [found] = await queries.select().from(imports).where(eq(imports.id, importId))
  throw new TableFault(`Import ${importId} is ${found?.state ?? 'not there'}. ${needs}`)
}

/** Why an admin can't release an import: who made it or added a file to it needs another one. Undefined if they can. */
export async function againstRelease(queries: Queries, importId: number, adminId: number) {
  const [made] = await queries
    .select({ createdBy: imports.createdBy })
    .from(imports)
    .where(eq(imports.id, importId))
  if (made?.createdBy === adminId)
    return `You made import ${importId} yourself. Another admin must release it.`
  const [added] = await filesAddedBy(queries, importId, adminId).limit(1)
  return added ? `You added files to import ${importId}. Another admin must release it.` : undefined
}

/** The files that an admin added to an import. */
export const filesAddedBy = (queries: Queries, importId: number | PgColumn, adminId: number) =>
  queries
    .select({ id: importFiles.id })
    .from(importFiles)
    .where(and(eq(importFiles.importId, importId), eq(importFiles.addedBy, adminId)))

type Where = Pick<OpenDatabase, 'database' | 'singleConnection'> & {
  /** For progress, beside the transaction; the same database if not given. */
  progress?: Database
}
type Run = {
  importId: number
  now: () => Date
  onProgress?: (progress: Progress) => void
  /** In the transaction of a release or an undoing, once all is done. */
  onDone?: (tx: Queries, adminId: number) => Promise<void>
  /** Ends the job, to be taken up by another server. */
  isStopped?: () => boolean
  /** Where a dry run finds its files. */
  place?: Place
}

/** How often the progress of a dry run is kept on the embedded database. */
const keepMs = 500

/**
 * Does what the state of an import says. Progress is stored, so that it is seen from everywhere; a stop or a kill leaves nothing in
 * the books, and the job can be run again.
 */
export async function runJob(where: Where, job: Run) {
  const { database, progress = database, singleConnection } = where
  const { importId, place, isStopped } = job
  const now = job.now()
  const [found] = await progress.select().from(imports).where(eq(imports.id, importId))
  const during = jobStates.find((state) => state === found?.state)
  if (!found || !during) return
  let last = ''
  let keptAt = 0
  const onProgress = async (at: Progress) => {
    if (isStopped?.()) throw new WorkEnded('The server stops.')
    job.onProgress?.(at)
    // A release counts all of its steps together; each step of a dry run is counted by itself.
    const isNext = at.step !== last
    const from = during === 'checking' && isNext ? job.now() : undefined
    // The embedded database has one connection, which a release holds; between the small parts of a dry run it is for others.
    if (singleConnection && (during !== 'checking' || (!isNext && performance.now() - keptAt < keepMs)))
      return
    last = at.step
    keptAt = performance.now()
    await keepProgress(progress, importId, during, { ...at, from })
  }
  try {
    if (during === 'checking') {
      if (!place) throw new Error('A dry run needs a place for its files.')
      await dryRun(database, place, { importId, now, isShared: singleConnection, onProgress })
      return
    }
    const [act, adminId] =
      during === 'releasing' ? [releaseImport, found.releasedBy] : [undoImport, found.undoneBy]
    if (adminId === null) throw new Error('Nobody began this.')
    await database.transaction(async (tx) => {
      await act(tx, { importId, adminId, now, onProgress })
      await job.onDone?.(tx, adminId)
    })
  } catch (error) {
    if (!(error instanceof WorkEnded))
      await endJob(progress, importId, {
        from: [during],
        failure: error instanceof TableFault ? error.message : 'The server failed.',
      })
    throw error
  }
}

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

/** Releases an import whose control totals agree, by another admin than those who made it. */
export async function runRelease(where: Where, job: Job) {
  const { importId, adminId, now, allowSameAdmin } = job
  const against = allowSameAdmin ? undefined : await againstRelease(where.database, importId, adminId)
  if (against) throw new TableFault(against)
  await beginJob(where.database, 'releasing', { importId, adminId, now, again: true })
  await runJob(where, { ...job, now: () => now })
}

/** Undoes a released import as a whole. */
export async function runUndo(where: Where, job: Job) {
  const { importId, adminId, now } = job
  await beginJob(where.database, 'undoing', { importId, adminId, now, again: true })
  await runJob(where, { ...job, now: () => now })
}

/** Sets the state back to the one before. A running job ends at its next part, with nothing changed. */
async function endJob(
  queries: Queries,
  importId: number,
  { from, failure }: { from: readonly JobState[]; failure: string | null },
) {
  for (const during of from) {
    const ended = await queries
      .update(imports)
      .set({
        state: kinds[during].after,
        step: null,
        failure,
        ...(during === 'releasing' && { releasedBy: null }),
        ...(during === 'undoing' && { undoneBy: null }),
      })
      .where(and(eq(imports.id, importId), eq(imports.state, during)))
      .returning({ id: imports.id })
    if (ended.length === 0) continue
    if (during === 'checking') await queries.delete(importUploads).where(eq(importUploads.importId, importId))
    return true
  }
  return false
}

/** A job that ended its server so often is not begun again. */
const mostAttempts = 2

/** Counts that a server takes a job up, before it does. False if it has ended its server too often: then it is over. */
export async function beginAttempt(queries: Queries, importId: number): Promise<boolean> {
  const [begun] = await queries
    .update(imports)
    .set({ attempts: sql`${imports.attempts} + 1` })
    .where(and(eq(imports.id, importId), inArray(imports.state, [...jobStates])))
    .returning({ attempts: imports.attempts, step: imports.step })
  if (!begun) return false
  if (begun.attempts <= mostAttempts) return true
  const at = begun.step && begun.step !== waitingStep ? ` at ${begun.step}` : ''
  await endJob(queries, importId, {
    from: jobStates,
    failure: `The server ended ${mostAttempts} times while it worked on it${at}. It is not tried again; nothing was changed.`,
  })
  return false
}

/** A server that stops leaves the job to the next one, which is no failed attempt. */
export const takeBackAttempt = (queries: Queries, importId: number) =>
  queries
    .update(imports)
    .set({ attempts: sql`greatest(0, ${imports.attempts} - 1)` })
    .where(eq(imports.id, importId))

/** Cancels an import in whatever state it is before its release: a dry run or a release that runs is ended, also if nobody does it. */
export async function cancelAll(tx: Queries, importId: number) {
  await endJob(tx, importId, { from: ['checking', 'releasing'], failure: null })
  await cancelImport(tx, importId)
}

/** Ends an undoing: the import stays in the books. Returns whether there was one. */
export const cancelUndoing = (tx: Queries, importId: number) =>
  endJob(tx, importId, { from: ['undoing'], failure: null })

/** Cancels a dry run, a release or an undoing that runs. Returns whether there was one. */
export const cancelJob = (queries: Queries, importId: number) =>
  endJob(queries, importId, { from: jobStates, failure: null })

/** Outside the transaction. A state that was set back cancels the job. */
async function keepProgress(
  database: Database,
  importId: number,
  during: JobState,
  { step, done, total, from }: Progress & { from: Date | undefined },
) {
  const kept = await database
    .update(imports)
    .set({ step, done, total, ...(from && { stepsFrom: from }) })
    .where(and(eq(imports.id, importId), eq(imports.state, during)))
    .returning({ id: imports.id })
  if (kept.length === 0) throw new WorkEnded(`Import ${importId} was cancelled. Nothing was changed.`)
}

export type ImportAction =
  | 'readImport'
  | 'enterImportTotals'
  | 'releaseImport'
  | 'undoImport'
  | 'cancelImport'

/** Records in the activity log what was done with an import, beside the calls that ask for it. */
export async function logImport(
  tx: Queries,
  action: ImportAction,
  { adminId, importId, now, detail }: { adminId: number; importId: number; now: Date; detail?: string },
) {
  const subject: Subject = {}
  await setSubject(subject, tx, 'import', importId, detail)
  const facts = { actor: { adminId }, refused: undefined, reference: randomUUID(), now, subject }
  await writeActivity(tx, { name: `commands.${action}` }, facts)
}
