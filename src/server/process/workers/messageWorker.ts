import { and, eq, gt, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { smsText } from '#domain/text/sms'
import { ahead, slackMs } from '../../clock/stored'
import type { Database } from '../../db/database'
import { customerMessages } from '../../db/tables/messages'
import { customers } from '../../db/tables/schema'
import { traceWork } from '../../db/traceWork'
import { type SendSms, SmsFault } from '../../sms/sms'
import { openPoll } from './poll'

const minute = 60_000
/** How long after each failed attempt the next one is due. After the last attempt a message has failed. */
export const retryPausesMs = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minute)
export const maxAttempts = retryPausesMs.length + 1
const pauses = sql`(array[${sql.join(
  [...retryPausesMs, minute].map((pause) => sql`${pause}::int`),
  sql`, `,
)}])`
/** A message that could not be sent in this time, because no server ran, would confuse more than it tells. */
export const tooOldMs = 3 * 24 * 60 * minute
/** After a failure that concerns all messages, none is tried for this long. */
export const outagePauseMs = 30_000
/** How many messages a server sends at a time. Each is one at most that a killed server may repeat. */
const lanes = 4
const pollMs = 2_000
/** How long a stop waits for the gateway before it cuts the connection. */
const stopMs = 5_000

type Options = {
  /** Used for two short statements a message, never while the gateway is waited for: the embedded database has one connection. */
  database: Database
  send: SendSms
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  now: () => Date
}

/** Of the customer who gets the message; none if it goes to the owner of the business. */
const ofReceiver = (what: SQL) =>
  sql`(select ${what} from ${customers} c where c.id = ${customerMessages.customerId})`

type Claimed = {
  id: number
  text: string
  attempts: number
  createdAt: Date
  phone: string
  isWanted: boolean
}

/**
 * Sends the messages of the outbox. A message is claimed by counting its next attempt, in a statement that skips what
 * other servers claim, and is claimed again only when its pause is over. So no two servers send it, and what was being
 * sent when a server was killed may be sent once more.
 */
export function openMessageWorker({ database, send, log, now }: Options) {
  const stopping = new AbortController()
  let outageUntil = 0
  let isFailing = false

  const isPaused = () => {
    const left = outageUntil - now().getTime()
    return left > 0 && left <= outagePauseMs
  }

  async function claim(): Promise<Claimed | undefined> {
    const at = now()
    // Later than after its pause: a clock was ahead.
    const isAhead = sql`${customerMessages.dueAt} > ${new Date(at.getTime() + slackMs).toISOString()}::timestamptz
      + coalesce(${pauses}[${customerMessages.attempts}], 0) * interval '1 millisecond'`
    const next = database
      .select({ id: customerMessages.id })
      .from(customerMessages)
      .where(and(eq(customerMessages.state, 'waiting'), or(lte(customerMessages.dueAt, at), isAhead)))
      .orderBy(customerMessages.dueAt, customerMessages.id)
      .limit(1)
      .for('update', { skipLocked: true })
    const [row] = await database
      .update(customerMessages)
      .set({
        attempts: sql`${customerMessages.attempts} + 1`,
        lastAttemptAt: at,
        dueAt: sql`${at.toISOString()}::timestamptz + ${pauses}[${customerMessages.attempts} + 1] * interval '1 millisecond'`,
      })
      .where(eq(customerMessages.id, sql`(${next})`))
      .returning({
        id: customerMessages.id,
        text: customerMessages.text,
        attempts: customerMessages.attempts,
        createdAt: customerMessages.createdAt,
        phone: sql<string>`coalesce(${customerMessages.phone}, ${ofReceiver(sql`phone_number`)})`,
        isWanted: sql<boolean>`${customerMessages.customerId} is null or ${ofReceiver(sql`takes_messages and not is_deleted`)}`,
      })
    return row
  }

  type Outcome = Partial<typeof customerMessages.$inferInsert>
  const record = (id: number, outcome: Outcome) =>
    database
      .update(customerMessages)
      .set(outcome)
      .where(and(eq(customerMessages.id, id), eq(customerMessages.state, 'waiting')))

  /** Sends one message that is due; false if there is none. */
  async function sendNext(): Promise<boolean> {
    const message = await claim()
    if (!message) return false
    const { id, attempts, createdAt, phone, text, isWanted } = message
    if (!isWanted) await record(id, { state: 'off', dueAt: null, attempts: attempts - 1 })
    else if (now().getTime() - createdAt.getTime() > tooOldMs)
      await record(id, { state: 'failed', dueAt: null, attempts: attempts - 1, problem: 'too old' })
    else {
      const fault = await faultOf(
        traceWork('message', () => send({ id, phone, text: smsText(text) }, stopping.signal)),
      )
      const isBack = report(fault)
      if (!fault) await record(id, { state: 'sent', dueAt: null, problem: null })
      else if (attempts < maxAttempts) await record(id, { problem: fault.code })
      else await record(id, { state: 'failed', dueAt: null, problem: fault.code })
      if (isBack) await makeDue()
    }
    return true
  }

  /** After an outage all that waits is sent at once, but what another lane or server may be sending. */
  const makeDue = () =>
    database
      .update(customerMessages)
      .set({ dueAt: now() })
      .where(
        and(
          eq(customerMessages.state, 'waiting'),
          gt(customerMessages.dueAt, now()),
          or(
            lt(customerMessages.lastAttemptAt, new Date(now().getTime() - minute)),
            ahead(customerMessages.lastAttemptAt, now()),
          ),
        ),
      )

  /** Codes only: no numbers, texts or replies of the gateway. Returns whether messages can be sent again. */
  function report(fault: SmsFault | undefined): boolean {
    const isBack = !fault && isFailing
    if (fault?.isOutage) outageUntil = now().getTime() + outagePauseMs
    if (fault?.isOutage && !isFailing) log.error({ code: fault.code }, 'messages can not be sent')
    if (!fault && isFailing) log.info('messages can be sent again')
    isFailing = fault ? isFailing || fault.isOutage : false
    return isBack
  }

  /** Sends all messages that are due. */
  const { run, start, stop } = openPoll(pollMs, async (isStopped) => {
    const lane = async () => {
      while (!isStopped() && !isPaused() && (await sendNext()));
    }
    await Promise.all(Array.from({ length: lanes }, lane)).catch((error: unknown) => {
      log.error({ error }, 'reading the messages to send failed')
    })
  })
  return {
    run,
    start,
    /** Claims nothing more, and waits for the messages that are being sent. */
    stop: async () => {
      const cut = setTimeout(() => stopping.abort(), stopMs)
      await stop()
      clearTimeout(cut)
    },
  }
}

const faultOf = (sending: Promise<void>): Promise<SmsFault | undefined> =>
  sending.then(
    () => undefined,
    (error: unknown) => (error instanceof SmsFault ? error : new SmsFault('fault', true)),
  )
