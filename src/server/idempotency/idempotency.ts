import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { type Named, withoutSecrets, type Write } from '#contract/call'
import { Problem } from '#contract/problems'
import type { Kobo } from '#contract/values'
import { type Subject, writeActivity } from '../audit/activity'
import { CsvRows } from '../wire/csvRows'
import { FileParts } from '../wire/fileParts'
import type { Queries, Transaction } from '../db/database'
import { idempotencyKeys } from '../db/tables/schema'
import { envelope } from '../wire/envelope'
import type { AfterCommit } from '../handler'
import { hashPassword, passwordMatches } from '../auth/passwords'
import {
  databaseError,
  databaseTrouble,
  DiskFull,
  problemReply,
  refusalOf,
  ServerBusy,
} from '../errors/refusals'
import type { Services } from '../services'
import type { SignedIn } from '../auth/sessions'

type Intent = {
  services: Services
  actor: SignedIn
  now: Date
  input: unknown
  /** What the handler scheduled to run after the commit. */
  afterwards: AfterCommit[]
  key: string
  /** Asks only for the outcome. A key that never arrived is stored as refused, so that a late request has no effect. */
  isCheck: boolean
}

type Result = { message?: string } | CsvRows | FileParts
/** Runs the handler, which also sets the audit subject. */
type Run = (queries: Queries, subject: Subject) => Promise<Result>

const neverReceived = new Problem('refused', 'This was not done. You can try again.')

/**
 * Runs a change exactly once for one idempotency key. Effect, audit row, key and reply commit in one transaction.
 * A repeated key gets the stored reply; the same key with another body is refused; a key in flight gets 409.
 */
export async function runIdempotent(
  call: Named<Write>,
  intent: Intent,
  run: Run,
): Promise<Record<string, unknown>> {
  const { services, actor, key } = intent
  const body = JSON.stringify([call.name, withoutSecrets(call, intent.input as object)])
  const bodyHash = await hashBody(call, body)
  const reply = await withTransactionRetry(intent, async (tx) => {
    await takeKey(tx, intent)
    const [stored] = await tx
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.adminId, actor.adminId), eq(idempotencyKeys.key, key)))
    if (stored) {
      if (stored.call !== call.name || !(await isBody(call, body, stored.bodyHash)))
        throw new Problem('refused', 'This key was used for another change. Nothing was done.')
      return stored.reply ?? {}
    }
    // Read again at each attempt: its name may have changed in between.
    const subject: Subject = {}
    const { reply, refused } = intent.isCheck
      ? { reply: problemReply(neverReceived) }
      : await attempt(tx, call, services.config.production, (queries) => run(queries, subject))
    if (refused) intent.afterwards.length = 0
    await tx
      .insert(idempotencyKeys)
      .values({ adminId: actor.adminId, key, call: call.name, bodyHash, reply, createdAt: intent.now })
    if (intent.isCheck) return reply
    // Last statement: it locks the end of the audit chain until the commit.
    await writeActivity(tx, call, {
      actor,
      refused,
      subject,
      amount: amountIn(intent.input),
      reference: key,
      now: intent.now,
    })
    return reply
  })
  const warnings = await Promise.all(intent.afterwards.map((act) => act()))
  const message = warnings.find((warning) => warning !== undefined)
  return message === undefined ? reply : warn(intent, { ...reply, message, warning: true })
}

/** Stores a reply with a warning: the change is committed, but a follow-up (such as an e-mail) failed. */
async function warn(
  { services, actor, key }: Intent,
  reply: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  await services.connections.changes
    .update(idempotencyKeys)
    .set({ reply })
    .where(and(eq(idempotencyKeys.adminId, actor.adminId), eq(idempotencyKeys.key, key)))
    .catch((error: unknown) => services.log.error({ error }, 'storing a warning failed'))
  return reply
}

/** Serialization failure and deadlock: PostgreSQL has rolled one of the transactions back. */
const retryableCodes = new Set(['40001', '40P01'])
const maxAttempts = 4

/** Retries a transaction that lost a conflict. Each attempt starts from a clean rollback. */
export async function withTransactionRetry<T>(
  { services, afterwards }: Pick<Intent, 'services' | 'afterwards'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    let commits = false
    try {
      return await services.connections.changes.transaction(async (tx) => {
        const result = await work(tx)
        commits = true
        return result
      })
    } catch (error) {
      afterwards.length = 0
      const trouble = databaseTrouble(error)
      if (trouble === 'lost' && commits) throw unconfirmed(error)
      if (trouble === 'full') throw new DiskFull(error)
      if (trouble)
        throw new ServerBusy('The server is busy. Nothing was done: try again in a few seconds.', error)
      if (!retryableCodes.has(databaseError(error)?.code ?? '')) throw error
      if (tries === maxAttempts)
        throw new Problem('busy', 'Others are changing the same records. Nothing was done: try again.', {
          retryAfterSeconds: 1,
          cause: error,
        })
    }
  }
}

/** The connection broke at the commit, or the call timed out: the outcome is unknown until its key is checked. */
export const unconfirmed = (cause?: unknown) =>
  new Problem('outcomeUnknown', 'We could not confirm this. Check before you try again.', { cause })

/** Every call that moves money names the amount `amount`. */
const amountIn = (input: unknown) => (input as { amount?: Kobo }).amount

/** An encrypted body may hold a password: a fast hash of it would be easier to break than the stored argon2 hash. */
const hashBody = (call: Named<Write>, body: string) =>
  call.encoding === 'encrypted' ? hashPassword(body) : quickHash(body)
const isBody = async (call: Named<Write>, body: string, hash: string) =>
  call.encoding === 'encrypted' ? passwordMatches(hash, body) : quickHash(body) === hash
const quickHash = (body: string) => createHash('sha256').update(body).digest('base64url')

/**
 * Two concurrent requests with one key: the second gets 409 instead of waiting for the first. Says in the transaction whose
 * change it is, for the histories of records (migration "record_changes").
 */
async function takeKey(tx: Transaction, { actor: { adminId }, key, now }: Intent) {
  const lock = createHash('sha256').update(`${adminId} ${key}`).digest().readBigInt64BE(0)
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lock}) as taken,
      set_config('alajo.change', ${`${adminId} ${key} ${now.toISOString()}`}, true)`,
  )
  if (!rows[0]?.taken) throw new Problem('busy', 'This change is still being made. Check again in a moment.')
}

/** Runs the handler in a savepoint. A refusal rolls it back, and its reply is stored like any other. */
async function attempt(
  tx: Transaction,
  call: Named<Write>,
  production: boolean,
  run: (queries: Queries) => Promise<Result>,
): Promise<{ reply: Record<string, unknown>; refused?: Problem }> {
  try {
    const result = await tx.transaction((inner) => run(inner))
    if (result instanceof CsvRows || result instanceof FileParts)
      throw new Error(`${call.name} is a change and returned a file`)
    return { reply: envelope(call, result, production) }
  } catch (error) {
    const refused = refusalOf(error)
    if (!refused) throw error
    return { reply: problemReply(refused), refused }
  }
}
