import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNull, like, lt, notExists, sql } from 'drizzle-orm'
import { ahead } from '../clock/stored'
import type { Database, Queries } from '../db/database'
import { fieldUploads } from '../db/tables/field'
import { uploads } from '../db/tables/uploads'
import { invalid, reject } from '../errors/refusals'
import type { FileStore } from './fileStore'
import { safeFile } from './safeFile'

/** A file that no change has used after this time is removed. */
const unusedHours = 24
/** How many unused files an admin may have, so that nobody fills the disk. */
const maxUnused = 40
const sweepAtOnce = 100

/** The same for parts of files of books: five of the largest at once. */
const maxUnusedParts = 250

type Stores = { database: Database; files: FileStore }
/** An upload that counts among the admin's unused ones before its first byte is read. */
type Reserved = { id: number; file: string }
export type UploadKind = keyof typeof kinds

const kinds = {
  file: {
    prefix: 'upload-',
    most: maxUnused,
    tooMany: `You have ${maxUnused} uploaded files that are not used yet. Try again tomorrow.`,
    /** What is stored of the bytes that came. */
    written: safeFile,
  },
  /** A part of a file of books, of whatever bytes: they are read as a table later (import/uploaded.ts). */
  part: {
    prefix: 'part-',
    most: maxUnusedParts,
    tooMany:
      'You have uploaded too many files that are not read yet. Start the dry run, or try again tomorrow.',
    written: async (bytes: Buffer) => (bytes.length > 0 ? bytes : invalid('The file is empty.')),
  },
}

/** Of many at once, no more are let in than the admin may have. */
export const reserveUpload = (database: Database, kind: UploadKind, adminId: number, now: Date) =>
  database.transaction(async (tx): Promise<Reserved> => {
    const { prefix, most, tooMany } = kinds[kind]
    await tx.execute(sql`select pg_advisory_xact_lock(4311, ${adminId})`)
    const mine = and(eq(uploads.adminId, adminId), like(uploads.file, `${prefix}%`))
    if ((await tx.$count(uploads, mine)) >= most) reject(tooMany)
    const [row] = await tx
      .insert(uploads)
      .values({ adminId, file: `${prefix}${randomUUID()}`, createdAt: now })
      .returning({ id: uploads.id, file: uploads.file })
    if (!row) throw new Error('The upload was not recorded.')
    return row
  })

/** Stores the bytes of a reserved upload, by whose id a change of the same admin then names the file. */
export async function storeUpload(
  { database, files }: Stores,
  kind: UploadKind,
  { id, file }: Reserved,
  bytes: Buffer,
  now: Date,
) {
  await files.put(file, await kinds[kind].written(bytes))
  await database.update(uploads).set({ storedAt: now }).where(eq(uploads.id, id))
}

/** Of an upload that came to nothing. What remains after a stop is swept. */
export const releaseUpload = (database: Database, { id }: Reserved) =>
  database.delete(uploads).where(and(eq(uploads.id, id), isNull(uploads.storedAt)))

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
    if (old.length < sweepAtOnce) break
  }
  // What devices announced, once nothing of it is stored.
  await database
    .delete(fieldUploads)
    .where(
      and(
        lt(fieldUploads.createdAt, before),
        notExists(database.select().from(uploads).where(eq(uploads.fieldUploadId, fieldUploads.id))),
      ),
    )
}
