import * as v from 'valibot'
import { DueLine, DueLoan, DuePayout } from '#contract/calls/collections'
import { DepositType } from '#contract/calls/savingChanges'
import { Day, Id, Kobo, Month, optionalText, Text } from '../values'
import { fieldCall } from './call'
import { Instant } from './values'

/** What came in of something in a month, and the target; null without one. */
export const Reached = v.object({ reached: Kobo, target: v.nullable(Kobo) })

const Customer = v.object({
  id: Id,
  reference: Text,
  name: Text,
  phone: Text,
  address: Text,
  /** Whether savings are taken. */
  active: v.boolean(),
  /** Nothing is paid out. */
  frozen: v.boolean(),
  wallets: v.array(
    v.object({
      id: Id,
      reference: Text,
      type: Text,
      rhythm: DepositType,
      /** What is paid in each time. */
      amount: Kobo,
      balance: Kobo,
    }),
  ),
  loans: v.array(v.object({ id: Id, reference: Text, type: Text, owed: Kobo, next_due: v.nullable(Day) })),
  /** Loans that were applied for, until they run, or for thirty days after a rejection. */
  applications: v.array(
    v.object({
      id: Id,
      reference: Text,
      type: Text,
      amount: Kobo,
      /** Pending waits for the first approval, in-progress for the second. */
      state: v.picklist(['pending', 'in-progress', 'rejected']),
      /** Why it was rejected. */
      reason: optionalText,
      applied_on: Day,
      guarantors: v.number(),
      least_guarantors: v.number(),
    }),
  ),
})
export type FieldCustomer = v.InferOutput<typeof Customer>

export const readCalls = {
  getMe: fieldCall({
    name: 'getMe',
    method: 'GET',
    path: '/me',
    access: 'device',
    summary: 'The agent, the device, and this month’s target',
    input: v.object({}),
    output: v.object({
      business: optionalText,
      agent: v.object({
        id: Id,
        name: Text,
        email: Text,
        phone: Text,
        state: optionalText,
        lga: optionalText,
        /** The cash that the agent holds by the books. */
        holds: Kobo,
      }),
      device: v.object({ id: Id, name: Text, is_primary: v.boolean() }),
      month: Month,
      savings: Reached,
      repaid: Reached,
      customers: v.object({ reached: v.number(), target: v.nullable(v.number()) }),
      server_time: Instant,
    }),
  }),
  getCustomers: fieldCall({
    name: 'getCustomers',
    method: 'GET',
    path: '/customers',
    access: 'device',
    summary: 'The agent’s customers, or what changed of them',
    description:
      'Without a cursor, or with one that the server has forgotten, all of them (`is_full`). With one, those that changed since, and in `removed` the ids of those that are the agent’s no more. Keep the new cursor once the reply is stored.',
    input: v.object({ cursor: v.optional(v.pipe(v.string(), v.maxLength(40))) }),
    output: v.object({
      cursor: Text,
      is_full: v.boolean(),
      customers: v.array(Customer),
      removed: v.array(Id),
    }),
  }),
  getSheet: fieldCall({
    name: 'getSheet',
    method: 'GET',
    path: '/sheet',
    access: 'device',
    summary: 'Whom the agent collects from on a day',
    description:
      'Today without a day. With what came in on it already, recorded on a device or by the office, and what the agent is to pay out.',
    input: v.object({ day: v.optional(Day) }),
    output: v.object({
      day: Day,
      lines: v.array(v.omit(DueLine, ['collected_at'])),
      loans: v.array(v.omit(DueLoan, ['collected_at'])),
      payouts: v.array(DuePayout),
    }),
  }),
}
