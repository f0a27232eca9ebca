import { once } from 'node:events'
import path from 'node:path'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { lockDataFolder } from './dataFolder'

/** The embedded PostgreSQL (PGlite). Its one connection is exposed to the pg driver as a socket by `stream`. */
type EmbeddedDatabase = {
  stream: () => Duplex
  /** Resolves when all that was committed until now outlives a power cut. */
  synced: () => Promise<void>
  close: () => Promise<void>
}

/** `unsynced`: what follows counts once so many syncs of the log are done; `synced`: they are. */
export type FromWorker = Uint8Array | 'ready' | 'closed' | { unsynced: number } | { synced: number }

export async function startEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const unlock = await lockDataFolder(dataDir)
  const fromSource = import.meta.url.endsWith('.ts')
  const file = new URL(fromSource ? './embeddedWorker.ts' : './embeddedWorker.js', import.meta.url)
  const worker = new Worker(file, {
    workerData: { folder: path.join(dataDir, 'database') },
    execArgv: fromSource ? ['--import', typescriptLoader()] : [],
  })
  await once(worker, 'message').catch((error: unknown) => {
    unlock()
    throw error
  })
  return {
    stream: () => new WorkerSocket(worker),
    synced: watchSyncs(worker),
    close: async () => {
      const exit = once(worker, 'exit')
      worker.postMessage('close')
      await exit
      unlock()
    },
  }
}

/** From source (tests, `npm run dev`) the worker is TypeScript; `--import tsx` has no effect in a worker. */
const typescriptLoader = () =>
  `data:text/javascript,import { register } from '${import.meta.resolve('tsx/esm/api')}'; register()`

/** Counts the syncs of the log that are due and done. */
function watchSyncs(worker: Worker) {
  let due = 0
  let done = 0
  let waiting: { until: number; resolve: () => void }[] = []
  worker.on('message', (message: FromWorker) => {
    if (typeof message === 'string' || message instanceof Uint8Array) return
    if ('unsynced' in message) due = message.unsynced
    else {
      done = message.synced
      const isOver = ({ until }: { until: number }) => until <= done
      const over = waiting.filter(isOver)
      waiting = waiting.filter((one) => !isOver(one))
      for (const { resolve } of over) resolve()
    }
  })
  return async () => {
    if (done < due) await new Promise<void>((resolve) => waiting.push({ until: due, resolve }))
  }
}

/** Imitates a network socket for pg: exchanges bytes with the worker. */
class WorkerSocket extends Duplex {
  readonly #worker: Worker
  readonly #receive = (bytes: unknown) => {
    if (bytes instanceof Uint8Array) this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  constructor(worker: Worker) {
    super()
    this.#worker = worker
    worker.on('message', this.#receive)
  }

  connect() {
    queueMicrotask(() => this.emit('connect'))
    return this
  }
  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}

  override _read() {}
  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.#worker.postMessage(new Uint8Array(chunk))
    done()
  }
  /** The driver corks a query's messages, so they are posted as one. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this.#worker.postMessage(new Uint8Array(Buffer.concat(chunks.map((one) => one.chunk))))
    done()
  }
  override _final(done: () => void) {
    this.push(null)
    done()
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#worker.off('message', this.#receive)
    this.#worker.postMessage('hangUp')
    done(error)
  }
}
