import * as v from 'valibot'
import { AskedWithdrawal, Payment } from '#contract/calls/withdrawals'
import { Day, Id, Kobo, optionalText, Text } from '../values'
import { fieldCall } from './call'
import { described, Holds, Instant, OwnId, onceText, said } from './values'

/** For how many days a withdrawal is listed after its request, or after the last that was done with it. */
export const listedDays = 31

export const withdrawalCalls = {
  requestWithdrawal: fieldCall({
    name: 'requestWithdrawal',
    method: 'POST',
    path: '/withdrawals',
    access: 'primary',
    summary: 'Requests a withdrawal from the main wallet of an own customer',
    description: `As the office does: its amount is held at once, and nothing is paid before the office approves it, but by who approved this device. ${onceText}`,
    input: v.object({ ...said, ...AskedWithdrawal.entries }),
    output: v.object({ id: OwnId, withdrawal_id: Id, reference: Text, message: Text }),
    example: {
      id: '5b0a2c1e-6f51-4a3b-8d7e-0c9f1a2b3c4d',
      customer_id: 12,
      amount: '5000.00',
      description: 'School fees',
      recorded_at: '2026-11-30T09:30:00+01:00',
    },
  }),
  getWithdrawals: fieldCall({
    name: 'getWithdrawals',
    method: 'GET',
    path: '/withdrawals',
    access: 'device',
    summary: 'Withdrawals of own customers that the agent requested, or is to pay',
    description: `The newest first: all that wait or are to be paid, and the others for ${listedDays} days after their request, decision or payment.`,
    input: v.object({}),
    output: v.object({
      withdrawals: v.array(
        v.object({
          withdrawal_id: Id,
          reference: Text,
          customer_id: Id,
          customer: Text,
          amount: Kobo,
          description: Text,
          status: described(
            v.picklist(['pending', 'approved', 'rejected']),
            '`approved` is not paid yet where the agent is to pay: see `payment`.',
          ),
          rejection_reason: described(optionalText, 'Why it was rejected.'),
          is_own: described(v.boolean(), 'Whether the agent requested it; the office requested the others.'),
          payment: v.nullable(
            described(
              Payment,
              'Null unless the agent pays it, or was to: `to pay` on `pay_on`, `paid`, or `cancelled` by the office.',
            ),
          ),
          pay_on: v.nullable(Day),
          requested_at: Instant,
          decided_at: v.nullable(Instant),
        }),
      ),
    }),
  }),
  recordPayout: fieldCall({
    name: 'recordPayout',
    method: 'POST',
    path: '/payouts',
    access: 'primary',
    summary: 'Records that the agent paid a withdrawal from the cash collected',
    description: `One that the sheet of \`day\` has: an approved one that the agent pays on that day. \`paid\`: the agent holds so much less from now on. \`in office\`: the office’s sheet has it as paid already. Of a closed day, or one of more than seven days ago, the office settles it. ${onceText}`,
    input: v.object({ ...said, withdrawal_id: Id, day: described(Day, 'On which it was paid, in Lagos.') }),
    output: v.object({
      id: OwnId,
      state: described(
        v.picklist(['paid', 'in office']),
        '`in office`: the office’s sheet has it as paid already.',
      ),
      withdrawal: described(Text, 'Its reference.'),
      amount: Kobo,
      reference: described(Text, 'Of the movement.'),
      message: Text,
      holds: Holds,
    }),
    example: {
      id: 'a4c1d9a2-3b1f-4f27-9c6d-7e8f90a1b2c3',
      withdrawal_id: 31,
      day: '2026-11-30',
      recorded_at: '2026-11-30T11:05:00+01:00',
    },
  }),
}
