import { createHash, randomUUID } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { type FieldUpload, leastPart, mostUploads, partBytes, uploadHours } from '#contract/field/uploads'
import { Problem } from '#contract/problems'
import type { Database, Queries } from '../db/database'
import { fieldUploads } from '../db/tables/field'
import { uploads } from '../db/tables/uploads'
import { reject } from '../errors/refusals'
import type { FileStore } from './fileStore'
import { fileTypeOf } from './fileTypes'
import { safeFile } from './safeFile'

type Stores = { database: Database; files: FileStore; now: Date }
type Row = typeof fieldUploads.$inferSelect
/** An agent's upload, by the id that a device gave it. */
type Key = { agentId: number; key: string }
export type Announced = { size: number; sha256: string; type: string }

const expiry = ({ createdAt }: Row) => new Date(createdAt.getTime() + uploadHours * 3_600_000)
const otherFile = 'This id was used for another file. Nothing was done.'
const changedBytes =
  'These are not the bytes that were announced. They were removed: send the file again from offset 0.'
const otherType = 'The file is not of the type that was announced. Announce it again with another id.'

export function stateOf(row: Row): FieldUpload {
  const { uploadKey: id, size, received: offset, fault: message } = row
  const state = message ? 'refused' : row.usedAt ? 'used' : row.completedAt ? 'complete' : 'open'
  return { id, size, offset, state, message, expires_at: expiry(row).toISOString() }
}

/** Announces a file, or finds it under its id. Who calls it lets only one of the agent's devices do so at a time. */
export async function announce(tx: Queries, { agentId, key }: Key, file: Announced, now: Date) {
  const known = await find(tx, { agentId, key })
  if (known) {
    const isSame = known.size === file.size && known.sha256 === file.sha256 && known.type === file.type
    return isSame && now < expiry(known) ? known : reject(otherFile)
  }
  const unused = and(
    eq(fieldUploads.agentId, agentId),
    isNull(fieldUploads.usedAt),
    gt(fieldUploads.createdAt, new Date(now.getTime() - uploadHours * 3_600_000)),
  )
  if ((await tx.$count(fieldUploads, unused)) >= mostUploads)
    reject(`You have ${mostUploads} uploaded files that are not used yet. Try again tomorrow.`)
  const [row] = await tx
    .insert(fieldUploads)
    .values({ agentId, uploadKey: key, ...file, createdAt: now })
    .returning()
  if (!row) throw new Error('The upload was not recorded.')
  return row
}

async function find(queries: Queries, { agentId, key }: Key): Promise<Row | undefined> {
  const [row] = await queries
    .select()
    .from(fieldUploads)
    .where(and(eq(fieldUploads.agentId, agentId), eq(fieldUploads.uploadKey, key)))
  return row
}

export async function expectUpload(queries: Queries, key: Key, now: Date): Promise<Row> {
  const row = await find(queries, key)
  if (!row || now >= expiry(row)) throw new Problem('notFound', 'There is no such upload, or it is too old.')
  return row
}

/** Refuses what is not where the upload is: nothing is stored of it. */
function assertOffset(row: Row, offset: number) {
  if (row.fault) reject(row.fault)
  if (row.completedAt) reject('This upload is complete.')
  if (row.received !== offset) reject(`The upload is at offset ${row.received}. Go on from there.`)
}

/**
 * Stores bytes of an upload from this offset on. It keeps them each time it has `partBytes`, so that a request that breaks off loses
 * little. The last byte of the file completes it; until then the upload does not have it.
 */
