import { createHash } from 'node:crypto'
import { and, eq, inArray, ne, notInArray, sql } from 'drizzle-orm'
import type { ImportNoun } from '#contract/calls/imports'
import { type Field, importFields, keyedNouns } from '#domain/import/nouns'
import type { ImportRow } from '#domain/import/rows'
import type { ImportState } from '#contract/calls/imports'
import type { Database, Queries } from '../db/database'
import { insertRows } from '../db/insertRows'
import { importFaults, importFiles, importRows, imports } from '../db/tables/imports'
import { openRows } from './readRows'
import { inspectTable } from './table'
import { WorkEnded, TableFault } from './tableRow'

const rowsAtOnce = 1_000
/** Faults of one file that are kept; more are counted only. */
const mostFaults = 20_000

export type NewImport = { adminId: number; cutOverDay: string; now: Date }

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

type Added = {
  importId: number
  noun: ImportNoun
  path: string
  name: string
  adminId: number
  now: Date
  /** By the job of a dry run, not by a command. */
  inJob?: boolean
  /** Called as rows are read, of about so many; 0 if their number is not known. What it throws cancels. */
  onRows?: (rows: number, about: number) => void | Promise<void>
  /** In its transaction, once the file is read. */
  onDone?: (tx: Queries) => Promise<unknown>
}

/**
 * Reads a file into an import that is not released: as a whole or, after a `TableFault`, not at all. A file of faults that was
 * mended replaces the faulty rows of its noun. The books are not touched.
 */
export async function addFile(database: Database, added: Added): Promise<{ rows: number; refused: number }> {
  const { importId, noun, path, name, adminId, now, inJob = false } = added
  const file = await inspectTable(path)
  return database.transaction(async (tx) => {
    await takeImport(tx, importId)
    await stateOf(tx, importId, inJob)
    const [before] = await tx
      .select({ importId: importFiles.importId, name: importFiles.name })
      .from(importFiles)
      .innerJoin(imports, eq(imports.id, importFiles.importId))
      .where(and(eq(importFiles.sha256, file.sha256), notInArray(imports.state, ['undone', 'cancelled'])))
      .limit(1)
    if (before) throw new TableFault(`This file is in import ${before.importId} already, as ${before.name}.`)
    const { heading, isMended, rows } = await openRows(file, noun)
    if (isMended) await dropFaulty(tx, importId, noun)
    const [row] = await tx
      .insert(importFiles)
      .values({
        importId,
        noun,
        name,
        sha256: file.sha256,
        bytes: file.bytes,
        rows: 0,
        addedBy: adminId,
        createdAt: now,
      })
      .returning({ id: importFiles.id })
    const fileId = row?.id ?? 0
    let read = 0
    let refused = 0
    /** Rows and their faults, in parts. */
    async function* parts() {
      let part = emptyPart()
      for await (const { line, row: values, faults, cells } of rows) {
        read += 1
        if (faults.length === 0)
          part.good.push({
            importId,
            fileId,
            noun,
            line,
            key: keyOf(noun, values),
            row: values,
            hash: hashOf(noun, values),
          })
        else {
          refused += 1
          const written = cellsOf(importFields[noun], heading.places, cells)
          if (refused <= mostFaults)
            part.bad.push(
              ...faults.map((fault, at) => ({
                importId,
                fileId,
                noun,
                line,
                cells: at === 0 ? written : null,
                header: fault.column,
                reason: fault.reason,
              })),
            )
        }
        if (part.good.length + part.bad.length < rowsAtOnce) continue
        yield part
        part = emptyPart()
      }
      yield part
    }
    await writeBehind(parts(), async ({ good, bad }) => {
      await insertRows(tx, importRows, good)
      await insertRows(tx, importFaults, bad)
      await added.onRows?.(read, file.about)
    })
    if (read === 0) throw new TableFault('The file has no rows under its heading.')
    await tx.update(importFiles).set({ rows: read }).where(eq(importFiles.id, fileId))
    await setState(tx, importId, { inJob, to: { totals: null, ...(!inJob && { state: 'open' }) } })
    await added.onDone?.(tx)
    return { rows: read, refused }
  })
}

const emptyPart = (): {
  good: (typeof importRows.$inferInsert)[]
  bad: (typeof importFaults.$inferInsert)[]
} => ({ good: [], bad: [] })

/** Writes parts one after the other, each while the next one is read. Rejects with the first failure. */
async function writeBehind<T>(parts: AsyncIterable<T>, write: (part: T) => Promise<void>) {
  let writing = Promise.resolve()
  try {
    for await (const part of parts) {
      await writing
      writing = write(part)
      // Awaited with the next part, which may take a while to read.
      writing.catch(() => undefined)
    }
  } finally {
    await writing
  }
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

async function dropFaulty(tx: Queries, importId: number, noun: ImportNoun) {
  await tx.execute(sql`delete from import_rows where id in (
    select row_id from import_faults where import_id = ${importId} and noun = ${noun})`)
  await tx.delete(importFaults).where(and(eq(importFaults.importId, importId), eq(importFaults.noun, noun)))
}

/** Cancels an import: its rows and faults are deleted. */
export async function cancelImport(tx: Queries, importId: number) {
  await lockOpen(tx, importId)
  await deleteStaged(tx, importId)
  await tx.update(imports).set({ state: 'cancelled' }).where(eq(imports.id, importId))
}

/** Deletes what was read for an import, except for the rows of one noun if given. */
export async function deleteStaged(tx: Queries, importId: number, { but }: { but?: ImportNoun } = {}) {
  await tx.delete(importFaults).where(eq(importFaults.importId, importId))
  await tx.delete(importRows).where(and(eq(importRows.importId, importId), but && ne(importRows.noun, but)))
}

/** By which other rows name a row; without a key of its own, the row that it belongs to. */
const keyOf = (noun: ImportNoun, row: ImportRow): string => {
  const [first] = importFields[noun]
  const key = String(row[first?.name ?? ''] ?? '')
  // Written by people: 'c-001' is C-001.
  return keyedNouns.has(noun) || noun === 'instalments' || noun === 'guarantors' ? key.toLowerCase() : key
}

/** The fingerprint of a row: of what it says, not of how it is written or of the file's name. */
const hashOf = (noun: ImportNoun, row: ImportRow) => {
  const known = importFields[noun].flatMap(({ name }) => (row[name] === undefined ? [] : [[name, row[name]]]))
  return createHash('sha256')
    .update(JSON.stringify([noun, known]))
    .digest('base64url')
}

const cellsOf = (fields: readonly Field[], places: ReadonlyMap<string, number>, cells: readonly string[]) =>
  Object.fromEntries(
    fields.flatMap(({ name }) => {
      const at = places.get(name)
      return at === undefined ? [] : [[name, (cells[at] ?? '').replaceAll('\0', '')]]
    }),
  )
