import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { type Entry, extract } from 'tar-stream'
import { verifyChain } from '../audit/auditChain'
import { type Config, ConfigError } from '../config'
import { openDatabase, type Queries, type Transaction } from '../db/database'
import { migrationsFolder } from '../db/migrationsFolder'
import { readMigrations } from '../db/upgrade/migrationFiles'
import { releases } from '../db/upgrade/releases'
import { stepBetween } from '../db/upgrade/upgradeSteps'
import { makeFile, makeFolder } from '../durable'
import { databaseError } from '../errors/refusals'
import type { FileStore } from '../files/fileStore'
import { verifyLedger } from '../ledger/verify'
import { type Heading, headingName, keyFile, type Totals, totalsName } from './archive'
import { insertJson, openForRows, setSequences } from './load'
import { type Table, type TableTotals, tablesOf, totalsOf } from './tables'

type Place = { config: Pick<Config, 'databaseUrl' | 'dataDir'>; files: FileStore }

/** What was restored, and was found right. */
export type Restored = { takenAt: Date; rows: number; files: number; missing: string[] }

/**
 * Restores an archive into an empty database, store and data folder, and proves it: every table has the rows that were read
 * for the backup, the ledger recomputes to its balances, the activity log's chain is whole. A backup of an older release
 * is brought up to date. Throws a ConfigError with the reason; the database is then as empty as before.
 */
export async function restoreArchive(
  archive: AsyncIterable<Buffer>,
  { config, files }: Place,
): Promise<Restored> {
  const entries = extract()
  const unpacking = pipeline(archive, createGunzip(), entries)
  // Reported where the entries are read.
  unpacking.catch(() => {})
  try {
    const reading = entries[Symbol.asyncIterator]()
    const heading = await headingOf(await reading.next())
    const where = { url: config.databaseUrl, dataDir: config.dataDir }
    const totals = await loadAll(reading, { where, heading, files, dataDir: config.dataDir })
    // To the end, whose seal and checksum prove that nothing is cut off.
    if (!(await reading.next()).done) throw new ConfigError(incomplete)
    await unpacking
    const opened = await openDatabase(where)
    try {
      const { faults } = await verifyLedger(opened.database)
      if (faults.length > 0) throw new ConfigError(`The restored ledger is wrong:\n  ${faults.join('\n  ')}`)
      const audit = await verifyChain(opened.database)
      if (!audit.intact) throw new ConfigError(`The restored activity log is broken. ${audit.fault}`)
    } finally {
      await opened.close()
    }
    const rows = Object.values(totals.tables).reduce((sum, table) => sum + table.rows, 0)
    return { takenAt: new Date(heading.takenAt), rows, files: totals.files, missing: totals.missing }
  } finally {
    entries.destroy()
  }
}

const incomplete = 'The backup is not complete.'

async function headingOf(first: IteratorResult<Entry>): Promise<Heading> {
  if (first.done || first.value.header.name !== headingName) throw new ConfigError(incomplete)
  const heading = JSON.parse((await bytesOf(first.value)).toString('utf8')) as Heading
  const own = readMigrations(migrationsFolder)
  if (heading.format !== 1 || !own.some(({ hash }) => hash === heading.migration.hash))
    throw new ConfigError('This backup is of a newer release of Alajo. Restore it with that release.')
  const applied = own.filter(({ time }) => time <= heading.migration.createdAt)
  const step = stepBetween({ own, applied, releases })
  if (step)
    throw new ConfigError(
      `This backup is of a release before ${step.oldestRelease}. Restore it with release ${step.oldestRelease}, start that, then upgrade.`,
    )
  return heading
}

type Loading = {
  where: { url: string | undefined; dataDir: string }
  heading: Heading
  files: FileStore
  dataDir: string
}

/** Loads all entries in one transaction, on the tables as they were when the backup was made, and compares every row. */
async function loadAll(entries: AsyncIterator<Entry>, { where, heading, files, dataDir }: Loading) {
  const opened = await openDatabase(where, { through: heading.migration.createdAt })
  try {
    return await opened.database.transaction(async (tx) => {
      if (!(await isEmpty(tx)))
        throw new ConfigError(
          'There is data in this database already. Restore into an empty one: another DATABASE_URL, or another DATA_DIR.',
        )
      const close = await openForRows(tx)
      const tables = new Map((await tablesOf(tx)).map((table) => [table.name, table]))
      const totals = await loadEntries(tx, entries, { tables, files, dataDir })
      await setSequences(tx, totals.sequences)
      await close()
      compare(totals.tables, await totalsOf(tx))
      // New tables have no statistics: without them the checks, and the first users, would wait for bad plans.
      await tx.execute(sql`analyze`)
      return totals
    })
  } finally {
    await opened.close()
  }
}

type Targets = { tables: Map<string, Table>; files: FileStore; dataDir: string }

async function loadEntries(
  tx: Transaction,
  entries: AsyncIterator<Entry>,
  targets: Targets,
): Promise<Totals> {
  for (;;) {
    const next = await entries.next()
    if (next.done) throw new ConfigError(incomplete)
    const { name } = next.value.header
    const bytes = await bytesOf(next.value)
    if (name === totalsName) return JSON.parse(bytes.toString('utf8')) as Totals
    const [kind, entryName = ''] = name.split('/')
    const table = targets.tables.get(entryName)
    if (kind === 'tables' && table)
      await insertJson(tx, table, bytes.toString('utf8')).catch((error: unknown) => {
        // Without the error's message, which quotes the rows.
        throw new ConfigError(`Rows of ${entryName} could not be restored (${databaseError(error)?.code}).`)
      })
    else if (kind === 'files') await targets.files.put(entryName, bytes)
    else if (kind === 'keys' && entryName === keyFile) await putKey(targets.dataDir, bytes)
    else throw new ConfigError(`The backup has an entry that this release does not know: ${name}`)
  }
}

async function bytesOf(entry: Entry): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of entry) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Without accounts, admins and customers: a server may have started here, and nobody has used it. */
async function isEmpty(queries: Queries) {
  const { rows } = await queries.execute<{ used: boolean }>(
    sql`select exists (select from admins) or exists (select from customers) or exists (select from ledger_entries) as used`,
  )
  return rows[0]?.used === false
}

/** Puts a key into the data folder; never in place of another one, which may still open something. */
async function putKey(dataDir: string, bytes: Buffer) {
  await makeFolder(dataDir)
  const file = path.join(dataDir, keyFile)
  if (!(await makeFile(file, bytes)) && !(await readFile(file)).equals(bytes))
    throw new ConfigError(`${file} is another key than that of the backup. Restore into an empty DATA_DIR.`)
}

function compare(expected: TableTotals, found: TableTotals) {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])]
  const different = names.filter(
    (name) => expected[name]?.rows !== found[name]?.rows || expected[name]?.digest !== found[name]?.digest,
  )
  if (different.length > 0)
    throw new ConfigError(`What was restored differs from what was backed up: ${different.join(', ')}.`)
}
