import { FieldError } from './request'
import type { Entry, Store } from './store'
import type { Line, LineResult, LineState } from './wire'

/** The most lines that the interface takes at once. */
const mostLines = 100
/** With these a line has reached its end. The others may change: an admin decides, the day comes, the office mends what is wrong. */
const finalStates: readonly LineState[] = ['booked', 'in office', 'refused', 'rejected', 'conflict']

export const isFinal = (result: LineResult | undefined) =>
  result !== undefined && finalStates.includes(result.state)
/** Sent at each turn: without a result, or of a day that had not come. */
const isPending = ({ result }: Entry) => result === undefined || result.state === 'not yet'

type Post = (lines: readonly Line[]) => Promise<{ results: readonly LineResult[] }>

/**
 * What was recorded, the oldest first, each line until its own result is known and stored. A line gets its id when it is recorded and
 * never changes, so that it may be sent as often as it takes: the server books it once and returns the first result again.
 */
export class Outbox {
  readonly #store: Store
  readonly #entries: Map<string, Entry>
  #lastPlace: number
  #turn: Promise<unknown> = Promise.resolve()

  private constructor(store: Store, entries: readonly Entry[]) {
    this.#store = store
    const sorted = entries.toSorted((one, other) => one.place - other.place)
    this.#entries = new Map(sorted.map((entry) => [entry.line.id, entry]))
    this.#lastPlace = sorted.at(-1)?.place ?? 0
  }

  static async open(store: Store): Promise<Outbox> {
    return new Outbox(store, await store.entries())
  }

  /** All lines that are kept, with their results, the oldest first. */
  get entries(): readonly Entry[] {
    return [...this.#entries.values()].toSorted((one, other) => one.place - other.place)
  }
  /** What has not reached its end: show it to the agent. */
  get open(): readonly Entry[] {
    return this.entries.filter(({ result }) => !isFinal(result))
  }
  get pending(): readonly Entry[] {
    return this.entries.filter(isPending)
  }

  /** Stores a line. Only then the agent may be told that it is recorded. */
  async add(content: Omit<Line, 'id'>): Promise<Line> {
    this.#lastPlace += 1
    const entry = { place: this.#lastPlace, line: { ...content, id: crypto.randomUUID() } }
    await this.#store.put([entry])
    this.#entries.set(entry.line.id, entry)
    return entry.line
  }

  /**
   * Sends what is pending and stores the results; with `all`, also asks about what waits for an admin or was not valid. Throws what
   * `post` or the store throws: whatever has no stored result by then is sent the next time. One turn at a time.
   */
  send(post: Post, { all = false } = {}): Promise<LineResult[]> {
    const turn = this.#turn.then(() => this.#send(post, all))
    this.#turn = turn.catch(() => {})
    return turn
  }

  async #send(post: Post, all: boolean): Promise<LineResult[]> {
    const due = (all ? this.open : this.pending).map(({ line }) => line)
    const results: LineResult[] = []
    for (let at = 0; at < due.length; at += mostLines)
      results.push(...(await this.#sendSome(post, due.slice(at, at + mostLines))))
    return results
  }

  async #sendSome(post: Post, lines: readonly Line[]): Promise<LineResult[]> {
    try {
      const { results } = await post(lines)
      return await this.#keep(results)
    } catch (error) {
      if (!isUnreadable(error)) throw error
      // One line that the server can't read keeps back no other.
      const [only, ...more] = lines
      if (!only) return []
      if (more.length === 0)
        return this.#keep([{ id: only.id, state: 'invalid', message: error.message, reference: null }])
      const half = Math.ceil(lines.length / 2)
      return [
        ...(await this.#sendSome(post, lines.slice(0, half))),
        ...(await this.#sendSome(post, lines.slice(half))),
      ]
    }
  }

  /** Stored before they count. A result of another line, or for a line that has reached its end, changes nothing. */
  async #keep(results: readonly LineResult[]): Promise<LineResult[]> {
    const known = results.filter(({ id }) => {
      const entry = this.#entries.get(id)
      return entry && !isFinal(entry.result)
    })
    const changed = known.flatMap((result) => {
      const entry = this.#entries.get(result.id)
      return entry ? [{ ...entry, result }] : []
    })
    if (changed.length > 0) await this.#store.put(changed)
    for (const entry of changed) this.#entries.set(entry.line.id, entry)
    return known
  }

  /** Forgets what reached its end and is of an earlier day than this one. */
  async forget(before: string) {
    const ids = this.entries
      .filter(({ line, result }) => isFinal(result) && line.day < before)
      .map(({ line }) => line.id)
    await this.#store.remove(ids)
    for (const id of ids) this.#entries.delete(id)
  }
}

/** The server did nothing: the body was not valid, or too large. */
const isUnreadable = (error: unknown): error is FieldError =>
  error instanceof FieldError && (error.code === 'invalid' || error.status === 413)
