import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Database, openDatabase } from '#server/db/database'
import { makeDemo } from '#server/demo/demo'
import { seedBaseData } from '#server/seedBaseData'

const serverUrl = process.env.TEST_DATABASE_URL

/** Whether the suite runs on a PostgreSQL server, with many connections, so that requests really overlap. */
export const onPostgres = serverUrl !== undefined

/** When the clock of a test server starts, and when the demo of `demoDatabase` is made. */
export const startOfClock = new Date('2026-11-18T09:00:00Z')

export type TestDatabase = { dataDir: string; url: string | undefined; drop: () => Promise<void> }

/**
 * A database of its own without a row: in a folder, or on the server of TEST_DATABASE_URL. It has all migrations; on
 * PostgreSQL, with `migrated: false`, it has none.
 */
export async function emptyDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  if (serverUrl) return databaseOn(serverUrl, migrated ? await migratedTemplate(serverUrl) : undefined)
  const { dataDir, drop } = await temporaryFolder()
  await copyMigrated(dataDir)
  return { dataDir, url: undefined, drop }
}

/** Makes an embedded database with all migrations and no row in this folder. */
export async function copyMigrated(dataDir: string) {
  // Not the asynchronous cp, which stopped half-way in Node 20, without an error.
  cpSync(await migratedFolder(), dataDir, { recursive: true })
}

/** A database of its own with the base data and the demo. On PostgreSQL the demo is made once and copied. */
export async function demoDatabase(): Promise<TestDatabase> {
  if (serverUrl) return databaseOn(serverUrl, await demoTemplate(serverUrl))
  const place = await emptyDatabase()
  await fillWithDemo(place)
  return place
}

const fillWithDemo = (place: Place) =>
  withDatabase(place, async (database) => {
    await seedBaseData(database)
    await makeDemo(database, startOfClock)
  })

type Place = { url?: string | undefined; dataDir: string }

/** Opens a database without a server, for as long as `use` runs. */
export async function withDatabase<T>(place: Place, use: (database: Database) => Promise<T>): Promise<T> {
  const { database, close } = await openDatabase(place)
  try {
    return await use(database)
  } finally {
    await close()
  }
}

async function temporaryFolder() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'alajo-server-'))
  return { dataDir, drop: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) }
}

async function databaseOn(server: string, template: string | undefined): Promise<TestDatabase> {
  const folder = await temporaryFolder()
  const name = `alajo_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name} ${template ? `template ${template}` : ''}`)
  return {
    dataDir: folder.dataDir,
    url: urlOf(server, name),
    drop: async () => {
      await onServer(`drop database ${name} with (force)`)
      await folder.drop()
    },
  }
}

const onServer = (statement: string) => withClient((client) => client.query(statement))

async function withClient<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** The address of this database through the PgBouncer of TEST_POOLER_URL, in a run that has one. */
export function poolerOf(url: string | undefined): string | undefined {
  const pooler = process.env.TEST_POOLER_URL
  return url && pooler && new URL(url).host === new URL(serverUrl ?? '').host
    ? urlOf(pooler, new URL(url).pathname.slice(1))
    : undefined
}

/** Any number that no other advisory lock of the tests has. */
const templateLock = 7001

/** Copying a migrated database is much faster than the migrations. */
const migratedTemplate = async (server: string) =>
  templateOn(server, `alajo_template_${await migrationsHash()}`, undefined, async (url) => {
    await (await openDatabase({ url, dataDir: '' })).close()
  })

const demoTemplate = async (server: string) =>
  templateOn(server, `alajo_demo_${await sourcesHash()}`, await migratedTemplate(server), (url) =>
    fillWithDemo({ url, dataDir: '' }),
  )

/** The first worker makes a template, the others wait. */
async function templateOn(
  server: string,
  name: string,
  from: string | undefined,
  make: (url: string) => Promise<void>,
): Promise<string> {
  await withClient(async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    const making = `${name}_making`
    await client.query(`drop database if exists ${making}`)
    await client.query(`create database ${making} ${from ? `template ${from}` : ''}`)
    await make(urlOf(server, making))
    await client.query(`alter database ${making} rename to ${name}`)
  })
  return name
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The same for all test files of a worker: reading the sources takes 50 ms. */
function once<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A hash of what an empty database is made of. */
const migrationsHash = once(async (): Promise<string> => {
  const migrations = path.join(root, 'src/server/db/migrations')
  const hash = createHash('sha256').update(process.arch)
  hash.update(await readFile(path.join(root, 'node_modules/@electric-sql/pglite/package.json')))
  for (const file of (await readdir(migrations)).filter((name) => name.endsWith('.sql')).toSorted())
    hash.update(await readFile(path.join(migrations, file)))
  return hash.digest('hex').slice(0, 16)
})

/** A hash of what the demo is made of, for a PostgreSQL that outlives a run. */
const sourcesHash = once(async (): Promise<string> => {
  const hash = createHash('sha256')
  for (const folder of ['server', 'domain', 'contract'].map((name) => path.join(root, 'src', name))) {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true })
    const files = entries.filter((entry) => entry.isFile())
    for (const file of files.map(({ parentPath, name }) => path.join(parentPath, name)).toSorted())
      hash.update(file).update(await readFile(file))
  }
  return hash.digest('hex').slice(0, 16)
})

/** Making an embedded database takes seconds, copying one does not: it is cached by the hash of its sources. */
async function migratedFolder(): Promise<string> {
  const cache = path.join(root, 'node_modules/.cache/alajo-tests')
  const cached = path.join(cache, await migrationsHash())
  if (existsSync(cached)) return cached
  await mkdir(cache, { recursive: true })
  const making = await mkdtemp(`${cached}-`)
  await (await openDatabase({ dataDir: making })).close()
  // Another worker may have made the same folder first.
  await rename(making, cached).catch(() => rm(making, { recursive: true, force: true }))
  return cached
}