export async function receiveBytes(
  stores: Stores,
  upload: Row,
  offset: number,
  body: AsyncIterable<Buffer>,
  turn: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<void> {
  assertOffset(upload, offset)
  let at = offset
  let pieces: Buffer[] = []
  let size = 0
  const keep = async () => {
    const bytes = Buffer.concat(pieces)
    if (at + size === upload.size) await turn(() => complete(stores, upload, at, bytes))
    else await keepPart(stores, upload, at, bytes)
    at += size
    pieces = []
    size = 0
  }
  try {
    for await (const piece of body) {
      if (at + size + piece.length > upload.size)
        throw new Problem('invalid', `The file was announced with ${upload.size} bytes.`)
      pieces.push(piece)
      size += piece.length
      if (size >= partBytes && at + size < upload.size) await keep()
    }
  } catch (error) {
    // The connection broke off; who sent it asks how far the upload is.
    if (isCutOff(error) && size >= leastPart) await keep()
    throw error
  }
  if (size === 0) return
  if (at - offset + size < leastPart && at + size < upload.size)
    throw new Problem('invalid', `Send at least ${leastPart} bytes at once, unless they end the file.`)
  await keep()
}

const isCutOff = (error: unknown) =>
  ['ECONNRESET', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'].includes(
    (error as { code?: string }).code ?? '',
  )

/** Moves an upload on from where it was; false if another request did so first. */
const advance = async (tx: Queries, { id }: Row, from: number, set: Partial<Row>): Promise<boolean> =>
  (
    await tx
      .update(fieldUploads)
      .set(set)
      .where(
        and(
          eq(fieldUploads.id, id),
          eq(fieldUploads.received, from),
          isNull(fieldUploads.completedAt),
          isNull(fieldUploads.fault),
        ),
      )
      .returning({ id: fieldUploads.id })
  ).length > 0

/** The row is there before its file, so that the sweep finds what a stop leaves (files/uploads.ts). All are as old as the upload. */
async function store(
  { database, files }: Stores,
  { id, createdAt }: Row,
  startsAt: number | null,
  bytes: Buffer,
) {
  const file = `${startsAt === null ? 'upload' : 'part'}-${randomUUID()}`
  const [row] = await database
    .insert(uploads)
    .values({ file, fieldUploadId: id, startsAt, createdAt })
    .returning({ id: uploads.id, file: uploads.file })
  if (!row) throw new Error('The upload was not recorded.')
  await files.put(file, bytes)
  return row
}

type Stored = { id: number; file: string }

async function discard({ database, files }: Stores, stored: readonly Stored[]) {
  for (const { id, file } of stored) {
    await files.remove(file)
    await database.delete(uploads).where(eq(uploads.id, id))
  }
}

const another = 'Another request has sent these bytes. Ask how far the upload is.'

async function keepPart(stores: Stores, upload: Row, at: number, bytes: Buffer) {
  const part = await store(stores, upload, at, bytes)
  const isOwn = await stores.database.transaction(async (tx) => {
    await tx.update(uploads).set({ storedAt: stores.now }).where(eq(uploads.id, part.id))
    return advance(tx, upload, at, { received: at + bytes.length })
  })
  if (isOwn) return
  await discard(stores, [part])
  reject(another)
}

/** The stored parts of an upload, in order. */
const partsOf = (queries: Queries, { id }: Row) =>
  queries
    .select({ id: uploads.id, file: uploads.file, startsAt: uploads.startsAt })
    .from(uploads)
    .where(and(eq(uploads.fieldUploadId, id), isNotNull(uploads.storedAt), isNotNull(uploads.startsAt)))
    .orderBy(asc(uploads.startsAt))

/** Checks the whole file, and stores it as the portal's uploads are. */
async function complete(stores: Stores, upload: Row, at: number, last: Buffer) {
  const { database, files } = stores
  const parts = await partsOf(database, upload)
  const read = await Promise.all(parts.map(({ file }) => files.read(file)))
  const bytes = Buffer.concat([...read.flatMap((part) => part ?? []), last])
  const isWhole = bytes.length === upload.size
  if (!isWhole || createHash('sha256').update(bytes).digest('hex') !== upload.sha256) {
    if (await advance(database, upload, at, { received: 0 })) await discard(stores, parts)
    throw new Problem('invalid', changedBytes)
  }
  const safe = await safeOf(bytes, upload.type).catch(async (error: unknown) => {
    if (!(error instanceof Problem)) throw error
    const fault = error.fields[0] ?? error.message
    if (await advance(database, upload, at, { fault })) await discard(stores, parts)
    return reject(fault)
  })
  const whole = await store(stores, upload, null, safe)
  const isOwn = await database.transaction(async (tx) => {
    await tx.update(uploads).set({ storedAt: stores.now }).where(eq(uploads.id, whole.id))
    return advance(tx, upload, at, { received: upload.size, completedAt: stores.now })
  })
  await discard(stores, isOwn ? parts : [whole])
  if (!isOwn) reject(another)
}

const safeOf = async (bytes: Buffer, type: string) =>
  fileTypeOf(bytes)?.type === type ? safeFile(bytes) : reject(otherType)

/** Uses a complete upload in this transaction; returns its name in the store. */
export async function takeFieldUpload(
  tx: Queries,
  { agentId, key }: Key,
  what: string,
  now: Date,
): Promise<string> {
  const [upload] = await tx
    .update(fieldUploads)
    .set({ usedAt: now })
    .where(
      and(
        eq(fieldUploads.agentId, agentId),
        eq(fieldUploads.uploadKey, key),
        isNotNull(fieldUploads.completedAt),
        isNull(fieldUploads.usedAt),
      ),
    )
    .returning({ id: fieldUploads.id })
  if (!upload) return reject(`The ${what} is not there, not complete, or used already. Please upload it.`)
  const [stored] = await tx
    .delete(uploads)
    .where(
      and(
        eq(uploads.fieldUploadId, upload.id),
        isNull(uploads.startsAt),
        isNotNull(uploads.storedAt),
        isNull(uploads.expiredAt),
      ),
    )
    .returning({ file: uploads.file })
  return stored ? stored.file : reject(`The ${what} is not there any more. Please upload it again.`)
}
