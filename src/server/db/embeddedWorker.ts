/**
 * The embedded database in a thread of its own, so that a heavy query never stops the server's event loop.
 * It speaks PostgreSQL's wire protocol over the thread's message port (see embedded.ts).
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
      // A connection that ends inside a transaction must not leave it open for the next one. One by one:
      // statements sent together are a transaction of their own, in which DISCARD ALL is an error.
      await database.exec('ROLLBACK')
      await database.exec('DISCARD ALL')
    } else {
      port.postMessage(await database.execProtocolRaw(message, { throwOnError: false }))
    }
  })
})
