/**
 * Runs the embedded database in a worker thread, so that a slow query does not block the event loop. Speaks PostgreSQL's
 * wire protocol over the message port (embedded.ts).
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { makeFile, syncAll, syncFolder } from '../../durable'
import type { FromWorker } from './embedded'
import { SyncedFolder } from './syncedFolder'

const port = parentPort
if (!port) throw new Error('embeddedWorker runs as a worker thread only')

const folder = workerData.folder as string
/** PGlite turns fsync off (-F), and what it calls by default does nothing there (SyncedFolder). */
const startParams = [
  ...PGlite.defaultStartParams.filter((one) => one !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'full_page_writes=on', 'synchronous_commit=on'].flatMap((one) => [
    '-c',
    one,
  ]),
]

const { files, database } = await openWhole()
await files.syncLog()
const send = (message: FromWorker) => port.postMessage(message)
send('ready')

async function open() {
  const files = new SyncedFolder(folder)
  return { files, database: await PGlite.create({ fs: files, startParams, extensions: { pg_trgm } }) }
}

/** There as long as the database is made: what a power cut or a kill leaves then is made again. */
async function openWhole() {
  const making = `${folder}.making`
  if (existsSync(making)) await rm(folder, { recursive: true, force: true })
  else if (existsSync(path.join(folder, 'PG_VERSION'))) return open()
  else await makeFile(making, '')
  const opened = await open()
  await syncAll(folder)
  await rm(making)
  await syncFolder(path.dirname(folder))
  return opened
}

let synced = files.logSyncs
let syncing: Promise<void> | undefined
/** Syncs the log for as long as it grows: once for all replies since the last sync. */
async function syncLog() {
  if (synced === files.logSyncs) return
  syncing ??= syncWhileItGrows()
  await syncing
}
async function syncWhileItGrows() {
  while (synced < files.logSyncs) {
    const { logSyncs } = files
    await files.syncLog()
    synced = logSyncs
    send({ synced })
  }
  syncing = undefined
}

let queue: Promise<unknown> = Promise.resolve()
port.on('message', (message: Uint8Array | 'hangUp' | 'close') => {
  queue = queue.then(async () => {
    if (message === 'close') {
      await database.close()
      await syncLog()
      send('closed')
      port.close()
    } else if (message === 'hangUp') {
      if (database.closed) return
      // Ends a transaction that the last connection left open. Two calls: statements sent together form a transaction,
      // in which DISCARD ALL is an error.
      await database.exec('ROLLBACK')
      await database.exec('DISCARD ALL')
    } else {
      const reply = await database.execProtocolRaw(message, { throwOnError: false })
      files.expectWorking()
      // Before the reply, so that nobody acknowledges it first.
      if (synced < files.logSyncs) send({ unsynced: files.logSyncs })
      send(reply)
      void syncLog()
    }
  })
})
