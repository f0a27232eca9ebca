import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { pack, type Pack } from 'tar-stream'
import type { Config } from '../config'
import type { Database, Queries, Transaction } from '../db/database'
import { guarantors } from '../db/tables/loans'
import { customers } from '../db/tables/schema'
import { uploads } from '../db/tables/uploads'
import type { FileStore } from '../files/fileStore'
import {
  inOneTimeZone,
  keptTablesOf,
  newTotal,
  readTable,
  sequencesOf,
  type TableTotals,
  totalOf,
} from './tables'

/** The first entry of an archive. */
export type Heading = {
  format: 1
  takenAt: string
  /** The last migration of the database: a restore makes its tables. */
  migration: { hash: string; createdAt: number }
}

/** The last entry of an archive: what a restored database must have. */
export type Totals = {
  tables: TableTotals
  sequences: Record<string, string>
  files: number
  /** Files that rows name and the store does not have. */
  missing: string[]
}

export const headingName = 'backup.json'
export const totalsName = 'totals.json'
/** The key that the server makes in DATA_DIR, if the environment has none: without it no BVN and no NIN can be read. */
export const keyFile = 'identity.key'

export type Source = { database: Database; files: FileStore; config: Pick<Config, 'dataDir'>; now: Date }

/**
 * Everything that a server needs to go on, as a compressed tar: the rows of all tables as JSON, as of one moment, stored
 * files, the key of DATA_DIR. A fault destroys the stream.
 */
export function archiveOf(source: Source): Readable {
  const tar = pack()
  writeAll(tar, source).then(
    () => tar.finalize(),
    (error: Error) => tar.destroy(error),
  )
  const gzip = createGzip({ level: 3 })
  const plain = Readable.from(tar, { objectMode: false })
  plain.once('error', (error) => gzip.destroy(error))
  gzip.once('close', () => plain.destroy())
  return plain.pipe(gzip)
}

/** One snapshot for all tables, which holds up nobody's changes. */
export const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

async function writeAll(tar: Pack, { database, files, config, now }: Source) {
  const { tables, sequences, names } = await database.transaction((tx) => writeRows(tar, tx, now), snapshot)
  // After the transaction, which takes the embedded database's only connection: a stored file never changes.
  const missing: string[] = []
  for (const name of names) {
    const bytes = await files.read(name)
    if (bytes) await addEntry(tar, `files/${name}`, bytes)
    else missing.push(name)
  }
  const key = await readFile(path.join(config.dataDir, keyFile)).catch(() => undefined)
  if (key) await addEntry(tar, `keys/${keyFile}`, key)
  const totals: Totals = { tables, sequences, files: names.length - missing.length, missing }
  await addJson(tar, totalsName, totals)
}

async function writeRows(tar: Pack, tx: Transaction, now: Date) {
  await inOneTimeZone(tx)
  const heading: Heading = { format: 1, takenAt: now.toISOString(), migration: await migrationOf(tx) }
  await addJson(tar, headingName, heading)
  const tables: TableTotals = {}
  for (const table of await keptTablesOf(tx)) {
    const total = newTotal()
    let part = 0
    for await (const rows of readTable(tx, table, total))
      await addEntry(tar, `tables/${table.name}/${++part}.json`, Buffer.from(`[${rows.join(',\n')}]\n`))
    tables[table.name] = totalOf(total)
  }
  return { tables, sequences: await sequencesOf(tx), names: await storedNames(tx) }
}

/** Resolves when the reader of the archive has room again. */
const addEntry = (tar: Pack, name: string, bytes: Buffer) =>
  new Promise<void>((resolve, reject) => {
    const entry = tar.entry({ name, size: bytes.length, mode: 0o600 }, (error) =>
      error ? reject(error) : resolve(),
    )
    entry.end(bytes)
  })

const addJson = (tar: Pack, name: string, value: object) =>
  addEntry(tar, name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))

async function migrationOf(tx: Queries): Promise<Heading['migration']> {
  const { rows } = await tx.execute<{ hash: string; created_at: string }>(
    sql`select hash, created_at from drizzle.__drizzle_migrations order by created_at desc limit 1`,
  )
  const [last] = rows
  if (!last) throw new Error('The database has no migrations.')
  return { hash: last.hash, createdAt: Number(last.created_at) }
}

/** The names of stored files that rows have. */
async function storedNames(tx: Transaction): Promise<string[]> {
  const columns = [
    { file: customers.idCardFile, table: customers },
    { file: guarantors.idCardFile, table: guarantors },
    { file: guarantors.utilityFile, table: guarantors },
    { file: uploads.file, table: uploads },
  ]
  const names = new Set<string>()
  for (const { file, table } of columns)
    for (const { name } of await tx.selectDistinct({ name: file }).from(table)) if (name) names.add(name)
  return [...names].toSorted()
}
