import { and, count, eq, isNotNull, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import type { Queries } from '../../db/database'
import { entries } from '../../db/tables/ledger'
import { customerMessages } from '../../db/tables/messages'
import { customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { betweenDays, lagosStamp, newestFirst } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { customerName, notDeleted, notFound } from '../../people/customerColumns'
import { segmentsIn } from '../../messages/segments'
import { awaitedOf, lockReceiver, requestOff, switchingOffHandlers } from './switchingOff'

/** Messages in a customer's details. */
const lastMessages = 5

const messageRow = {
  id: customerMessages.id,
  created_at: lagosStamp(customerMessages.createdAt),
  text: customerMessages.text,
  segments: segmentsIn(customerMessages.text),
  state: customerMessages.state,
  attempts: customerMessages.attempts,
  last_attempt_at: lagosStamp(customerMessages.lastAttemptAt),
  problem: customerMessages.problem,
}

const messageList = defineList({
  call: calls.messages.getCustomerMessages,
  table: customerMessages,
  sorted: { created_at: customerMessages.createdAt },
  row: messageRow,
  rows: (queries, row) => queries.select(row).from(customerMessages).$dynamic(),
})

const unsentRow = {
  id: customerMessages.id,
  created_at: lagosStamp(customerMessages.createdAt),
  user_id: customers.id,
  customer: customerName,
  movement: entries.kind,
  reference: entries.reference,
  state: customerMessages.state,
  attempts: customerMessages.attempts,
  problem: customerMessages.problem,
}

const unsentList = defineList({
  call: calls.messages.getUnsentMessages,
  table: customerMessages,
  sorted: { created_at: customerMessages.createdAt },
  row: unsentRow,
  rows: (queries, row) =>
    queries
      .select(row)
      .from(customerMessages)
      .innerJoin(customers, eq(customers.id, customerMessages.customerId))
      .leftJoin(entries, eq(entries.id, customerMessages.entryId))
      .$dynamic(),
})

/** Messages of a day that were not sent, in the words of their index. */
const unsentOn = (day: string) =>
  and(
    sql`${customerMessages.state} in ('off', 'failed')`,
    isNotNull(customerMessages.customerId),
    betweenDays(customerMessages.createdAt, { start_date: day, end_date: day }),
  )

/** How many messages of a day are switched off, and how many were given up. */
export async function countUnsent(queries: Queries, day: string) {
  const rows = await queries
    .select({ state: customerMessages.state, messages: count() })
    .from(customerMessages)
    .where(unsentOn(day))
    .groupBy(customerMessages.state)
  const countOf = (wanted: 'off' | 'failed') => rows.find(({ state }) => state === wanted)?.messages ?? 0
  return { off: countOf('off'), failed: countOf('failed') }
}

export const messageHandlers: HandlersFor<Calls['messages']> = {
  getCustomerMessages: (input, context) =>
    pageOf(context, input, messageList, { where: eq(customerMessages.customerId, input.customer_id) }),

  getUnsentMessages: (input, context) => pageOf(context, input, unsentList, { where: unsentOn(input.day) }),

  getMessageSummary: async ({ customer_id }, { queries, services }) => {
    const [customer] = await queries
      .select({ takesMessages: customers.takesMessages })
      .from(customers)
      .where(and(eq(customers.id, customer_id), notDeleted))
    if (!customer) return reject(notFound(customer_id))
    const last = await queries
      .select(messageRow)
      .from(customerMessages)
      .where(eq(customerMessages.customerId, customer_id))
      .orderBy(...newestFirst(customerMessages))
      .limit(lastMessages)
    return {
      data: {
        customer: customer.takesMessages,
        business: services.config.sms.isOn,
        last,
        awaited: (await awaitedOf(queries, customer_id)) ?? null,
      },
    }
  },

  switchOnMessages: async ({ customer_id }, { queries, now, setAuditSubject }) => {
    await setAuditSubject('customer', customer_id)
    const { name, takesMessages } = await lockReceiver(queries, customer_id)
    if (takesMessages) reject(`Messages to ${name} are on already.`)
    await queries
      .update(customers)
      .set({ takesMessages: true, updatedAt: now })
      .where(eq(customers.id, customer_id))
    return { message: `Messages to ${name} are on now.` }
  },

  /** Of a portal that asks for no reason. */
  switchOffMessages: async ({ customer_id }, context) => {
    const { message } = await requestOff(customer_id, 'No reason given: asked by an older portal', context)
    return { message }
  },

  ...switchingOffHandlers,
}
