import * as v from 'valibot'
import { DueLine, DueLoan, DuePayout } from '#contract/calls/collections'
import { DepositType } from '#contract/calls/savingChanges'
import { Day, Id, Kobo, Month, optionalText, Text } from '../values'
import { fieldCall } from './call'
import { asked, Count, described, Holds, Instant } from './values'

/** What came in of something in a month, and the target; null without one. */
export const Reached = v.object({ reached: Kobo, target: v.nullable(described(Kobo, 'Null without one.')) })

const Customer = v.object({
  id: Id,
  reference: Text,
  name: Text,
  phone: Text,
  address: Text,
  active: described(v.boolean(), 'Of others no savings are taken; loans are repaid.'),
  frozen: described(v.boolean(), 'Nothing is paid out.'),
  wallets: v.array(
    v.object({
      id: Id,
      reference: Text,
      type: Text,
      rhythm: described(DepositType, 'How often the amount is paid in.'),
      amount: described(Kobo, 'What is paid in each time.'),
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
      state: described(
        v.picklist(['pending', 'in-progress', 'rejected']),
        '`pending` waits for the first approval, `in-progress` for the second; one that has both is among `loans`.',
      ),
      reason: described(optionalText, 'Why it was rejected.'),
      applied_on: Day,
      guarantors: described(Count, 'Who were added.'),
      least_guarantors: described(Count, 'How many the type of loan asks for.'),
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
        holds: Holds,
      }),
      device: v.object({
        id: Id,
        name: Text,
        is_primary: described(v.boolean(), 'Only the primary device records.'),
      }),
      month: Month,
      savings: Reached,
      repaid: Reached,
      customers: v.object({
        reached: described(Count, 'New customers whom the agent recruited in the month.'),
        target: v.nullable(described(Count, 'Null without one.')),
      }),
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
    input: v.object({
      cursor: v.optional(
        described(v.pipe(v.string(), v.maxLength(40)), 'Of the last reply that this device stored.'),
      ),
    }),
    output: v.object({
      cursor: Text,
      is_full: described(v.boolean(), 'Whether these are all: forget those that are not among them.'),
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
      'Today without a day. With what came in on it already (`collected`), recorded on a device or by the office, and what the agent is to pay out. `user_id` is the id of the customer, as in `getCustomers`. `expected` is what is to be paid on the day: of a wallet its fixed amount, 0.00 where it was paid ahead; of a loan (`owed` in all) what is unpaid of the installments due until then with their penalties, `overdue` of it of the `late` ones. `instalment` is the number of the first unpaid one, `due_instalment` that of one due on the day, if any. A `card` has `boxes`, of which `due_boxes` are due until the day, one a `unit`. `category` and `deposit_type` are those of the wallet’s type and rhythm.',
    input: v.object({ day: asked.day }),
    output: v.object({
      day: Day,
      lines: v.array(v.omit(DueLine, ['collected_at'])),
      loans: v.array(v.omit(DueLoan, ['collected_at'])),
      payouts: v.array(DuePayout),
    }),
  }),
}
