import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** What recordWrites.mjs writes: `bytes` follow it in the file. */
type LogRecord = { bytes: number } & (
  | { op: 'see' | 'make'; name: string; id: number }
  | { op: 'write'; id: number; at: number }
  | { op: 'size'; id: number; size: number }
  | { op: 'makeFolder' | 'remove' | 'syncFolder'; name: string }
  | { op: 'rename'; name: string; to: string }
  | { op: 'sync'; id: number }
)

type Write = { at: number; bytes: Buffer } | { size: number }
type File = { onDisk: Buffer; unsynced: Write[] }
/** A change of names: in a folder, which is synced, and as a whole. */
type Naming = { folders: string[]; file?: File; apply: (names: Names) => void }
/** Files, and folders without one. */
type Names = Map<string, File | 'folder'>

/** What a disk writes at once. */
const sector = 512

/** Which of the writes that were not synced are on the disk all the same. */
export type Fate = 'lost' | 'some'

/**
 * A folder on a disk that loses at a power cut what was not synced. A file's bytes are on the disk after a sync of the file, which
 * keeps its name as well, as ext4, XFS and Btrfs do; other names after a sync of their folder. Of the rest nothing is there, or
 * any sectors, and the names up to a moment.
 */
export class Disk {
  readonly #names: Names = new Map()
  readonly #files = new Map<number, File>()
  /** The file that has the name now, and those on the disk. */
  readonly #current: Names = new Map()
  #namings: Naming[] = []

  private constructor(base: Names) {
    for (const [name, file] of base) this.#current.set(name, file)
    this.#names = base
  }

  /** All of a folder, as it is on the disk before the recorded writes. */
  static async of(folder: string): Promise<Disk> {
    const names: Names = new Map([['', 'folder']])
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    for (const entry of entries) {
      const file = path.join(entry.parentPath, entry.name)
      const name = path.relative(folder, file)
      if (entry.isDirectory()) names.set(name, 'folder')
      else if (entry.isFile()) names.set(name, { onDisk: await readFile(file), unsynced: [] })
    }
    return new Disk(names)
  }

  /** Repeats the entries of a log that end by this byte of it. */
  replay(log: string, until: number) {
    const all = readFileSync(log).subarray(0, until)
    for (let at = 0; at + 4 <= all.length; ) {
      const head = at + 4 + all.readUInt32LE(at)
      if (head > all.length) return
      const record = JSON.parse(all.toString('utf8', at + 4, head)) as LogRecord
      at = head + record.bytes
      if (at > all.length) return
      this.#repeat(record, all.subarray(head, at))
    }
  }

  #repeat(record: LogRecord, bytes: Buffer) {
    switch (record.op) {
      case 'see': {
        const file = this.#current.get(record.name)
        if (!file || file === 'folder') throw new Error(`${record.name} is not a file of the folder`)
        this.#files.set(record.id, file)
        return
      }
      case 'make': {
        const file: File = { onDisk: Buffer.alloc(0), unsynced: [] }
        this.#files.set(record.id, file)
        return this.#rename([record.name], (names) => names.set(record.name, file), file)
      }
      case 'makeFolder':
        return this.#rename([record.name], (names) => names.set(record.name, 'folder'))
      case 'remove':
        return this.#rename([record.name], (names) => {
          for (const name of names.keys())
            if (name === record.name || name.startsWith(`${record.name}${path.sep}`)) names.delete(name)
        })
      case 'rename': {
        const file = this.#current.get(record.name)
        const apply = (names: Names) => {
          names.delete(record.name)
          if (file) names.set(record.to, file)
        }
        return this.#rename([record.name, record.to], apply, file === 'folder' ? undefined : file)
      }
      case 'write':
        // A copy: the log is large.
        return this.#file(record.id).unsynced.push({ at: record.at, bytes: Buffer.from(bytes) })
      case 'size':
        return this.#file(record.id).unsynced.push({ size: record.size })
      case 'sync': {
        const file = this.#file(record.id)
        file.onDisk = written(file.onDisk, file.unsynced)
        file.unsynced = []
        return this.#keepNames((naming) => naming.file === file)
      }
      case 'syncFolder':
        return this.#keepNames(({ folders }) => folders.includes(record.name))
    }
  }

  #file(id: number): File {
    const file = this.#files.get(id)
    if (!file) throw new Error(`file ${id} was not opened`)
    return file
  }

  #rename(names: string[], apply: (names: Names) => void, file?: File) {
    apply(this.#current)
    const folders = names.map((name) => (path.dirname(name) === '.' ? '' : path.dirname(name)))
    this.#namings.push({ folders, apply, ...(file && { file }) })
  }

  #keepNames(isKept: (naming: Naming) => boolean) {
    const kept = this.#namings.filter(isKept)
    if (kept.length === 0) return
    // A name is on the disk only with the folders above it.
    for (const { folders } of kept)
      for (const folder of folders)
        for (let above = folder; above !== ''; above = above.includes(path.sep) ? path.dirname(above) : '')
          this.#names.set(above, 'folder')
    for (const { apply } of kept) apply(this.#names)
    this.#namings = this.#namings.filter((naming) => !kept.includes(naming))
  }

  /** Writes what is on the disk after a power cut now. */
  writeTo(folder: string, fate: Fate) {
    const names: Names = new Map(this.#names)
    const isThere = () => fate === 'some' && Math.random() < 0.5
    if (fate === 'some')
      for (const { apply } of this.#namings.slice(0, Math.random() * (this.#namings.length + 1))) apply(names)
    for (const [name, file] of names) {
      const to = path.join(folder, name)
      mkdirSync(file === 'folder' ? to : path.dirname(to), { recursive: true, mode: 0o700 })
      if (file !== 'folder')
        writeFileSync(to, written(Buffer.from(file.onDisk), file.unsynced.flatMap(sectorsOf).filter(isThere)))
    }
  }
}

/** The parts of a write that are on the disk or not, each by itself. */
function sectorsOf(write: Write): Write[] {
  if ('size' in write) return [write]
  const { at, bytes } = write
  const parts: Write[] = []
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + sector - ((at + from) % sector))
    parts.push({ at: at + from, bytes: bytes.subarray(from, to) })
    from = to
  }
  return parts
}

/** The bytes after these writes, in the same memory if they fit. */
function written(before: Buffer, writes: readonly Write[]): Buffer {
  let bytes = before
  let { length } = before
  const resize = (size: number) => {
    if (size > bytes.length) {
      const larger = Buffer.alloc(Math.max(size, bytes.length * 2))
      bytes.copy(larger, 0, 0, length)
      bytes = larger
    }
    if (size < length) bytes.fill(0, size, length)
    length = size
  }
  for (const write of writes) {
    if ('size' in write) resize(write.size)
    else {
      resize(Math.max(length, write.at + write.bytes.length))
      write.bytes.copy(bytes, write.at)
    }
  }
  return bytes.subarray(0, length)
}
