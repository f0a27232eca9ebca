import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { archiveOf } from '#server/backup/archive'
import { makeBackup, readBackup } from '#server/backup/folder'
import { restoreArchive } from '#server/backup/restore'
import { openDatabase } from '#server/db/database'
import { demoCustomers, makeDemo } from '#server/demo/demo'
import { folderStore } from '#server/files/folderStore'
import { seedBaseData } from '#server/seedBaseData'
import { endAfter, ownPostgres, say } from './ownPostgres'

/**
 * `npm run load:backup -- SCALE`: a demo with SCALE times the customers (100) is backed up, proven in an embedded database as
 * `npm run backup` does it, and restored into an empty PostgreSQL database. Prints what each step takes. Ends after two hours.
 */
const url = ownPostgres('load:backup')
endAfter(120)
const scale = Number(process.argv[2] ?? 100)
const now = new Date()
const passphrase = 'a passphrase for measuring'

const folder = await mkdtemp(path.join(tmpdir(), 'alajo-load-backup-'))
const files = folderStore(path.join(folder, 'files'))
const { database, close } = await openDatabase({ url, dataDir: '' })
try {
  await timed('made', async () => {
    await seedBaseData(database)
    await makeDemo(database, now, demoCustomers * scale)
  })
  const backup = await timed('written, and proven in an embedded database', () =>
    makeBackup({
      folder,
      config: { dataDir: folder },
      passphrase,
      archive: () => Promise.resolve(archiveOf({ database, files, config: { dataDir: folder }, now })),
      now,
    }),
  )
  say(`${backup.rows} rows, ${Math.round(backup.bytes / 1e6)} MB`)
  await database.$client.query('create database restored')
  const empty = new URL(url)
  empty.pathname = '/restored'
  const restored = await timed('restored into PostgreSQL, with all checks', () =>
    restoreArchive(readBackup(backup.file, passphrase), {
      config: { databaseUrl: empty.href, dataDir: path.join(folder, 'restored') },
      files,
    }),
  )
  say(`${restored.rows} rows`)
} finally {
  await close()
  await rm(folder, { recursive: true, force: true })
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now()
  const result = await work()
  say(`${((performance.now() - from) / 1000).toFixed(1)} s: ${what}`)
  return result
}
