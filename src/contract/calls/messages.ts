import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { anyOf } from '../permissions'
import { Flag, Id, optionalText, paged, snakePageInput, Stamp, Text } from '../values'

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
  { field: 'segments', header: 'SMS', kind: 'number' },
  { field: 'state', header: 'State', kind: 'status' },
  { field: 'attempts', header: 'Attempts', kind: 'number' },
  { field: 'last_attempt_at', header: 'Last Attempt', kind: 'datetime', hidden: true },
  { field: 'problem', header: 'Problem', kind: 'text', hidden: true },
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
