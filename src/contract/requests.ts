import * as v from 'valibot'
import { columnsOf, group, read, write } from './call'
import { largestCredit } from './dashboard'
import { anyOf } from './permissions'
import { amountUpTo, Id, Kobo, optionalText, Stamp, Text } from './values'

/** MBW main business wallet, PW profit, TW transaction, SW saving (spec 2, point 3). */
export const WalletFlag = v.picklist(['MBW', 'PW', 'TW', 'SW'], 'Please select a wallet.')
type WalletFlag = v.InferOutput<typeof WalletFlag>
/** Shown beside the codes. */
export const walletNames: Record<WalletFlag, string> = {
  MBW: 'main business wallet',
  PW: 'profit wallet',
  TW: 'transaction wallet',
  SW: 'saving wallet',
}
export const FundType = v.picklist(['credit', 'debit'], 'Please select credit or debit.')
export const FundDecision = v.picklist(['accept', 'reject'])

export const FundRequest = v.object({
  id: Id,
  reference: Text,
  amount: Kobo,
  type: FundType,
  description: Text,
  flag: WalletFlag,
  /** 0 awaits the first decision, 1 the second, 2 approved, 3 rejected (readings). */
  initial_status: v.picklist([0, 1, 2, 3]),
  created_at: Stamp,
  requested_by_id: Id,
  requested_by_name: Text,
  first_decision_id: v.nullable(Id),
  first_decision_name: optionalText,
  first_decision_at: v.nullable(Stamp),
  second_decision_name: optionalText,
  second_decision_at: v.nullable(Stamp),
})
export type FundRequest = v.InferOutput<typeof FundRequest>

export const requestColumns = columnsOf(FundRequest, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'amount', header: 'Amount', kind: 'money' },
  { field: 'type', header: 'Type', kind: 'status' },
  { field: 'flag', header: 'Wallet', kind: 'text' },
  { field: 'description', header: 'Description', kind: 'text' },
  { field: 'initial_status', header: 'Status', kind: 'text' },
  { field: 'requested_by_name', header: 'Requested By', kind: 'text' },
])

const decision = v.object({ id: Id, status: FundDecision, flag: WalletFlag })

export const requestCalls = group('requests', {
  getRequestList: read({
    path: 'getrequestlist',
    access: anyOf('can-view-request'),
    input: v.object({}),
    output: v.object({ data: v.array(FundRequest) }),
  }),
  createRequest: write({
    path: 'createrequest',
    access: anyOf('can-create-request'),
    input: v.object({
      amount: amountUpTo(largestCredit, 'One request may be at most ₦1,000,000,000.00.'),
      type: FundType,
      description: v.pipe(
        Text,
        v.check((text) => text.trim() !== '', 'Description is required.'),
        v.maxLength(500, 'Description may have at most 500 characters.'),
      ),
      flag: WalletFlag,
    }),
    output: v.object({ data: v.object({ reference: Text }) }),
    makesStale: ['requests', 'dashboard'],
  }),
  firstApprovalOrDisapproval: write({
    path: 'firstapprovalordisapproval',
    access: anyOf('can-do-first-approval'),
    input: decision,
    makesStale: ['requests', 'dashboard'],
  }),
  secondApprovalOrDisapproval: write({
    path: 'secondapprovalordisapproval',
    access: anyOf('can-do-second-approval'),
    input: decision,
    makesStale: ['requests', 'dashboard'],
  }),
})
