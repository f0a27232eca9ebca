import { FieldError, type ProblemCode } from './request'
import type { Store } from './store'
import type { Instant, Place } from './wire'

/** What is done once under an own id, and is no line of a batch: a withdrawal requested or paid, a customer registered. */
export type Act = {
  path: string
  body: { id: string; recorded_at: Instant; place?: Place; [field: string]: unknown }
  outcome?: { reply: object } | { refusal: string; code: ProblemCode }
}
type Post = (path: string, body: object) => Promise<object>

/**
 * An outbox of acts: the oldest first, one at a time, each with the same body until its outcome is stored. A refusal is an outcome too:
 * another try is another act.
 */
export class Acts {
  readonly #store: Store
  #all: readonly Act[]
  #turn: Promise<unknown> = Promise.resolve()

  private constructor(store: Store, all: readonly Act[]) {
    this.#store = store
    this.#all = all
  }

  static async open(store: Store): Promise<Acts> {
    return new Acts(store, ((await store.get('acts')) as Act[] | undefined) ?? [])
  }

  get all() {
    return this.#all
  }
  get pending() {
    return this.#all.filter(({ outcome }) => !outcome)
  }

  /** Stores an act. Only then the agent may be told that it is noted. */
  add(path: string, content: Omit<Act['body'], 'id'>): Promise<Act> {
    return this.#alone(async () => {
      const act: Act = { path, body: { ...content, id: crypto.randomUUID() } as Act['body'] }
      await this.#keep([...this.#all, act])
      return act
    })
  }

  /** Sends what has no outcome, and returns the acts that have one now. Throws as `post` and the store do; what is left stays. */
  async send(post: Post): Promise<Act[]> {
    const done: Act[] = []
    for (const act of this.pending) {
      const outcome = await outcomeOf(() => post(act.path, act.body))
      const ended = { ...act, outcome }
      await this.#alone(() => this.#keep(this.#all.map((one) => (one.body.id === act.body.id ? ended : one))))
      done.push(ended)
    }
    return done
  }

  /** Forgets what has an outcome and was recorded before. */
  forget(before: Instant) {
    const isOld = ({ outcome, body }: Act) =>
      outcome !== undefined && Date.parse(body.recorded_at) < Date.parse(before)
    return this.#alone(() => this.#keep(this.#all.filter((act) => !isOld(act))))
  }

  async #keep(all: readonly Act[]) {
    await this.#store.set('acts', all)
    this.#all = all
  }

  /** Each change of the list writes all of it: one after the other. */
  #alone<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(change)
    this.#turn = done.catch(() => {})
    return done
  }
}

async function outcomeOf(post: () => Promise<object>): Promise<NonNullable<Act['outcome']>> {
  try {
    return { reply: await post() }
  } catch (error) {
    if (!(error instanceof FieldError) || error.isPassing || error.code === undefined || isOfDevice(error))
      throw error
    return { refusal: [error.message, ...error.fields].join(' '), code: error.code }
  }
}

/** It says nothing of the act: the device may not do it now. */
const isOfDevice = ({ code }: FieldError) => code === 'signedOut' || code === 'forbidden'
