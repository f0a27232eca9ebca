import type { Line, LineResult } from './wire'

/** A line with its place in the order of recording and its last result. */
export type Entry = { place: number; line: Line; result?: LineResult }

/**
 * Where a device keeps what must outlast the app. Each call returns once a power cut can't undo it, and writes all or nothing. Nothing
 * else is asked of it: a file, IndexedDB or SQLite will do.
 */
export type Store = {
  /** All entries, in any order. */
  entries(): Promise<Entry[]>
  /** Adds entries, or replaces those with the same line id. */
  put(entries: readonly Entry[]): Promise<void>
  remove(lineIds: readonly string[]): Promise<void>
  /** What else is kept, by name. */
  get(name: string): Promise<unknown>
  set(name: string, value: unknown): Promise<void>
}

/** For tests, and as the shortest example: it keeps copies, as a disk does. */
export class MemoryStore implements Store {
  readonly #entries = new Map<string, Entry>()
  readonly #values = new Map<string, unknown>()

  async entries() {
    return [...this.#entries.values()].map((entry) => structuredClone(entry))
  }
  async put(entries: readonly Entry[]) {
    for (const entry of entries) this.#entries.set(entry.line.id, structuredClone(entry))
  }
  async remove(lineIds: readonly string[]) {
    for (const id of lineIds) this.#entries.delete(id)
  }
  async get(name: string) {
    return this.#values.get(name)
  }
  async set(name: string, value: unknown) {
    this.#values.set(name, value)
  }
}
