import { createHash } from 'node:crypto'
import { and, eq, inArray, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import type { ImportNoun } from '#contract/calls/imports'
import type { DateOrder } from '#domain/import/cells'
import type { DateQuestion } from '#domain/import/columns'
import { importFields, keyedNouns } from '#domain/import/nouns'
import type { ImportRow } from '#domain/import/rows'
import type { ImportState } from '#contract/calls/imports'
import type { Database, Queries } from '../db/database'
import { insertRows } from '../db/insertRows'
import { importFaults, importFiles, importRows, imports, importUploads } from '../db/tables/imports'
import type { ReadRow } from './reading/readRows'
import { openTable } from './reading/readTable'
import { WorkEnded, TableFault } from './reading/tableRow'

/** Faults of one file that are kept; more are counted only. */
const mostFaults = 20_000

type NewImport = { adminId: number; cutOverDay: string; now: Date }

export async function createImport(
  queries: Queries,
  { adminId, cutOverDay, now }: NewImport,
): Promise<number> {
  const [made] = await queries
    .insert(imports)
    .values({ createdBy: adminId, cutOverDay, createdAt: now })
    .returning({ id: imports.id })
  if (!made) throw new Error('No import was created.')
  return made.id
}

/** A file whose dates fit day first and month first: who sent it says which it is. */
export class DatesFit extends TableFault {
  readonly question: DateQuestion
  constructor(question: DateQuestion) {
    super(
      `${question.column} in line ${question.line} is ${question.text}, and no date of the file says whether the day or the month is first.`,
    )
    this.question = question
  }
}

/** How much is written in one transaction, and what is done between two. */
export type Turns = { rowsAtOnce: number; giveWay?: (lastMs: number) => Promise<void> }
const inTurns: Turns = { rowsAtOnce: 1_000 }

export type Parted = {
  transaction: <T>(work: (tx: Queries) => Promise<T>) => Promise<T>
  importId: number
  inJob: boolean
  turns: Turns
}
/** The part that makes those before it count. */
export const isLast = { isLast: true }
export type InPart = <T>(work: (tx: Queries) => Promise<T>, last?: { isLast: boolean }) => Promise<T>

/**
 * Work on an import in parts, each a transaction of its own unless its caller has one, between which others have the connection. Only
 * the last one waits for the disk: what a power cut takes of those before is read again.
 */
export const partsOf =
  ({ transaction, importId, inJob, turns }: Parted): InPart =>
  async (work, last = { isLast: false }) => {
    const begun = performance.now()
    const result = await transaction(async (tx) => {
      await takeImport(tx, importId)
      if (turns.giveWay && !last.isLast) await tx.execute(sql`set local synchronous_commit = off`)
      await stateOf(tx, importId, inJob)
      return work(tx)
    })
    await turns.giveWay?.(performance.now() - begun)
    return result
  }

type Added = {
  importId: number
  noun: ImportNoun
  path: string
  name: string
  adminId: number
  now: Date
  /** The order of its dates, if both fit. */
  dates?: DateOrder | undefined
  /** By the job of a dry run, not by a command. */
  inJob?: boolean
  turns?: Turns
  /** Called as rows are read, of about so many; 0 if their number is not known. What it throws cancels. */
  onRows?: (rows: number, about: number) => void | Promise<void>
  /** In its last transaction, once the file is read. */
  onDone?: (tx: Queries) => Promise<unknown>
}

/**
 * Reads a file into an import that is not released: as a whole or, after a `TableFault`, not at all. A file of faults that was
 * mended replaces the faulty rows of its noun. The books are not touched. Its rows come in parts, between which others have the
 * connection; they count with the last one.
 */
export async function addFile(
  database: Database,
  added: Added,
): Promise<{ rows: number; refused: number; readAs: string }> {
  const { importId, noun, name, adminId, now, inJob = false, turns = inTurns } = added
  const { rows: parts, ...table } = await openTable(added.path, { noun, dates: added.dates })
  let fileId: number | undefined
  const inPart = partsOf({ transaction: (work) => database.transaction(work), importId, inJob, turns })
  try {
    const { sha256, bytes, readAs, about, question } = table
    fileId = await inPart(async (tx) => {
      await refuseAgain(tx, sha256)
      if (question) throw new DatesFit(question)
      const [file] = await tx
        .insert(importFiles)
        .values({
          importId,
          noun,
          name,
          sha256,
          bytes,
          readAs,
          rows: 0,
          isReading: true,
          addedBy: adminId,
          createdAt: now,
        })
        .returning({ id: importFiles.id })
      return file?.id ?? 0
    })
    const counted = { rows: 0, refused: 0 }
    for await (const part of inParts(parts, turns.rowsAtOnce)) {
      await inPart((tx) => writePart(tx, part, counted, { importId, fileId: fileId ?? 0, noun }))
      await added.onRows?.(counted.rows, about)
    }
    if (counted.rows === 0) throw new TableFault('The file has no rows under its heading.')
    await inPart(async (tx) => {
      if (table.isMended) await dropFaulty(tx, importId, { noun, but: fileId ?? 0 })
      await tx
        .update(importFiles)
        .set({ isReading: false })
        .where(eq(importFiles.id, fileId ?? 0))
      await setState(tx, importId, { inJob, to: { totals: null, ...(!inJob && { state: 'open' }) } })
      await added.onDone?.(tx)
    }, isLast)
    return { ...counted, readAs }
  } catch (error) {
    const unread = fileId
    if (unread !== undefined) await database.transaction((tx) => dropFiles(tx, eq(importFiles.id, unread)))
    throw error
  } finally {
    table.close()
  }
}

async function refuseAgain(tx: Queries, sha256: string) {
  const [before] = await tx
    .select({ importId: importFiles.importId, name: importFiles.name })
    .from(importFiles)
    .innerJoin(imports, eq(imports.id, importFiles.importId))
    .where(
      and(
        eq(importFiles.sha256, sha256),
        eq(importFiles.isReading, false),
        notInArray(imports.state, ['undone', 'cancelled']),
      ),
    )
    .limit(1)
  if (before) throw new TableFault(`This file is in import ${before.importId} already, as ${before.name}.`)
}

/** Rows in parts of this size, the last one smaller. */
async function* inParts(read: AsyncIterable<ReadRow[]>, size: number): AsyncGenerator<ReadRow[]> {
  const waiting: ReadRow[] = []
  for await (const rows of read) {
    waiting.push(...rows)
    while (waiting.length >= size) yield waiting.splice(0, size)
  }
  if (waiting.length > 0) yield waiting
}

type StagedFile = { importId: number; fileId: number; noun: ImportNoun }

/** Writes rows and their faults, unless somebody removed the file meanwhile. */
async function writePart(
  tx: Queries,
  part: readonly ReadRow[],
  counted: { rows: number; refused: number },
  file: StagedFile,
) {
  const good = part.filter(({ faults }) => faults.length === 0)
  const bad = part.filter(({ faults }) => faults.length > 0)
  const kept = bad.slice(0, Math.max(0, mostFaults - counted.refused))
  counted.rows += part.length
  counted.refused += bad.length
  const still = await tx
    .update(importFiles)
    .set({ rows: counted.rows })
    .where(and(eq(importFiles.id, file.fileId), eq(importFiles.isReading, true)))
    .returning({ id: importFiles.id })
  if (still.length === 0) throw new WorkEnded(`Another process ended the reading of import ${file.importId}.`)
  await insertRows(
    tx,
    importRows,
    good.map(({ line, row }) => ({
      ...file,
      line,
      row,
      key: keyOf(file.noun, row),
      hash: hashOf(file.noun, row),
    })),
  )
  await insertRows(
    tx,
    importFaults,
    kept.flatMap(({ line, faults, cells = null }) =>
      faults.map(({ column, reason }, at) => ({
        ...file,
        line,
        cells: at === 0 ? cells : null,
        header: column,
        reason,
      })),
    ),
  )
}

/** Removes files of which not all rows are there: their reading was killed. */
export const dropUnread = (tx: Queries, importId: number) =>
  dropFiles(tx, and(eq(importFiles.importId, importId), eq(importFiles.isReading, true)))

async function dropFiles(tx: Queries, which: SQL | undefined) {
  const ids = (await tx.select({ id: importFiles.id }).from(importFiles).where(which)).map(({ id }) => id)
  if (ids.length === 0) return
  await tx.delete(importFaults).where(inArray(importFaults.fileId, ids))
  await tx.delete(importRows).where(inArray(importRows.fileId, ids))
  await tx.delete(importFiles).where(inArray(importFiles.id, ids))
}

/** States in which files and control totals can be added. */
export const editableStates: readonly ImportState[] = ['open', 'checked', 'ready']
const statesFor = (inJob: boolean): readonly ImportState[] => (inJob ? ['checking'] : editableStates)

/**
 * One transaction at a time works on an import; it may take minutes. Not by a lock on its row, which others change meanwhile:
 * progress, and the state that cancels.
 */
export async function takeImport(tx: Queries, importId: number) {
  await tx.execute(sql`set local statement_timeout = 0`)
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(4306, ${importId}::int) as taken`,
  )
  if (!rows[0]?.taken) throw new WorkEnded(`Import ${importId} is being worked on already.`)
}

/** The import, in a state in which files can be added and checked. Throws a `TableFault` in any other. */
export async function stateOf(tx: Queries, importId: number, inJob: boolean) {
  const [found] = await tx.select().from(imports).where(eq(imports.id, importId))
  if (!found) throw new TableFault(`Import ${importId} is not there.`)
  if (!statesFor(inJob).includes(found.state))
    throw new (inJob ? WorkEnded : TableFault)(
      `Import ${importId} is ${found.state}: nothing can be added to it.`,
    )
  return found
}

/** The last step of a transaction that works on an import: fails if the import was cancelled or released meanwhile. */
export async function setState(
  tx: Queries,
  importId: number,
  { inJob, to }: { inJob: boolean; to: Partial<typeof imports.$inferInsert> },
) {
  const set = await tx
    .update(imports)
    .set(to)
    .where(and(eq(imports.id, importId), inArray(imports.state, [...statesFor(inJob)])))
    .returning({ id: imports.id })
  if (set.length === 0) throw new WorkEnded(`Import ${importId} was cancelled.`)
}

/** Locks an import that is not released, cancelled or worked on. */
export async function lockOpen(tx: Queries, importId: number) {
  await tx.execute(sql`select from imports where id = ${importId} for update`)
  return stateOf(tx, importId, false)
}

async function dropFaulty(tx: Queries, importId: number, { noun, but }: { noun: ImportNoun; but: number }) {
  await tx.execute(sql`delete from import_rows where file_id <> ${but} and id in (
    select row_id from import_faults where import_id = ${importId} and noun = ${noun})`)
  await tx
    .delete(importFaults)
    .where(
      and(eq(importFaults.importId, importId), eq(importFaults.noun, noun), ne(importFaults.fileId, but)),
    )
}

/** Cancels an import that is not worked on: what was read and uploaded for it is deleted. */
export async function cancelImport(tx: Queries, importId: number) {
  await tx.execute(sql`select from imports where id = ${importId} for update`)
  const [found] = await tx.select({ state: imports.state }).from(imports).where(eq(imports.id, importId))
  if (!found || !editableStates.includes(found.state))
    throw new TableFault(
      found
        ? `Import ${importId} is ${found.state} and can’t be cancelled.`
        : `Import ${importId} is not there.`,
    )
  await dropUnread(tx, importId)
  await deleteStaged(tx, importId)
  await tx.delete(importUploads).where(eq(importUploads.importId, importId))
  await tx.update(imports).set({ state: 'cancelled', failure: null }).where(eq(imports.id, importId))
}

/** Deletes what was read for an import, except for the rows of some nouns. */
export async function deleteStaged(
  tx: Queries,
  importId: number,
  { but = [] }: { but?: readonly ImportNoun[] } = {},
) {
  await tx.delete(importFaults).where(eq(importFaults.importId, importId))
  await tx
    .delete(importRows)
    .where(and(eq(importRows.importId, importId), notInArray(importRows.noun, [...but])))
}

/** Nouns whose rows belong to the row that their first cell names. */
const rowsOfOthers: ReadonlySet<ImportNoun> = new Set(['instalments', 'guarantors', 'agentStatementRows'])

/** By which other rows name a row; without a key of its own, the row that it belongs to. */
const keyOf = (noun: ImportNoun, row: ImportRow): string => {
  const [first] = importFields[noun]
  const key = String(row[first?.name ?? ''] ?? '')
  // Written by people: 'c-001' is C-001.
  return keyedNouns.has(noun) || rowsOfOthers.has(noun) ? key.toLowerCase() : key
}

/** The fingerprint of a row: of what it says, not of how it is written or of the file's name. */
const hashOf = (noun: ImportNoun, row: ImportRow) => {
  const known = importFields[noun].flatMap(({ name }) => (row[name] === undefined ? [] : [[name, row[name]]]))
  return createHash('sha256')
    .update(JSON.stringify([noun, known]))
    .digest('base64url')
}
