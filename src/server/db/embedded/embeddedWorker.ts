/**
 * Runs the embedded database in a worker thread, so that a slow query does not block the event loop. Speaks PostgreSQL's
 * wire protocol over the message port (embedded.ts).
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

const port = parentPort
if (!port) throw new Error('embeddedWorker runs as a worker thread only')

const database = await PGlite.create({ dataDir: workerData.folder as string, extensions: { pg_trgm } })
port.postMessage('ready')

let queue: Promise<unknown> = Promise.resolve()
port.on('message', (message: Uint8Array | 'hangUp' | 'close') => {
  queue = queue.then(async () => {
    if (message === 'close') {
      await database.close()
      port.postMessage('closed')
      port.close()
    } else if (message === 'hangUp') {
      if (database.closed) return
      // Ends a transaction that the last connection left open. Two calls: statements sent together form a transaction,
      // in which DISCARD ALL is an error.
      await database.exec('ROLLBACK')
      await database.exec('DISCARD ALL')
    } else {
      port.postMessage(await database.execProtocolRaw(message, { throwOnError: false }))
    }
  })
})
