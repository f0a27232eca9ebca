import * as v from 'valibot'
import { amountRange, dayRange, ofAgent, ofStatus } from '../filters'
import { columnsOf, group, read, write } from '../call'
import { decisionInput, oneDecisionFields, Reason as RequestReason } from './approvals'
import { anyOf } from '../permissions'
import { CashAgent, countedAgain } from './cash'
import { boxUnits } from './savingCards'
import { DepositType } from './savingChanges'
import { SavingCategory } from './savingTypes'
import {
  amountUpTo,
  Day,
  Id,
  Kobo,
  maxCustomerAmount,
  optionalText,
  paged,
  SearchText,
  snakePageInput,
  Stamp,
  Text,
} from '../values'

/** Why nothing was collected from a line. */
export const notCollectedReasons = {
  'not seen': 'Not seen',
  'paid nothing': 'Paid nothing',
  travelled: 'Travelled',
  refused: 'Refused',
  other: 'Other',
} as const
export type NotCollectedReason = keyof typeof notCollectedReasons
export const NotCollected = v.picklist(
  Object.keys(notCollectedReasons) as [NotCollectedReason, ...NotCollectedReason[]],
  'Please select why nothing was collected.',
)

/** The most lines of one sheet. */
export const maxLines = 500

/** The cycle of a day on a wallet's card: its boxes, those due until the day, and what was paid in it. */
const LineCard = v.object({
  boxes: v.number(),
  due_boxes: v.number(),
  fixed_amount: Kobo,
  unit: v.picklist(boxUnits),
  paid: Kobo,
})
export type LineCard = v.InferOutput<typeof LineCard>

/** A savings wallet from which an agent collects. */
export const DueLine = v.object({
  savings_id: Id,
  savings_reference: Text,
  user_id: Id,
  customer: Text,
  customer_reference: Text,
  customer_phone: Text,
  saving_type_name: Text,
  category: SavingCategory,
  deposit_type: DepositType,
  market: optionalText,
  /** The fixed amount; 0 of a day that was paid ahead. */
  expected: Kobo,
  /** Absent in what was saved by an older release. */
  card: v.optional(LineCard),
  /** What was deposited into the wallet on this day already, and when last. */
  collected: Kobo,
  collected_at: v.nullable(Stamp),
})
export type DueLine = v.InferOutput<typeof DueLine>

/** A loan of a customer from whom an agent collects. */
export const DueLoan = v.object({
  loan_id: Id,
  loan_reference: Text,
  user_id: Id,
  customer: Text,
  customer_reference: Text,
  customer_phone: Text,
  loan_type_name: Text,
  /** The number of the first unpaid instalment. */
  instalment: v.number(),
  /** How many instalments are overdue on this day, and what is unpaid of them with their penalties. */
  late: v.number(),
  overdue: Kobo,
  /** The number of the unpaid instalment that is due on this day. */
  due_instalment: v.nullable(v.number()),
  /** What is unpaid of the instalments that are due until this day, with their penalties. */
  expected: Kobo,
  /** All that is owed. */
  owed: Kobo,
  /** What was repaid on this day already, and when last. */
  collected: Kobo,
  collected_at: v.nullable(Stamp),
})
export type DueLoan = v.InferOutput<typeof DueLoan>

/** A withdrawal that the agent is to pay on this day (not in the spec). */
export const DuePayout = v.object({
  withdrawal_id: Id,
  reference: Text,
  user_id: Id,
  customer: Text,
  customer_reference: Text,
  customer_phone: Text,
  amount: Kobo,
})
export type DuePayout = v.InferOutput<typeof DuePayout>

const newLine = {
  savings_id: v.optional(Id),
  loan_id: v.optional(Id),
  amount: v.pipe(
    Kobo,
    v.minValue(0 as Kobo, 'Please enter a valid amount.'),
    v.maxValue(maxCustomerAmount, 'One line may be at most ₦100,000,000.00.'),
  ),
  reason: v.optional(NotCollected),
}
const forOneMessage = 'A line is either for a savings wallet or for a loan.'

