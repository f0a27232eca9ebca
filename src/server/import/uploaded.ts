import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { DateQuestion } from '#domain/import/columns'
import type { Database } from '../db/database'
import { importUploads } from '../db/tables/imports'
import { uploads } from '../db/tables/uploads'
import type { FileStore } from '../files/fileStore'
import { TableFault } from './reading/tableRow'

export type Uploaded = typeof importUploads.$inferSelect
export type Place = { database: Database; files: FileStore; dataDir: string }

/** The files that were uploaded for an import and are not read yet, in their order. */
export const uploadedFor = (database: Database, importId: number): Promise<Uploaded[]> =>
  database.select().from(importUploads).where(eq(importUploads.importId, importId)).orderBy(importUploads.id)

/**
 * Writes the parts of an uploaded file into one file, part by part, and calls `read` with its path. The name is the same at each
 * attempt, so that a killed one leaves no second copy.
 */
export async function withTable<T>(
  { database, files, dataDir }: Place,
  { id, parts, addedBy, name }: Uploaded,
  read: (file: string) => Promise<T>,
): Promise<T> {
  const folder = path.join(dataDir, 'reading')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, `table-${id}`)
  try {
    await writeFile(file, '', { mode: 0o600 })
    for (const stored of await storedParts(database, parts, addedBy)) {
      const bytes = stored === undefined ? undefined : await files.read(stored)
      if (!bytes) throw new TableFault(`${name} is not there any more. Upload it again.`)
      await appendFile(file, bytes)
    }
    return await read(file)
  } finally {
    await rm(file, { force: true })
  }
}

/** The names of the parts in the store; undefined for one that is gone. */
async function storedParts(database: Database, parts: readonly number[], adminId: number) {
  const rows = await database
    .select({ id: uploads.id, file: uploads.file, storedAt: uploads.storedAt })
    .from(uploads)
    .where(and(inArray(uploads.id, [...parts]), eq(uploads.adminId, adminId), isNull(uploads.expiredAt)))
  return parts.map((part) => rows.find(({ id, storedAt }) => id === part && storedAt !== null)?.file)
}

/** Keeps an uploaded file until who sent it says in which order its dates are. */
export const askDates = (database: Database, id: number, question: DateQuestion) =>
  database.update(importUploads).set({ question }).where(eq(importUploads.id, id))

/** Removes an uploaded file that was read or can't be read. A kill in between leaves parts that the sweep of uploads removes. */
export async function removeUploaded({ database, files }: Place, { id, parts, addedBy }: Uploaded) {
  await database.delete(importUploads).where(eq(importUploads.id, id))
  for (const [at, stored] of (await storedParts(database, parts, addedBy)).entries()) {
    if (stored === undefined) continue
    await files.remove(stored)
    await database.delete(uploads).where(eq(uploads.id, parts[at] ?? 0))
  }
}
