import type { Call, InputOf, Named, OutputOf } from '#contract/call'
import type { Calls } from '#contract/index'
import type { Noun } from './audit/activitySubjects'
import type { CsvRows } from './wire/csvRows'
import type { FileParts } from './wire/fileParts'
import type { Queries } from './db/database'
import type { FileKind } from './files/fileKinds'
import type { OrJsonRows } from './wire/jsonRows'
import type { Services } from './services'
import type { SignedIn } from './auth/sessions'

export type AfterCommit = () => Promise<string | undefined>

/** What a handler gets in addition to its input. */
export type Context = {
  /** For a write: its transaction. A handler uses no other connection. */
  queries: Queries
  services: Services
  /** Anonymous (id 0) on public calls. */
  actor: SignedIn
  /**
   * In a write: reads the actor again in its transaction, for checks after waiting for a lock. Rejects if the actor
   * has lost the right to this call.
   */
  actorNow: () => Promise<SignedIn>
  now: Date
  /** Of a change: its idempotency key, which the activity log records. Null for a read. */
  reference: string | null
  /** The client's IP address; for IPv6 its network prefix. */
  address: string
  /**
   * Sets the subject of a change, or of a read that is recorded, for the activity log: a noun, its id, and a detail (rights, a decision). Called before
   * the change, to record the subject as it was; called again to set the detail.
   */
  setAuditSubject: (noun: Noun, id: number, detail?: string) => Promise<void>
  /** A link to a stored file, valid for this session and browser. Does not check that the file exists. */
  linkTo: (kind: FileKind, id: number) => string
  /**
   * Schedules what can't be rolled back, such as an e-mail, for after the commit; skipped if the change is refused. A
   * resolved string is a warning that replaces the reply's message. Must not reject.
   */
  afterCommit: (act: AfterCommit) => void
}
type Result<C extends Call> = OrJsonRows<OutputOf<C>> & { message?: string }
type Handler<C extends Call> = (
  input: InputOf<C>,
  context: Context,
) => Promise<Result<C> | CsvRows | FileParts>
/** Every call of a group, with its types: a missing handler does not compile. */
export type HandlersFor<G extends Record<string, Call>> = { [K in keyof G]: Handler<G[K]> }
export type AllHandlers = { [G in keyof Calls]: HandlersFor<Calls[G]> }
export type AnyHandler = (
  input: unknown,
  context: Context,
) => Promise<{ message?: string } | CsvRows | FileParts>

/** A call with its handler. Calls that share a path are grouped, those with the most required fields first. */
export type Endpoint = { call: Named; handle: AnyHandler }
