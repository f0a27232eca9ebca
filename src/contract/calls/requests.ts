import * as v from 'valibot'
import { amountRange, decidedBy } from '../filters'
import { columnsOf, group, read, write } from '../call'
import { approvalStates, Decision } from './approvals'
import { maxCredit, WaitingFilter } from './dashboard'
import { anyOf } from '../permissions'
import { reversedByColumn } from './reversals'
import { amountUpTo, Id, Kobo, optionalText, Stamp, Text } from '../values'

/** MBW main business wallet, PW profit, TW transaction, SW saving (rules.md, "Wallets"). */
export const WalletFlag = v.picklist(['MBW', 'PW', 'TW', 'SW'], 'Please select a wallet.')
export type WalletFlag = v.InferOutput<typeof WalletFlag>
/** Shown beside the codes. */
export const walletNames: Record<WalletFlag, string> = {
  MBW: 'main business wallet',
  PW: 'profit wallet',
  TW: 'transaction wallet',
  SW: 'saving wallet',
}
/** Within a sentence: 'main business wallet (MBW)'. */
export const walletText = (flag: WalletFlag) => `${walletNames[flag]} (${flag})`
/** By itself: 'Main business wallet (MBW)'. */
export const walletLabel = (flag: WalletFlag) =>
  `${walletText(flag).charAt(0).toUpperCase()}${walletText(flag).slice(1)}`
export const FundType = v.picklist(['credit', 'debit'], 'Please select credit or debit.')

export const FundRequest = v.object({
  id: Id,
  reference: Text,
  amount: Kobo,
  type: FundType,
  description: Text,
  flag: WalletFlag,
  /** An index of `approvalStates`. */
  initial_status: v.picklist([0, 1, 2, 3]),
  created_at: Stamp,
  requested_by_id: Id,
  requested_by_name: Text,
  first_decision_id: v.nullable(Id),
  first_decision_name: optionalText,
  first_decision_at: v.nullable(Stamp),
  second_decision_name: optionalText,
  second_decision_at: v.nullable(Stamp),
  /** The reference of the movement that carried it out, and of the entry that reverses that. Absent in what was saved by an older release. */
  entry: v.optional(optionalText),
  reversed_by: v.optional(optionalText),
})
export type FundRequest = v.InferOutput<typeof FundRequest>

/** A request with what is needed to decide on it. */
export const RequestCase = v.object({
  ...FundRequest.entries,
  /** The wallet's balance; null for callers who may not see it (`businessHistoryAccess`). */
  wallet_balance: v.nullable(Kobo),
  /** Whether the wallet does not cover the debit; null for callers who may not decide. */
  is_short: v.nullable(v.boolean()),
  /** Why the caller may not make the next decision; null if they may. */
  against: optionalText,
})
export type RequestCase = v.InferOutput<typeof RequestCase>

/** A row of the list, with texts for codes. */
const RequestRow = v.object({ ...FundRequest.entries, wallet: Text, status: Text })
export type RequestRow = v.InferOutput<typeof RequestRow>

export const requestColumns = columnsOf(RequestRow, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'amount', header: 'Amount', kind: 'money', isSummed: true },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'type', header: 'Type', kind: 'text', isWord: true },
  { field: 'wallet', header: 'Wallet', kind: 'text' },
  { field: 'description', header: 'Description', kind: 'text' },
  { field: 'requested_by_name', header: 'Requested By', kind: 'text' },
  { field: 'first_decision_name', header: 'First Decision By', kind: 'text', hidden: true },
  { field: 'second_decision_name', header: 'Second Decision By', kind: 'text', hidden: true },
  { field: 'entry', header: 'Movement', kind: 'text', hidden: true },
  reversedByColumn,
])

const decision = v.object({ id: Id, status: Decision, flag: WalletFlag })

export const requestCalls = group('requests', {
  getRequestList: read({
    reads: ['admins', 'ledger', 'requests'],
    path: 'getrequestlist',
    access: anyOf('can-view-request'),
    input: v.object({
      waiting: v.optional(WaitingFilter),
      flag: v.optional(WalletFlag),
      type: v.optional(FundType),
      status: v.optional(v.picklist(approvalStates)),
      ...amountRange,
      ...decidedBy,
    }),
    output: v.object({ data: v.array(FundRequest) }),
    whole: { columns: requestColumns },
  }),
  /** One request with what is needed to decide on it. */
  getRequestCase: read({
    reads: ['admins', 'ledger', 'requests'],
    path: 'getrequestlist',
    access: anyOf('can-view-request', 'can-do-first-approval', 'can-do-second-approval'),
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(RequestCase) }),
  }),
  createRequest: write({
    path: 'createrequest',
    access: anyOf('can-create-request'),
    input: v.object({
      amount: amountUpTo(maxCredit, 'One request may be at most ₦1,000,000,000.00.'),
      type: FundType,
      description: v.pipe(
        Text,
        v.check((text) => text.trim() !== '', 'Description is required.'),
        v.maxLength(500, 'Description may have at most 500 characters.'),
      ),
      flag: WalletFlag,
    }),
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['flag'],
    writes: ['requests'],
  }),
  firstApprovalOrDisapproval: write({
    path: 'firstapprovalordisapproval',
    access: anyOf('can-do-first-approval'),
    input: decision,
    subject: ['id'],
    writes: ['requests'],
  }),
  secondApprovalOrDisapproval: write({
    path: 'secondapprovalordisapproval',
    access: anyOf('can-do-second-approval'),
    input: decision,
    subject: ['id'],
    writes: ['ledger', 'requests'],
  }),
})
