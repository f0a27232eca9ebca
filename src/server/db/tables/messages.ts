import { sql } from 'drizzle-orm'
import { check, index, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { messageStates } from '#contract/calls/messages'
import { businessDays } from './businessDays'
import { createdAt, id, instant, ref } from './columns'
import { entries } from './ledger'
import { customers } from './schema'

/**
 * The outbox of messages to customers, and of those to the owner: written in the transaction of a movement or a closing, sent by the worker
 * (process/workers/messageWorker.ts). The phone number is the customer's at the time of sending, but for a change of it.
 */
export const customerMessages = pgTable(
  'customer_messages',
  {
    id: id(),
    /** Null for the message to the owner of the business about a closed day. */
    customerId: ref().references(() => customers.id),
    /** The closing that the owner hears of. */
    closingId: ref().references(() => businessDays.id),
    /** The movement that it reports; null for the closing of an empty wallet. A movement has one message at most. */
    entryId: ref()
      .unique()
      .references(() => entries.id),
    text: text().notNull(),
    /** The owner's; of a change of the phone number the one before, which hears of it. Null for the customer's own. */
    phone: text(),
    state: text({ enum: messageStates }).notNull(),
    attempts: smallint().notNull().default(0),
    /** When to send it next; while it is being sent, when to try again if this server does not return. */
    dueAt: instant(),
    lastAttemptAt: instant(),
    /** Why the last attempt failed: a code, never the text of the gateway. */
    problem: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.customerId, t.createdAt, t.id),
    index('customer_messages_due').on(t.dueAt, t.id).where(sql`${t.state} = 'waiting'`),
    index('customer_messages_unsent')
      .on(t.createdAt, t.id, t.state)
      .where(sql`${t.state} in ('off', 'failed')`)
      .concurrently(),
    index('customer_messages_closing').on(t.closingId).where(sql`${t.closingId} is not null`).concurrently(),
    check('customer_messages_due_at', sql`(${t.state} = 'waiting') = (${t.dueAt} is not null)`),
    check('customer_messages_attempts', sql`${t.attempts} >= 0`),
  ],
)
