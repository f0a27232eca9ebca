import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import type { Entry, Store } from './store'

type Change = { put?: readonly Entry[]; remove?: readonly string[]; set?: [name: string, value: unknown] }

/**
 * A store in one file, for devices with Node: each change is a line that is on the disk before its call returns. A line that a power cut
 * left half written is not valid JSON, and was never acknowledged: it is left out. Each begins with the line feed, so that nothing is
 * added to such a half.
 */
export class FileStore implements Store {
  readonly #entries = new Map<string, Entry>()
  readonly #values = new Map<string, unknown>()
  readonly #file: FileHandle
  #written: Promise<void> = Promise.resolve()

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async open(name: string): Promise<FileStore> {
    const text = await readFile(name, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    // Written anew, which leaves out what was replaced; the old file stays until the new one is whole.
    const making = `${name}.new`
    const store = new FileStore(await open(making, 'w', 0o600))
    for (const line of text.split('\n')) {
      const change = changeIn(line)
      if (change) store.#apply(change)
    }
    const kept = [{ put: [...store.#entries.values()] }, ...[...store.#values].map((set) => ({ set }))]
    await store.#append(...kept)
    await rename(making, name)
    await syncFolder(path.dirname(name))
    return store
  }

  async entries() {
    return [...this.#entries.values()]
  }
  put = (put: readonly Entry[]) => this.#change({ put })
  remove = (remove: readonly string[]) => this.#change({ remove })
  async get(name: string) {
    return this.#values.get(name)
  }
  set = (name: string, value: unknown) => this.#change({ set: [name, value] })
  close = () => this.#file.close()

  /** In memory only what is on the disk. */
  async #change(change: Change) {
    await this.#append(change)
    this.#apply(change)
  }

  #append(...changes: Change[]): Promise<void> {
    const text = changes.map((change) => `\n${JSON.stringify(change)}`).join('')
    // One after the other; what failed once does not stop what comes later.
    const written = this.#written.then(async () => {
      await this.#file.appendFile(text)
      await this.#file.datasync()
    })
    this.#written = written.catch(() => {})
    return written
  }

  #apply({ put = [], remove = [], set }: Change) {
    for (const entry of put) this.#entries.set(entry.line.id, structuredClone(entry))
    for (const id of remove) this.#entries.delete(id)
    if (set) this.#values.set(...set)
  }
}

function changeIn(line: string): Change | undefined {
  try {
    return JSON.parse(line) as Change
  } catch {
    return undefined
  }
}

async function syncFolder(name: string) {
  // Windows opens no folders.
  const folder = await open(name).catch(() => undefined)
  await folder?.sync().catch(() => {})
  await folder?.close()
}
