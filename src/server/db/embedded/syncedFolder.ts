import { closeSync, fdatasyncSync, fstatSync, fsyncSync, openSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Emscripten = Parameters<NodeFS['init']>[1]
type Node = { name: string }
type Stream = { nfd: number; node: Node }
type Operations = Record<string, (...args: never[]) => unknown>
/** The parts of Emscripten's NODEFS that are used here; it has no types. */
type FileSystem = {
  node_ops: Operations
  stream_ops: Operations & { fsync?: (stream: Stream) => number }
  realPath: (node: Node) => string
  /** Turns an error of Node into one that PostgreSQL understands. */
  tryFSOperation: (work: () => void) => void
}

/** A file of PostgreSQL's log. It has its size from the start, so that its bytes are all there is to sync. */
const isSegment = ({ name }: Node) => /^[0-9A-F]{24}$/.test(name)

/**
 * PGlite's folder with an fsync. Emscripten calls one if there is one, and has none for folders of Node: what PostgreSQL
 * syncs would be lost by a power cut. Emscripten ignores fdatasync, so wal_sync_method has to be fsync.
 *
 * Syncs of the log are put off, so that one is for all commits since the one before: nothing is acknowledged until `syncLog` has
 * ended (embeddedWorker.ts). PostgreSQL takes them for done, and so nothing else is written before they are.
 */
export class SyncedFolder extends NodeFS {
  /** How often PostgreSQL has synced its log. */
  logSyncs = 0
  /** The files of its log that are not synced, and those that are being synced. */
  #unsynced = new Set<string>()
  #syncing = new Set<string>()
  /** The file that was synced last: its name is never another one's. */
  #last: { name: string; file: FileHandle } | undefined
  #fault: unknown

  override async init(pg: PGlite, options: Emscripten) {
    const { emscriptenOpts } = await super.init(pg, options)
    // PGlite goes on after a panic of PostgreSQL.
    emscriptenOpts.onAbort = (what: unknown) => {
      this.#fault ??= what
    }
    emscriptenOpts.preRun?.push(({ NODEFS }) => this.#addTo(NODEFS as unknown as FileSystem))
    return { emscriptenOpts }
  }

  #addTo(files: FileSystem) {
    const { node_ops, stream_ops } = files
    const afterLog = (operations: Operations, name: string, isLog = (_of: never) => false) => {
      const operation = operations[name]
      if (!operation) throw new Error(`Emscripten's file system has no ${name}`)
      operations[name] = (...args) => {
        if (!isLog(args[0] as never)) files.tryFSOperation(() => this.#syncLogNow())
        return operation(...args)
      }
    }
    for (const name of ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink']) afterLog(node_ops, name)
    afterLog(stream_ops, 'setattr')
    afterLog(stream_ops, 'write', ({ node }: Stream) => isSegment(node))
    stream_ops.fsync = ({ nfd, node }) => {
      if (isSegment(node)) {
        this.logSyncs += 1
        this.#unsynced.add(files.realPath(node))
      } else files.tryFSOperation(() => this.#syncNow(nfd))
      return 0
    }
  }

  #syncNow(file: number) {
    this.#syncLogNow()
    this.#orFault(() => {
      // Windows syncs no folders.
      if (process.platform !== 'win32' || !fstatSync(file).isDirectory()) fsyncSync(file)
    })
  }

  #syncLogNow() {
    for (const files of [this.#syncing, this.#unsynced])
      for (const name of files)
        this.#orFault(() => {
          const file = openSync(name, 'r+')
          fdatasyncSync(file)
          closeSync(file)
          files.delete(name)
        })
  }

  /** Syncs what there is of the log. */
  async syncLog() {
    const files = this.#unsynced
    this.#unsynced = new Set()
    this.#syncing = files
    for (const name of files) await (await this.#opened(name, files))?.datasync()
    files.clear()
    this.expectWorking()
  }

  async #opened(name: string, files: ReadonlySet<string>): Promise<FileHandle | undefined> {
    if (this.#last?.name === name) return this.#last.file
    await this.#last?.file.close()
    this.#last = undefined
    const file = await open(name, 'r+').catch((error: unknown): undefined => {
      // It is used again under another name, for which it was synced.
      if (files.has(name)) throw error
    })
    if (file) this.#last = { name, file }
    return file
  }

  override async closeFs() {
    await super.closeFs()
    await this.#last?.file.close()
    this.#last = undefined
  }

  #orFault(work: () => void) {
    try {
      work()
    } catch (error) {
      this.#fault ??= error
      throw error
    }
  }

  /** Throws once a sync has failed, or PostgreSQL has panicked: it is not known what the disk has, and nothing may be acknowledged. */
  expectWorking() {
    if (this.#fault !== undefined)
      throw new Error('The embedded database can’t write to its disk.', { cause: this.#fault })
  }
}