/** One line that is recorded; an amount of zero is not collected and needs a reason. */
const NewLine = v.pipe(
  v.object(newLine),
  v.check(({ savings_id, loan_id }) => (savings_id === undefined) !== (loan_id === undefined), forOneMessage),
)
/** `twice`: the same amount is on an earlier sheet of this agent and day, and came a second time. */
const NewSheetLine = v.pipe(
  v.object({ ...newLine, twice: v.optional(v.boolean()) }),
  v.check(({ savings_id, loan_id }) => (savings_id === undefined) !== (loan_id === undefined), forOneMessage),
)
export const noLinesMessage = 'The sheet has no lines.'
const tooManyMessage = 'A sheet may have at most 500 lines.'
const Counted = amountUpTo(maxCustomerAmount, 'One count may be at most ₦100,000,000.00.')

/** A sheet that was recorded of an agent and day already, with the amounts of it that were not reversed. */
export const EarlierSheet = v.object({
  id: Id,
  /** The receipt number. */
  reference: Text,
  created_at: Stamp,
  admin: Text,
  total: Kobo,
  lines: v.array(v.object({ savings_id: v.nullable(Id), loan_id: v.nullable(Id), amount: Kobo })),
  /** What the agent's device sent: it has no receipt. */
  batch: v.optional(v.literal(true)),
})
export type EarlierSheet = v.InferOutput<typeof EarlierSheet>

/** A recorded sheet. */
const Collection = v.object({
  id: Id,
  created_at: Stamp,
  /** The receipt number. */
  reference: Text,
  /** The day for which it was collected. */
  day: Day,
  /** Null for a deleted agent. */
  agent_id: v.nullable(Id),
  agent: Text,
  lines: v.number(),
  collected_lines: v.number(),
  total: Kobo,
  /** What of the total are repayments of loans; null without. */
  repayments: v.nullable(Kobo),
  /** The cash counted with the sheet and handed in; null if none was counted. */
  counted: v.nullable(Kobo),
  /** What the agent held with this sheet, before the cash was handed in. Null if none was counted. */
  expected: v.nullable(Kobo),
  remittance: optionalText,
  /** The reference of the entry that reverses it. Absent in what was saved by an older release. */
  remittance_reversed_by: v.optional(optionalText),
  admin: Text,
  /** What of the total was reversed since; null if nothing was. */
  reversed: v.nullable(Kobo),
  /** Withdrawals that the agent paid; null without. Absent in what was saved by an older release. */
  paid_out: v.optional(v.nullable(Kobo)),
})
export type Collection = v.InferOutput<typeof Collection>

/** A line for a savings wallet, or for a loan; the fields of the other are null. */
const CollectionLine = v.object({
  id: Id,
  savings_id: v.nullable(Id),
  savings_reference: optionalText,
  saving_type_name: optionalText,
  loan_id: v.nullable(Id),
  loan_reference: optionalText,
  loan_type_name: optionalText,
  /** What was still owed on the loan after the repayment. */
  still_owed: v.nullable(Kobo),
  user_id: Id,
  customer: Text,
  customer_reference: Text,
  expected: Kobo,
  amount: Kobo,
  /** The entry's; null for a line of which nothing was collected. */
  reference: optionalText,
  reason: v.nullable(NotCollected),
  /** The reference of the entry that reversed the deposit or the repayment. */
  reversed_by: optionalText,
})

export const CollectionCase = v.object({
  ...Collection.entries,
  rows: v.array(CollectionLine),
  /** The withdrawals that the agent paid, with the references of the payments. Absent in what was saved by an older release. */
  payouts: v.optional(v.array(v.object({ ...DuePayout.entries, entry_reference: Text }))),
})
export type CollectionCase = v.InferOutput<typeof CollectionCase>

