import { and, eq } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import { customerMessages } from '../../db/tables/messages'
import { customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { lagosStamp, newestFirst } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { customerName, notDeleted, notFound } from '../customers/columns'

/** Messages in a customer's details. */
const lastMessages = 5

const messageRow = {
  id: customerMessages.id,
  created_at: lagosStamp(customerMessages.createdAt),
  text: customerMessages.text,
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

export const messageHandlers: HandlersFor<Calls['messages']> = {
  getCustomerMessages: (input, context) =>
    pageOf(context, input, messageList, { where: eq(customerMessages.customerId, input.customer_id) }),

  getMessageSummary: async ({ customer_id }, context) => ({
    data: await messageSummaryOf(context, customer_id),
  }),

  switchOnMessages: ({ customer_id }, context) => setMessages(context, customer_id, true),
  switchOffMessages: ({ customer_id }, context) => setMessages(context, customer_id, false),
}

/** Whether messages are on for the customer and for the business, and the last ones. */
export async function messageSummaryOf({ queries, services }: Context, customerId: number) {
  const [customer] = await queries
    .select({ takesMessages: customers.takesMessages })
    .from(customers)
    .where(and(eq(customers.id, customerId), notDeleted))
  if (!customer) return reject(notFound(customerId))
  const last = await queries
    .select(messageRow)
    .from(customerMessages)
    .where(eq(customerMessages.customerId, customerId))
    .orderBy(...newestFirst(customerMessages))
    .limit(lastMessages)
  return { customer: customer.takesMessages, business: services.config.sms.isOn, last }
}

async function setMessages({ queries, now, setAuditSubject }: Context, id: number, takesMessages: boolean) {
  await setAuditSubject('customer', id)
  const [customer] = await queries
    .select({ name: customerName, takesMessages: customers.takesMessages })
    .from(customers)
    .where(and(eq(customers.id, id), notDeleted))
    .for('no key update')
  if (!customer) return reject(notFound(id))
  const { name } = customer
  const words = takesMessages ? 'on' : 'off'
  if (customer.takesMessages === takesMessages) reject(`Messages to ${name} are ${words} already.`)
  await queries.update(customers).set({ takesMessages, updatedAt: now }).where(eq(customers.id, id))
  return { message: `Messages to ${name} are ${words} now.` }
}
