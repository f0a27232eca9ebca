import { and, eq } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import { decider, oneDecisionRow, requester } from '../../approvals/decidedColumns'
import {
  commentOf,
  decisionBlocker,
  lockRequest,
  onlyDecision,
  requestNotFound,
} from '../../approvals/decisions'
import { waitingRows } from '../../approvals/waiting'
import type { Queries, Selects } from '../../db/database'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { messagesOffRequests } from '../../db/tables/limits'
import { customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { newReference } from '../../ledger/references'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { customerName, notDeleted, notFound } from '../../people/customerColumns'

type OffCalls = Pick<
  Calls['messages'],
  'requestMessagesOff' | 'getMessagesOff' | 'getMessagesOffCase' | 'messagesOffDecision'
>

const offRow = {
  ...oneDecisionRow(messagesOffRequests),
  user_id: messagesOffRequests.customerId,
  customer: customerName,
}

const rowsOf = (queries: Selects, row = offRow) =>
  queries
    .select(row)
    .from(messagesOffRequests)
    .innerJoin(customers, eq(customers.id, messagesOffRequests.customerId))
    .innerJoin(requester, eq(requester.id, messagesOffRequests.requestedBy))
    .leftJoin(decider, eq(decider.id, messagesOffRequests.decidedBy))

const offList = defineList({
  call: calls.messages.getMessagesOff,
  table: messagesOffRequests,
  sorted: { created_at: messagesOffRequests.createdAt },
  row: offRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

export const switchingOffHandlers: HandlersFor<OffCalls> = {
  getMessagesOff: (input, context) =>
    pageOf(context, input, offList, { where: input.waiting && waitingRows(context, 'messages_off') }),

  getMessagesOffCase: async ({ id }, context) => {
    const { queries } = context
    const [row] = await rowsOf(queries).where(eq(messagesOffRequests.id, id))
    const [customer] = await queries
      .select({ phone_number: customers.phoneNumber, messages_on: customers.takesMessages })
      .from(customers)
      .where(eq(customers.id, row?.user_id ?? 0))
    if (!row || !customer) return reject(requestNotFound('messages_off', id))
    const asked = { ...row, requestedBy: row.requested_by_id }
    return { data: [{ ...row, ...customer, against: decisionBlocker('messages_off', asked, context) }] }
  },

  requestMessagesOff: ({ customer_id, reason }, context) => requestOff(customer_id, reason, context),

  messagesOffDecision: async ({ id, status, comment }, context) => {
    const { queries, now } = context
    const text = commentOf({ status, comment })
    const { reference, customerId } = await lockRequest('messages_off', id, context)
    const isApproved = status === 'accept'
    const { name, takesMessages } = await lockReceiver(queries, customerId)
    await context.actorNow()
    if (isApproved && !takesMessages)
      reject(`Messages to ${name} are off already. Request ${reference} can only be rejected.`)
    if (isApproved)
      await queries
        .update(customers)
        .set({ takesMessages: false, updatedAt: now })
        .where(eq(customers.id, customerId))
    await queries
      .update(messagesOffRequests)
      .set(onlyDecision(isApproved, text, context))
      .where(eq(messagesOffRequests.id, id))
    return {
      message: isApproved
        ? `Messages to ${name} are off now. The day’s close lists what is not sent.`
        : `Request ${reference} was rejected. Messages to ${name} stay on.`,
      data: { reference },
    }
  },
}

export async function requestOff(customerId: number, reason: string, context: Context) {
  const { queries, actor, now, setAuditSubject } = context
  await setAuditSubject('customer', customerId)
  const { name, takesMessages } = await lockReceiver(queries, customerId)
  if (!takesMessages) reject(`Messages to ${name} are off already.`)
  const open = await awaitedOf(queries, customerId)
  if (open) reject(`Request ${open} awaits its decision already. Nothing was requested.`)
  const reference = await newReference(queries, documentPrefixes.messagesOff, now)
  await queries.insert(messagesOffRequests).values({
    reference,
    customerId,
    reason: reason.trim(),
    requestedBy: actor.adminId,
    createdAt: now,
  })
  // Not the reason: words about a customer can't be erased from the log.
  await setAuditSubject('customer', customerId, reference)
  return {
    message: `Request ${reference} to switch off messages to ${name} was made. It awaits its approval; until then they are sent.`,
    data: { reference },
  }
}

/** Locks a customer whose messages are switched. */
export async function lockReceiver(queries: Queries, id: number) {
  const [customer] = await queries
    .select({ name: customerName, takesMessages: customers.takesMessages })
    .from(customers)
    .where(and(eq(customers.id, id), notDeleted))
    .for('no key update')
  return customer ?? reject(notFound(id))
}

/** The reference of a customer's request that awaits its decision. */
export async function awaitedOf(queries: Context['queries'], customerId: number) {
  const [open] = await queries
    .select({ reference: messagesOffRequests.reference })
    .from(messagesOffRequests)
    .where(and(eq(messagesOffRequests.customerId, customerId), eq(messagesOffRequests.status, 'pending')))
  return open?.reference
}