export const collectionColumns = columnsOf(Collection, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Receipt', kind: 'text' },
  { field: 'agent', header: 'Agent', kind: 'text', isSubject: true },
  { field: 'total', header: 'Total', kind: 'money', isSummed: true },
  { field: 'counted', header: 'Counted', kind: 'money', isSummed: true, sparse: true },
  { field: 'day', header: 'Day', kind: 'date' },
  { field: 'lines', header: 'Lines', kind: 'number', isSummed: true },
  { field: 'collected_lines', header: 'Collected', kind: 'number', isSummed: true },
  { field: 'repayments', header: 'Repayments', kind: 'money', isSummed: true, sparse: true },
  { field: 'expected', header: 'Expected In The Purse', kind: 'money', hidden: true, sparse: true },
  { field: 'remittance', header: 'Remittance', kind: 'text', hidden: true, sparse: true },
  { field: 'admin', header: 'Recorded By', kind: 'text' },
  { field: 'reversed', header: 'Reversed', kind: 'money', isSummed: true, sparse: true },
  { field: 'paid_out', header: 'Paid Out', kind: 'money', isSummed: true, sparse: true },
])

/** What waits of an agent and day: a sheet of a closed day, a late batch. */
const agentDay = {
  id: Id,
  created_at: Stamp,
  reference: Text,
  day: Day,
  /** Null for a deleted agent. */
  agent_id: v.nullable(Id),
  agent: Text,
  lines: v.number(),
  total: Kobo,
}
const agentDayColumns = [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'agent', header: 'Agent', kind: 'text', isSubject: true },
  { field: 'total', header: 'Total', kind: 'money', isSummed: true },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'day', header: 'Day', kind: 'date' },
  { field: 'lines', header: 'Lines', kind: 'number', isSummed: true },
] as const
const decidedByColumns = [
  { field: 'decided_by_name', header: 'Decided By', kind: 'text', hidden: true },
  { field: 'decided_at', header: 'Decided', kind: 'datetime', hidden: true },
  { field: 'comment', header: 'Comment', kind: 'text', hidden: true },
] as const
/** A line of it. */
const caseLine = {
  id: Id,
  user_id: Id,
  customer: Text,
  customer_reference: Text,
  /** The savings wallet or the loan. */
  reference: Text,
  type_name: Text,
  amount: Kobo,
}

const SheetRequest = v.object({
  ...agentDay,
  collected_lines: v.number(),
  reason: Text,
  ...oneDecisionFields,
  /** The recorded sheet, and its receipt number. */
  collection_id: v.nullable(Id),
  receipt: optionalText,
})

/** A sheet of a closed day with what is needed to decide on it. */
export const SheetRequestCase = v.object({
  ...SheetRequest.entries,
  rows: v.array(
    v.object({
      ...caseLine,
      reason: v.nullable(NotCollected),
      twice: v.boolean(),
    }),
  ),
  /** What was recorded of this agent and day. */
  sheets: v.array(EarlierSheet),
  /** Why the caller may not decide; null if they may. */
  against: optionalText,
})
export type SheetRequestCase = v.InferOutput<typeof SheetRequestCase>

export const sheetRequestColumns = columnsOf(SheetRequest, [
  ...agentDayColumns,
  { field: 'reason', header: 'Reason', kind: 'text' },
  { field: 'requested_by_name', header: 'Requested By', kind: 'text', hidden: true },
  { field: 'receipt', header: 'Receipt', kind: 'text', hidden: true },
  ...decidedByColumns,
])

/** Lines that an agent's device sent, and that wait for an admin. */
const lateReasons = ['closed day', 'too old', 'another amount in the office'] as const
const LateBatch = v.object({
  ...agentDay,
  reason: v.picklist(lateReasons),
  status: v.picklist(['pending', 'approved', 'rejected']),
  /** Who approved the device, and does not decide. */
  device_approved_by: optionalText,
  decided_by_name: optionalText,
  decided_at: v.nullable(Stamp),
  comment: optionalText,
})

export const LateBatchCase = v.object({
  ...LateBatch.entries,
  /** The batch that brought the lines, and the device that sent it; null of a deleted device. */
  batch: Text,
  device: optionalText,
  rows: v.array(
    v.object({
      ...caseLine,
      /** When the device says that it was recorded, when it came, and where it was. */
      recorded_at: Stamp,
      received_at: Stamp,
      latitude: v.nullable(v.number()),
      longitude: v.nullable(v.number()),
      accuracy: v.nullable(v.number()),
      state: v.picklist(['booked', 'waiting', 'in office', 'refused', 'rejected']),
      message: optionalText,
      /** Of the movement. */
      entry: optionalText,
    }),
  ),
  /** What was recorded of this agent and day. */
  sheets: v.array(EarlierSheet),
  /** Why the caller may not decide; null if they may. */
  against: optionalText,
})
export type LateBatchCase = v.InferOutput<typeof LateBatchCase>

