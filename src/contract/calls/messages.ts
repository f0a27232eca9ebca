import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { anyOf } from '../permissions'
import { Day, Flag, Id, optionalText, paged, snakePageInput, Stamp, Text } from '../values'

/** waiting: to be sent or tried again. failed: given up. off: not to be sent, for this customer or for the business. */
export const messageStates = ['waiting', 'sent', 'failed', 'off'] as const

const Message = v.object({
  id: Id,
  created_at: Stamp,
  text: Text,
  /** By how many SMS it is sent. Absent in what was saved by an older release. */
  segments: v.optional(v.number()),
  state: v.picklist(messageStates),
  attempts: v.number(),
  last_attempt_at: v.nullable(Stamp),
  /** Why the last attempt failed, as a code. */
  problem: optionalText,
})
export type Message = v.InferOutput<typeof Message>

export const messageColumns = columnsOf(Message, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'text', header: 'Message', kind: 'text' },
  { field: 'segments', header: 'SMS', kind: 'number', isSummed: true },
  { field: 'state', header: 'State', kind: 'status' },
  { field: 'attempts', header: 'Attempts', kind: 'number' },
  { field: 'last_attempt_at', header: 'Last Attempt', kind: 'datetime', hidden: true },
  { field: 'problem', header: 'Problem', kind: 'text', hidden: true },
])

/** A message of a day that was not sent, without its text, which has balances. */
const UnsentMessage = v.object({
  id: Id,
  created_at: Stamp,
  user_id: Id,
  customer: Text,
  /** The kind and the reference of the movement that it reports; null for the closing of an empty wallet. */
  movement: optionalText,
  reference: optionalText,
  /** off or failed. */
  state: v.picklist(messageStates),
  attempts: v.number(),
  problem: optionalText,
})
export type UnsentMessage = v.InferOutput<typeof UnsentMessage>

export const unsentMessageColumns = columnsOf(UnsentMessage, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'customer', header: 'Customer', kind: 'text' },
  { field: 'movement', header: 'Movement', kind: 'text' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'state', header: 'State', kind: 'status' },
  { field: 'attempts', header: 'Attempts', kind: 'number', hidden: true },
  { field: 'problem', header: 'Problem', kind: 'text', sparse: true },
])

/** `last` are the newest five. */
const MessageSummary = v.object({ customer: Flag, business: Flag, last: v.array(Message) })
export type MessageSummary = v.InferOutput<typeof MessageSummary>

const oneCustomer = v.object({ customer_id: Id })

export const messageCalls = group('messages', {
  /** The messages to one customer, newest first. */
  getCustomerMessages: read({
    reads: ['messages'],
    path: 'getcustomermessages',
    access: anyOf('can-view-customer-details'),
    input: v.object({ ...snakePageInput, customer_id: Id }),
    output: v.object({ data: paged(Message) }),
    csv: messageColumns,
    sortable: ['created_at'],
  }),
  /** Messages of one day that were not sent: the rows behind the figures of the day's close. */
  getUnsentMessages: read({
    reads: ['customers', 'ledger', 'messages'],
    path: 'getunsentmessages',
    access: anyOf('can-view-day-close'),
    input: v.object({ ...snakePageInput, day: Day }),
    output: v.object({ data: paged(UnsentMessage) }),
    csv: unsentMessageColumns,
    sortable: ['created_at'],
  }),
  /** Whether messages are on for the customer and for the business (server/config.ts), and the last ones. */
  getMessageSummary: read({
    reads: ['customers', 'messages'],
    path: 'getcustomermessages',
    access: anyOf('can-view-customer-details'),
    input: oneCustomer,
    output: v.object({ data: MessageSummary }),
  }),
  switchOnMessages: write({
    path: 'switchonmessages',
    access: anyOf('can-edit-customer'),
    input: oneCustomer,
    subject: ['customer_id'],
    writes: ['customers'],
  }),
  /** Messages that still wait are not sent either. */
  switchOffMessages: write({
    path: 'switchoffmessages',
    access: anyOf('can-edit-customer'),
    input: oneCustomer,
    subject: ['customer_id'],
    writes: ['customers'],
  }),
})
