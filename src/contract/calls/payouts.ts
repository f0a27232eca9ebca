import * as v from 'valibot'
import { amountRange, dayRange, decidedBy, ofStatus } from '../filters'
import { columnsOf, group, read, write } from '../call'
import { decisionInput, oneDecisionFields } from './approvals'
import { anyOf } from '../permissions'
import { Day, Id, Kobo, optionalText, paged, snakePageInput, Stamp, Text } from '../values'

/** How a payout reaches the customers. */
export const payoutWays = ['main wallet', 'counter', 'agent'] as const
export const PayoutWay = v.picklist(payoutWays, 'Please select how it is paid.')
export type PayoutWay = v.InferOutput<typeof PayoutWay>
export const payoutWayLabels: Record<PayoutWay, string> = {
  'main wallet': 'To the main wallets',
  counter: 'In cash, at the counter',
  agent: 'In cash, by the agents',
}

/** The most wallets of one batch. */
export const maxPayouts = 500

const wallet = {
  savings_id: Id,
  reference: Text,
  saving_type_name: Text,
  user_id: Id,
  customer: Text,
  customer_reference: Text,
  /** The cycle that has ended, and the deposits of its days. */
  from_day: Day,
  through_day: Day,
  saved: Kobo,
  /** What was kept of that cycle as commission before the payout was requested. */
  kept: Kobo,
}

/** A savings wallet whose cycle has ended and that was not paid out since. */
const EndedWallet = v.object({
  ...wallet,
  agent: Text,
  market: optionalText,
  balance: Kobo,
  /** The commission that begun cycles owe: it is taken first. */
  commission: Kobo,
  /** What of the balance can't be paid out. */
  held: Kobo,
  payable: Kobo,
})
export type EndedWallet = v.InferOutput<typeof EndedWallet>

const Payout = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  paid: PayoutWay,
  /** The day on which agents pay. */
  pay_on: v.nullable(Day),
  wallets: v.number(),
  total: Kobo,
  ...oneDecisionFields,
})
export type Payout = v.InferOutput<typeof Payout>

const PayoutItem = v.object({
  id: Id,
  ...wallet,
  phone_number: Text,
  /** Owed at the request; once approved, taken with it. */
  commission: Kobo,
  amount: Kobo,
  /** The references of the movement into the main wallet, and of the withdrawal of cash. */
  entry: optionalText,
  withdrawal: optionalText,
})
export type PayoutItem = v.InferOutput<typeof PayoutItem>

/** A batch with what is needed to decide on it. */
const PayoutCase = v.object({
  ...Payout.entries,
  items: v.array(PayoutItem),
  /** Why it can't be approved now, by wallet; null if it can, or if it is decided. */
  obstacle: optionalText,
  /** Why the caller may not decide; null if they may. */
  against: optionalText,
})
export type PayoutCase = v.InferOutput<typeof PayoutCase>

export const payoutColumns = columnsOf(Payout, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'total', header: 'Total', kind: 'money', isSummed: true },
  { field: 'wallets', header: 'Wallets', kind: 'number', isSummed: true },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'paid', header: 'Paid', kind: 'text' },
  { field: 'pay_on', header: 'Pay On', kind: 'date', sparse: true },
  { field: 'requested_by_name', header: 'Requested By', kind: 'text' },
  { field: 'decided_by_name', header: 'Decided By', kind: 'text', hidden: true },
  { field: 'decided_at', header: 'Decided', kind: 'datetime', hidden: true },
  { field: 'comment', header: 'Comment', kind: 'text', hidden: true },
])

const Choices = v.array(v.object({ id: Id, name: Text }))
const requestAccess = anyOf('can-request-payout')
const access = anyOf('can-request-payout', 'can-approve-payout')

/** Savings paid out at the end of a cycle, many at once. */
export const payoutCalls = group('payouts', {
  /** By what ended cycles are found. */
  getPayoutChoices: read({
    reads: ['agents', 'markets', 'savingTypes'],
    path: 'getpayoutchoices',
    access: requestAccess,
    input: v.object({}),
    output: v.object({ data: v.object({ agents: Choices, markets: Choices, saving_types: Choices }) }),
  }),
  /** The wallets of an agent, a market or a type, or of several of these, by customer. */
  getEndedCycles: read({
    report: true,
    reads: ['agents', 'customers', 'ledger', 'markets', 'payouts', 'savingTypes', 'savings', 'withdrawals'],
    path: 'getendedcycles',
    access: requestAccess,
    input: v.object({
      agent_id: v.optional(Id),
      market_id: v.optional(Id),
      saving_type_id: v.optional(Id),
    }),
    /** `more`: there are others, which can be requested once these are. */
    output: v.object({ data: v.array(EndedWallet), more: v.boolean() }),
  }),
  getPayouts: read({
    reads: ['admins', 'payouts'],
    path: 'getpayouts',
    access,
    input: v.object({
      ...snakePageInput,
      waiting: v.optional(v.literal('mine')),
      ...ofStatus,
      ...amountRange,
      ...decidedBy,
      ...dayRange,
    }),
    output: v.object({ data: paged(Payout) }),
    csv: payoutColumns,
    sortable: ['created_at'],
  }),
  getPayoutCase: read({
    reads: [
      'admins',
      'agents',
      'businessSettings',
      'customers',
      'ledger',
      'markets',
      'payouts',
      'savingTypes',
      'savings',
      'withdrawals',
    ],
    path: 'getpayouts',
    access,
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(PayoutCase) }),
  }),
  /** `total` is what the admin saw: the request is refused where the wallets pay out something else by now. */
  requestPayout: write({
    path: 'requestpayout',
    access: requestAccess,
    input: v.object({
      wallets: v.pipe(
        v.array(Id),
        v.minLength(1, 'Please select at least one wallet.'),
        v.maxLength(maxPayouts, 'A payout may have at most 500 wallets.'),
      ),
      total: Kobo,
      paid: PayoutWay,
      pay_on: v.optional(v.nullable(Day)),
    }),
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['wallets'],
    writes: ['payouts'],
  }),
  /** All wallets or none. */
  payoutDecision: write({
    path: 'payoutdecision',
    access: anyOf('can-approve-payout'),
    input: decisionInput,
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['id'],
    writes: ['ledger', 'messages', 'payouts', 'savings', 'withdrawals'],
  }),
})
