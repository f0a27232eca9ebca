import { fdatasyncSync, fstatSync, fsyncSync } from 'node:fs'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Emscripten = Parameters<NodeFS['init']>[1]
type Stream = { nfd: number; node: object }
/** The parts of Emscripten's NODEFS that are used here; it has no types. */
type FileSystem = {
  stream_ops: { fsync?: (stream: Stream) => number }
  realPath: (node: object) => string
  /** Turns an error of Node into one that PostgreSQL understands. */
  tryFSOperation: (work: () => void) => void
}

/**
 * PGlite's folder with an fsync. Emscripten calls one if there is one, and has none for folders of Node: what PostgreSQL
 * syncs would be lost by a power cut. Emscripten ignores fdatasync, so wal_sync_method has to be fsync.
 */
export class SyncedFolder extends NodeFS {
  #fault: unknown

  override async init(pg: PGlite, options: Emscripten) {
    const { emscriptenOpts } = await super.init(pg, options)
    // PGlite goes on after a panic of PostgreSQL.
    emscriptenOpts.onAbort = (what: unknown) => {
      this.#fault ??= what
    }
    emscriptenOpts.preRun?.push(({ NODEFS }) => {
      const files = NODEFS as unknown as FileSystem
      files.stream_ops.fsync = ({ nfd, node }) => {
        files.tryFSOperation(() => this.#sync(nfd, files.realPath(node)))
        return 0
      }
    })
    return { emscriptenOpts }
  }

  #sync(file: number, name: string) {
    try {
      // Segments of the log have their size from the start: their bytes are enough.
      if (isSegment.test(path.basename(name))) fdatasyncSync(file)
      // Windows syncs no folders.
      else if (process.platform !== 'win32' || !fstatSync(file).isDirectory()) fsyncSync(file)
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

const isSegment = /^[0-9A-F]{24}$/
