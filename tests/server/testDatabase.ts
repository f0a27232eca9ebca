import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openDatabase } from '#server/db/database'

const serverUrl = process.env.TEST_DATABASE_URL

/** The suite runs on a PostgreSQL server: there are many connections, and requests really overlap. */
export const onPostgres = serverUrl !== undefined

export type TestDatabase = { dataDir: string; url: string | undefined; drop: () => Promise<void> }

/** A database without a row that nobody else has: in a folder of its own, or on the server of TEST_DATABASE_URL. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'alajo-server-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  if (!serverUrl) {
    // Not the asynchronous one: in Node 20 it was seen to stop half-way, with no error and no end.
    cpSync(await migratedFolder(), dataDir, { recursive: true })
    return { dataDir, url: undefined, drop: removeFolder }
  }
  const name = `alajo_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    dataDir,
    url: url.href,
    drop: async () => {
      await onServer(`drop database ${name} with (force)`)
      await removeFolder()
    },
  }
}

async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Making an embedded database takes seconds and copying one does not: it is kept by what it was made of. */
async function migratedFolder(): Promise<string> {
  const migrations = path.join(root, 'src/server/db/migrations')
  const hash = createHash('sha256').update(process.arch)
  hash.update(await readFile(path.join(root, 'node_modules/@electric-sql/pglite/package.json')))
  for (const file of (await readdir(migrations)).filter((name) => name.endsWith('.sql')).toSorted())
    hash.update(await readFile(path.join(migrations, file)))
  const cache = path.join(root, 'node_modules/.cache/alajo-tests')
  const kept = path.join(cache, hash.digest('hex').slice(0, 16))
  if (existsSync(kept)) return kept
  await mkdir(cache, { recursive: true })
  const making = await mkdtemp(`${kept}-`)
  await (await openDatabase({ dataDir: making })).close()
  // Another file of the suite may have been quicker: its folder is as good.
  await rename(making, kept).catch(() => rm(making, { recursive: true, force: true }))
  return kept
}
