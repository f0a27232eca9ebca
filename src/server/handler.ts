import type { Call, InputOf, Named, OutputOf } from '#contract/call'
import type { Calls } from '#contract/index'
import type { Noun } from './audit/activitySubjects'
import type { CsvRows } from './wire/csvRows'
import type { Queries } from './db/database'
import type { FileKind } from './files/fileKinds'
import type { OrJsonRows } from './wire/jsonRows'
import type { Services } from './services'
import type { SignedIn } from './auth/sessions'

export type AfterCommit = () => Promise<string | undefined>

/** What a handler is given beside its input. */
export type Context = {
  /** For a write: the transaction. Nothing else of the database may be used in it. */
  queries: Queries
  services: Services
  /** Refers to nobody on public calls. */
  actor: SignedIn
  /**
   * In a write: the actor read again in its transaction, for what must still be true after a lock was waited for.
   * Refuses when the right to this call is gone meanwhile.
   */
  actorNow: () => Promise<SignedIn>
  now: Date
  /** Of a change: its idempotency key, under which the activity log has it. Null for a read. */
  reference: string | null
  /** The client's; where it is IPv6, that of its whole network. */
  address: string
  /**
   * Names what a change is about, for the activity log: a noun and its id, and what it says besides (rights, a decision).
   * Called first, so that the log has it as it was before; again for the detail alone.
   */
  setAuditSubject: (noun: Noun, id: number, detail?: string) => Promise<void>
  /** A link to a stored file, for the session and the browser that ask. Whether the file is there is not looked at. */
  linkTo: (kind: FileKind, id: number) => string
  /**
   * For what can't be taken back, such as a letter: done once the change stands, and not if it is refused. What it
   * resolves to is a warning, which takes the place of the reply's message. It must not reject.
   */
  afterCommit: (act: AfterCommit) => void
}
type Result<C extends Call> = OrJsonRows<OutputOf<C>> & { message?: string }
export type Handler<C extends Call> = (input: InputOf<C>, context: Context) => Promise<Result<C> | CsvRows>
/** Every call of a group, with its types: a missing handler does not compile. */
export type HandlersFor<G extends Record<string, Call>> = { [K in keyof G]: Handler<G[K]> }
export type AllHandlers = { [G in keyof Calls]: HandlersFor<Calls[G]> }
export type AnyHandler = (input: unknown, context: Context) => Promise<{ message?: string } | CsvRows>

/** A call with its handler. Calls that share a path stand together, the most demanding first. */
export type Endpoint = { call: Named; handle: AnyHandler }
