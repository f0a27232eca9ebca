import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNull, like, lt, notLike } from 'drizzle-orm'
import { ahead } from '../clock/stored'
import type { Database, Queries } from '../db/database'
import { uploads } from '../db/tables/uploads'
import { invalid, reject } from '../errors/refusals'
import type { FileStore } from './fileStore'
import { fileTypeOf } from './fileTypes'

/** A file that no change has used after this time is removed. */
const unusedHours = 24
/** How many unused files an admin may have, so that nobody fills the disk. */
const maxUnused = 40
const sweepAtOnce = 100

/** The same for parts of files of books: five of the largest at once. */
const maxUnusedParts = 250
const partNames = 'part-%'

type Stores = { database: Database; files: FileStore }
type Upload = { bytes: Buffer; adminId: number; now: Date }

/** Stores an uploaded file and returns the id by which a change of the same admin names it. */
export async function storeUpload(stores: Stores, upload: Upload) {
  if (!fileTypeOf(upload.bytes)) invalid('Only PNG, JPEG and PDF files can be uploaded.')
  const mine = and(eq(uploads.adminId, upload.adminId), notLike(uploads.file, partNames))
  if ((await stores.database.$count(uploads, mine)) >= maxUnused)
    reject(`You have ${maxUnused} uploaded files that are not used yet. Try again tomorrow.`)
  return store(stores, `upload-${randomUUID()}`, upload)
}

/** Stores a part of a file of books, of whatever bytes: they are read as a table later (import/uploaded.ts). */
export async function storePart(stores: Stores, upload: Upload) {
  if (upload.bytes.length === 0) invalid('The file is empty.')
  const mine = and(eq(uploads.adminId, upload.adminId), like(uploads.file, partNames))
  if ((await stores.database.$count(uploads, mine)) >= maxUnusedParts)
    reject(
      'You have uploaded too many files that are not read yet. Start the dry run, or try again tomorrow.',
    )
  return store(stores, `part-${randomUUID()}`, upload)
}

async function store({ database, files }: Stores, file: string, { bytes, adminId, now }: Upload) {
  const [row] = await database
    .insert(uploads)
    .values({ adminId, file, createdAt: now })
    .returning({ id: uploads.id })
  if (!row) throw new Error('The upload was not recorded.')
  await files.put(file, bytes)
  await database.update(uploads).set({ storedAt: now }).where(eq(uploads.id, row.id))
  return row.id
}

/** Uses an uploaded file of the admin in this transaction; returns its name in the store. An upload is used once. */
export async function takeUpload(queries: Queries, id: number, adminId: number, what: string) {
  const [upload] = await queries
    .delete(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.adminId, adminId), isNull(uploads.expiredAt)))
    .returning({ file: uploads.file, storedAt: uploads.storedAt })
  if (!upload?.storedAt) return reject(`The ${what} is not there any more. Please upload it again.`)
  return upload.file
}

/**
 * Removes files that were uploaded and never used. A row is marked first, so that no change takes a file that is being
 * removed, and deleted last, so that a stop in between leaves a row and the next sweep goes on.
 */
export async function sweepUploads({ database, files }: Stores, now: Date) {
  await database.update(uploads).set({ createdAt: now }).where(ahead(uploads.createdAt, now))
  const before = new Date(now.getTime() - unusedHours * 3_600_000)
  for (;;) {
    const old = await database
      .select({ id: uploads.id, file: uploads.file })
      .from(uploads)
      .where(lt(uploads.createdAt, before))
      .orderBy(asc(uploads.id))
      .limit(sweepAtOnce)
    for (const { id, file } of old) {
      const marked = await database
        .update(uploads)
        .set({ expiredAt: now })
        .where(eq(uploads.id, id))
        .returning({ id: uploads.id })
      // Used by a change in the meantime.
      if (marked.length === 0) continue
      await files.remove(file)
      await database.delete(uploads).where(eq(uploads.id, id))
    }
    if (old.length < sweepAtOnce) return
  }
}
