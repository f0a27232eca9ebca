import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { anyOf } from '../permissions'
import { decisionInput, oneDecisionColumns, oneDecisionFields, Reason } from './approvals'
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

/** `last` are the newest five; `awaited` is the request to switch them off that awaits its decision. */
const MessageSummary = v.object({
  customer: Flag,
  business: Flag,
  last: v.array(Message),
  awaited: v.optional(optionalText),
})
export type MessageSummary = v.InferOutput<typeof MessageSummary>

const oneCustomer = v.object({ customer_id: Id })

/** A request to switch a customer's messages off, and what was decided. */
const MessagesOff = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  user_id: Id,
  customer: Text,
  reason: Text,
  ...oneDecisionFields,
})
export const messagesOffColumns = columnsOf(MessagesOff, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'customer', header: 'Customer', kind: 'text', isSubject: true },
  { field: 'reason', header: 'Reason', kind: 'text' },
  { field: 'status', header: 'Status', kind: 'status' },
  ...oneDecisionColumns,
])
/** One with what is needed to decide on it. */
const MessagesOffCase = v.object({
  ...MessagesOff.entries,
  phone_number: Text,
  /** Whether messages to the customer are on. */
  messages_on: Flag,
  /** Why the caller may not decide; null if they may. */
  against: optionalText,
})
export type MessagesOffCase = v.InferOutput<typeof MessagesOffCase>
const offAccess = anyOf('can-edit-customer', 'can-approve-messages-off')

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
    reads: ['customers', 'messages', 'messagesOff'],
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
  /** For portals of older releases: requests it too, without a reason. */
  switchOffMessages: write({
    path: 'switchoffmessages',
    access: anyOf('can-edit-customer'),
    input: oneCustomer,
    subject: ['customer_id'],
    writes: ['messagesOff'],
  }),
  requestMessagesOff: write({
    path: 'requestmessagesoff',
    access: anyOf('can-edit-customer'),
    input: v.object({ customer_id: Id, reason: Reason }),
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['customer_id'],
    writes: ['messagesOff'],
  }),
  getMessagesOff: read({
    reads: ['admins', 'customers', 'messagesOff'],
    path: 'getmessagesoff',
    access: offAccess,
    input: v.object({ ...snakePageInput, waiting: v.optional(v.literal('mine')) }),
    output: v.object({ data: paged(MessagesOff) }),
    csv: messagesOffColumns,
    sortable: ['created_at'],
  }),
  getMessagesOffCase: read({
    reads: ['admins', 'customers', 'messagesOff'],
    path: 'getmessagesoff',
    access: offAccess,
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(MessagesOffCase) }),
  }),
  /** Messages that still wait are not sent either. */
  messagesOffDecision: write({
    path: 'messagesoffdecision',
    access: anyOf('can-approve-messages-off'),
    input: decisionInput,
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['id'],
    writes: ['customers', 'messagesOff'],
  }),
})