export const lateBatchColumns = columnsOf(LateBatch, [
  ...agentDayColumns,
  { field: 'reason', header: 'Reason', kind: 'status' },
  { field: 'device_approved_by', header: 'Device Approved By', kind: 'text', hidden: true },
  ...decidedByColumns,
])

const SheetLines = v.pipe(
  v.array(NewSheetLine),
  v.minLength(1, noLinesMessage),
  v.maxLength(maxLines, tooManyMessage),
)
/** None, if it pays withdrawals only. */
const SheetLinesOrNone = v.pipe(v.array(NewSheetLine), v.maxLength(maxLines, tooManyMessage))
const Seen = v.pipe(v.array(Text), v.maxLength(1000))
const sheetWrites = ['cash', 'collections', 'ledger', 'loans', 'messages', 'savings'] as const
const requestAccess = anyOf('can-record-collection', 'can-approve-collection')

/** Which lines that wait for a decision are listed. */
const waitingLinesInput = v.object({
  ...snakePageInput,
  waiting: v.optional(v.literal('mine')),
  ...ofAgent,
  ...ofStatus,
  ...amountRange,
})

export const collectionCalls = group('collections', {
  getCollectors: read({
    reads: ['agents'],
    path: 'getcollectors',
    access: anyOf('can-record-collection'),
    input: v.object({}),
    output: v.object({ data: v.array(CashAgent) }),
  }),
  /** Whom an agent collects from on a day, by customer. */
  getCollectionSheet: read({
    reads: [
      'admins',
      'agents',
      'calendar',
      'collections',
      'customers',
      'fieldBatches',
      'ledger',
      'loanTypes',
      'loans',
      'markets',
      'savingTypes',
      'savings',
      'withdrawals',
    ],
    path: 'getcollectionsheet',
    access: anyOf('can-record-collection'),
    input: v.object({ agent_id: Id, day: Day }),
    output: v.object({
      data: v.object({
        agent: CashAgent,
        lines: v.array(DueLine),
        loans: v.array(DueLoan),
        /** What was recorded of this agent and day already; absent in what was saved by an older release. */
        sheets: v.optional(v.array(EarlierSheet)),
        /** The same. Withdrawals that the agent is to pay on this day. */
        payouts: v.optional(v.array(DuePayout)),
      }),
    }),
  }),
  /** Savings and loans of this agent's customers by name, phone or reference, whether due or not. */
  getCollectable: read({
    reads: [
      'calendar',
      'collections',
      'customers',
      'loanTypes',
      'loans',
      'markets',
      'savingTypes',
      'savings',
    ],
    path: 'getcollectable',
    access: anyOf('can-record-collection'),
    input: v.object({ agent_id: Id, day: Day, search: SearchText }),
    output: v.object({ data: v.array(DueLine), loans: v.array(DueLoan) }),
  }),
  /**
   * All lines or none. The counted cash is handed in at once; the agent keeps the rest in their account. `seen` are the receipts
   * of the sheets of this agent and day that the admin knows of: with another one the sheet is refused (rules.md, "Second sheet").
   */
  recordSheet: write({
    path: 'recordsheet',
    access: anyOf('can-record-collection'),
    input: v.object({
      agent_id: Id,
      day: Day,
      lines: SheetLinesOrNone,
      counted: v.optional(Counted),
      ...countedAgain,
      seen: Seen,
      /** The withdrawals that the agent paid. */
      payouts: v.optional(
        v.pipe(v.array(Id), v.maxLength(maxLines, 'A sheet may pay at most 500 withdrawals.')),
      ),
    }),
    output: v.object({ data: CollectionCase }),
    subject: ['agent_id', 'day'],
    writes: [...sheetWrites, 'withdrawals'],
  }),
  /** A sheet of a closed day: it awaits an approval, and moves nothing before. */
  requestSheet: write({
    path: 'requestsheet',
    access: anyOf('can-record-collection'),
    input: v.object({ agent_id: Id, day: Day, lines: SheetLines, seen: Seen, reason: RequestReason }),
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['agent_id', 'day'],
    writes: ['sheetRequests'],
  }),
  getSheetRequests: read({
    reads: ['admins', 'agents', 'collections', 'sheetRequests'],
    path: 'getsheetrequests',
    access: requestAccess,
    input: waitingLinesInput,
    output: v.object({ data: paged(SheetRequest) }),
    csv: sheetRequestColumns,
    sortable: ['created_at'],
  }),
  getSheetRequest: read({
    reads: [
      'admins',
      'agents',
      'collections',
      'customers',
      'fieldBatches',
      'ledger',
      'loanTypes',
      'loans',
      'savingTypes',
      'savings',
      'sheetRequests',
    ],
    path: 'getsheetrequests',
    access: requestAccess,
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(SheetRequestCase) }),
  }),
  sheetRequestDecision: write({
    path: 'sheetrequestdecision',
    access: anyOf('can-approve-collection'),
    input: decisionInput,
    output: v.object({ data: v.object({ reference: Text, receipt: optionalText }) }),
    subject: ['id'],
    writes: ['collections', 'ledger', 'loans', 'messages', 'savings', 'sheetRequests'],
  }),
  /** What agents' devices sent too late, and waits (not in the spec). */
  getLateBatches: read({
    reads: ['admins', 'agents', 'fieldBatches'],
    path: 'getlatebatches',
    access: requestAccess,
    input: waitingLinesInput,
    output: v.object({ data: paged(LateBatch) }),
    csv: lateBatchColumns,
    sortable: ['created_at'],
  }),
  getLateBatch: read({
    reads: [
      'admins',
      'agents',
      'collections',
      'customers',
      'devices',
      'fieldBatches',
      'ledger',
      'loanTypes',
      'loans',
      'savingTypes',
      'savings',
    ],
    path: 'getlatebatches',
    access: requestAccess,
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(LateBatchCase) }),
  }),
  /** Books each line that can be, or none. */
  lateBatchDecision: write({
    path: 'latebatchdecision',
    access: anyOf('can-approve-collection'),
    input: decisionInput,
    output: v.object({ data: v.object({ reference: Text, booked: v.number() }) }),
    subject: ['id'],
    writes: ['fieldBatches', 'ledger', 'loans', 'messages', 'savings'],
  }),
  /** The first sheet of an agent and day, from portals of older releases, which can't ask about a second one. */
  recordCollection: write({
    path: 'recordcollection',
    access: anyOf('can-record-collection'),
    input: v.object({
      agent_id: Id,
      day: Day,
      lines: v.pipe(v.array(NewLine), v.minLength(1, noLinesMessage), v.maxLength(maxLines, tooManyMessage)),
      counted: v.optional(Counted),
    }),
    output: v.object({ data: CollectionCase }),
    subject: ['agent_id', 'day'],
    writes: [...sheetWrites],
  }),
  getCollections: read({
    reads: ['admins', 'agents', 'cash', 'collections', 'ledger', 'withdrawals'],
    path: 'getcollections',
    access: anyOf('can-view-collection'),
    input: v.object({
      ...snakePageInput,
      search: v.optional(SearchText),
      ...dayRange,
      ...ofAgent,
      ...amountRange,
    }),
    output: v.object({ data: paged(Collection) }),
    csv: collectionColumns,
    sortable: ['created_at', 'total'],
    searchable: { by: ['reference', 'agent'], on: 'created_at' },
  }),
  getCollection: read({
    reads: [
      'admins',
      'agents',
      'cash',
      'collections',
      'customers',
      'ledger',
      'loanTypes',
      'loans',
      'savingTypes',
      'savings',
      'withdrawals',
    ],
    path: 'getcollections',
    access: anyOf('can-view-collection', 'can-record-collection'),
    input: v.object({ collection_id: Id }),
    output: v.object({ data: CollectionCase }),
  }),
})
