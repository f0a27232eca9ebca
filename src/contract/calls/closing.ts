import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { DecisionComment, decisionInput, oneDecisionColumns, oneDecisionFields, Reason } from './approvals'
import { anyOf } from '../permissions'
import { messageStates } from './messages'
import { Day, Id, Kobo, optionalText, paged, snakePageInput, Stamp, Text } from '../values'

export const closedDays = {
  /** The closed ones of the days of which the counter may record cash. Absent from older releases. */
  closed_days: v.optional(v.array(Day)),
}

export const runKinds = ['penalties', 'commissions', 'interest', 'charges', 'plans'] as const
export type RunKindName = (typeof runKinds)[number]
export const runStates = ['running', 'done', 'short'] as const

const Run = v.object({
  id: Id,
  created_at: Stamp,
  kind: v.picklist(runKinds),
  /** The day that is closed; for a month its last day. */
  day: Day,
  /** Short: something could not be posted, and is tried again with the next day. */
  state: v.picklist(runStates),
  looked: v.number(),
  posted: v.number(),
  amount: Kobo,
  skipped: v.number(),
  finished_at: v.nullable(Stamp),
  /** The reference of the reopening that reversed it. Absent in what was saved by an older release. */
  reopened_by: v.optional(optionalText),
})
export type Run = v.InferOutput<typeof Run>

export const runColumns = columnsOf(Run, [
  { field: 'created_at', header: 'Started', kind: 'datetime' },
  { field: 'kind', header: 'Run', kind: 'status' },
  { field: 'day', header: 'Day', kind: 'date' },
  { field: 'state', header: 'State', kind: 'status' },
  { field: 'looked', header: 'Looked At', kind: 'number', hidden: true },
  { field: 'posted', header: 'Posted', kind: 'number', isSummed: true },
  { field: 'amount', header: 'Amount', kind: 'money', isSummed: true },
  { field: 'skipped', header: 'Not Covered', kind: 'number', isSummed: true },
  { field: 'reopened_by', header: 'Taken Back By', kind: 'text', sparse: true },
  { field: 'finished_at', header: 'Finished', kind: 'datetime', hidden: true },
])

const RunItem = v.object({
  id: Id,
  created_at: Stamp,
  user_id: Id,
  customer: Text,
  /** The loan's or the savings wallet's. */
  reference: Text,
  /** Null for a savings wallet. */
  loan_id: v.nullable(Id),
  amount: Kobo,
  /** What could not be posted, and why. */
  open: Kobo,
  reason: optionalText,
  entry_reference: optionalText,
})
export type RunItem = v.InferOutput<typeof RunItem>

export const runItemColumns = columnsOf(RunItem, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'customer', header: 'Customer', kind: 'text' },
  { field: 'reference', header: 'Loan or Saving', kind: 'text' },
  { field: 'amount', header: 'Posted', kind: 'money', isSummed: true },
  { field: 'open', header: 'Not Posted', kind: 'money', isSummed: true },
  { field: 'reason', header: 'Reason', kind: 'text', sparse: true },
  { field: 'entry_reference', header: 'Reference', kind: 'text', hidden: true },
])

/** Postings of one kind: how many, and their sum. */
const Total = v.object({ count: v.number(), amount: Kobo })

const Reopening = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  /** The first of the days. */
  from_day: Day,
  reason: Text,
  /** What was reversed; 0 unless it is approved. */
  penalties: Kobo,
  interest: Kobo,
  charges: Kobo,
  /** Absent in what was saved by an older release. */
  commissions: v.optional(Kobo),
  /** Of plans that had ended. Absent in what was saved by an older release. */
  paid_out: v.optional(Kobo),
  ...oneDecisionFields,
})

export const reopeningColumns = columnsOf(Reopening, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'from_day', header: 'From Day', kind: 'date' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'reason', header: 'Reason', kind: 'text' },
  { field: 'requested_by_name', header: 'Requested By', kind: 'text', hidden: true },
  { field: 'penalties', header: 'Penalties', kind: 'money', isSummed: true },
  { field: 'interest', header: 'Interest', kind: 'money', isSummed: true },
  { field: 'charges', header: 'Charges', kind: 'money', isSummed: true },
  { field: 'commissions', header: 'Commissions', kind: 'money', isSummed: true, sparse: true },
  { field: 'paid_out', header: 'Paid Out', kind: 'money', isSummed: true, sparse: true },
  { field: 'decided_by_name', header: 'Decided By', kind: 'text', hidden: true },
  { field: 'decided_at', header: 'Decided', kind: 'datetime', hidden: true },
  { field: 'comment', header: 'Comment', kind: 'text', hidden: true },
])

/** What a reopening would reverse now. */
const Reopenable = v.object({
  from_day: Day,
  days: v.number(),
  last_day: v.nullable(Day),
  posted: v.object({
    penalties: Total,
    interest: Total,
    charges: Total,
    /** Absent in what was saved by an older release. */
    commissions: v.optional(Total),
    /** Of plans that had ended. Absent in what was saved by an older release. */
    paid_out: v.optional(Total),
  }),
  /** What the runs posted and no reversal can take back, such as on a wallet that was closed since; null if nothing. */
  kept: optionalText,
  /** Why it can't be done now, such as a wallet that does not cover it; null if it can. */
  obstacle: optionalText,
})
export type Reopenable = v.InferOutput<typeof Reopenable>

/** A reopening with what is needed to decide on it. */
const ReopeningCase = v.object({
  ...Reopening.entries,
  /** Null unless it is pending. */
  effect: v.nullable(Reopenable),
  /** Why the caller may not decide; null if they may. */
  against: optionalText,
})
export type ReopeningCase = v.InferOutput<typeof ReopeningCase>

/** One agent's day, or the counter's. */
const DayAgent = v.object({
  /** Null for the counter and for deleted agents. */
  agent_id: v.nullable(Id),
  agent: Text,
  /** Fixed amounts of the savings wallets and instalments of the loans that were due on the day. */
  expected: Kobo,
  savings: Kobo,
  loans: Kobo,
  /** What was taken back of what was collected, on this or an earlier day. */
  reversed: Kobo,
  /** Savings and loans less what was reversed. */
  collected: Kobo,
  handed_in: Kobo,
  /** Cash in the agent's hands at the end of the day. */
  held: Kobo,
  /** What of `collected` was recorded after the day. Absent in what was saved by an older release. */
  late: v.optional(Kobo),
  /** Withdrawals that the agent paid. Absent in what was saved by an older release, as the next one. */
  paid_out: v.optional(Kobo),
  /** The agent's commission that was set off against the cash held; below zero what was charged to it. */
  set_off: v.optional(Kobo),
  /** Whether the agent is active, and can collect. Absent in what was saved by an older release, as the next ones. */
  collects: v.optional(v.boolean()),
  /** Sheets of the day, and counts of the agent's cash on it. */
  sheets: v.optional(v.number()),
  counts: v.optional(v.number()),
  /** Cash that nobody counted on the day. */
  uncounted: v.optional(Kobo),
  /** What was counted less what should have been there: below zero it is missing. With what was written off on the day. */
  difference: v.optional(Kobo),
  /** Of it, what neither a request nor a decision explains. */
  unexplained: v.optional(Kobo),
  /** The reason of the cash difference that explains the rest, with its state. */
  explanation: v.optional(optionalText),
})
export type DayAgent = v.InferOutput<typeof DayAgent>

const DayProduct = v.object({
  kind: v.picklist(['saving', 'loan']),
  name: Text,
  ...Total.entries,
})
export type DayProduct = v.InferOutput<typeof DayProduct>

/** One fee on the day: how often it was paid, in cash, from main wallets, and kept back from loans. */
const DayFee = v.object({ name: Text, count: v.number(), cash: Kobo, wallet: Kobo, loan: Kobo })
export type DayFee = v.InferOutput<typeof DayFee>

/** A place of cash at the end of the day, what its counts of the day lacked, and whether it was left open. */
const DayPlace = v.object({
  place: v.picklist(['vault', 'till', 'bank']),
  /** Of a till. Absent in what was closed or saved by an older release. */
  till_id: v.optional(Id),
  name: Text,
  held: Kobo,
  difference: Kobo,
  is_open: v.boolean(),
})
export type DayPlace = v.InferOutput<typeof DayPlace>

/** Figures of a day that movements make: cash of agents and the counter, what was paid out, what the server posted. */
export const movedFigures = [
  'collected',
  'savings',
  'loans',
  'reversed',
  'late',
  'handed in',
  'paid out',
  'set off',
  'credits',
  'recoveries',
  'fees',
  'withdrawals',
  'commission',
  'by agents',
  'expenses',
  'lent',
  'lent reversed',
  'saving type',
  'loan type',
  'fee',
  'penalties',
  'interest',
  'charges',
  'commissions',
  'written off',
] as const
export type MovedFigure = (typeof movedFigures)[number]
export const feeWays = ['cash', 'wallet', 'loan'] as const
/** Whose cash a figure is of, if not one agent’s. */
export const movedAt = ['agents', 'counter'] as const

/** A movement of which a figure of a day is made. */
const DayMovement = v.object({
  /** Counts the rows: an entry can be in several. */
  id: Id,
  created_at: Stamp,
  reference: Text,
  /** The entry's kind. */
  source: Text,
  customer: optionalText,
  agent: optionalText,
  /** The part of the figure; below zero what takes from it. */
  amount: Kobo,
  user_id: v.nullable(Id),
  reverses: optionalText,
  collected_on: v.nullable(Day),
})
export type DayMovement = v.InferOutput<typeof DayMovement>
export const dayMovementColumns = columnsOf(DayMovement, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'source', header: 'Movement', kind: 'text' },
  { field: 'customer', header: 'Customer Name', kind: 'text', isSubject: true },
  { field: 'agent', header: 'Agent Name', kind: 'text', sparse: true },
  { field: 'amount', header: 'Amount', kind: 'money', isSummed: true },
  { field: 'reverses', header: 'Reverses', kind: 'text', sparse: true },
  { field: 'collected_on', header: 'Collected On', kind: 'date', sparse: true },
])
/** The most movements of a figure. */
export const maxDayMovements = 5_000

/** The figures of a day that its closing keeps. */
const KeptDay = v.object({
  day: Day,
  /** Agents with something to show, by name. */
  agents: v.array(DayAgent),
  /** Cash at the counter. */
  counter: v.object({
    savings: Kobo,
    loans: Kobo,
    credits: Kobo,
    /** Of loans that are written off. Absent in what was saved by an older release. */
    recoveries: v.optional(Kobo),
    /** Absent in what was saved by an older release. */
    fees: v.optional(Kobo),
    reversed: Kobo,
    /** What of deposits and repayments was recorded after the day. Absent in what was saved by an older release. */
    late: v.optional(Kobo),
  }),
  /** Absent in what was saved by an older release. */
  places: v.optional(v.array(DayPlace)),
  /** Deposits and repayments by type, less what was reversed. */
  products: v.array(DayProduct),
  /** Fees, less what was reversed. Absent in what was saved by an older release. */
  fees: v.optional(v.array(DayFee)),
  paid_out: v.object({
    loans: Total,
    /** Disbursements that were reversed on the day. */
    loans_reversed: Total,
    /** At the counter. */
    withdrawals: Total,
    /** Agents' commission, at the counter. Absent in what was saved by an older release. */
    agents: v.optional(Total),
    /** Withdrawals that agents paid. Absent in what was saved by an older release. */
    by_agents: v.optional(Total),
    /** From the counter, the vault and the bank. Absent in what was saved by an older release. */
    expenses: v.optional(Total),
  }),
  /** What the server posted on the day. */
  posted: v.object({
    penalties: Total,
    interest: Total,
    charges: Total,
    /** Taken on the day, by deposits, payouts and runs, less what was given back; absent without any. */
    commissions: v.optional(Total),
  }),
  /** Loans written off on the day, less what was reversed. */
  written_off: Total,
  /** Messages of the day that were switched off, or given up. Absent in what was saved by an older release. */
  unsent: v.optional(v.object({ off: v.number(), failed: v.number() })),
})
export type KeptDay = v.InferOutput<typeof KeptDay>

/** A closing of a day (rules.md, "Closed day"). */
const DayClosing = v.object({
  at: Stamp,
  /** Null: the server, at the hour that the business names. */
  by: optionalText,
  /** Of its figures; the activity log has it too. */
  hash: Text,
  comment: optionalText,
  /** The reference of the opening that took it back; null while the day is closed by it. */
  opened_by: optionalText,
  /** How the message to the owner stands; null if none was written. */
  owner_message: v.optional(v.nullable(v.picklist(messageStates))),
})
export type DayClosing = v.InferOutput<typeof DayClosing>

/** What was recorded for a closed day, or taken back of it, after its closing: of an agent, or of the counter. */
const LaterLine = v.object({
  agent_id: v.nullable(Id),
  agent: Text,
  savings: Kobo,
  loans: Kobo,
  reversed: Kobo,
  collected: Kobo,
  handed_in: Kobo,
  paid_out: Kobo,
})
export type LaterLine = v.InferOutput<typeof LaterLine>

export const DayClose = v.object({
  /** Of a closed day, its figures as they stood then. */
  ...KeptDay.entries,
  /** When its runs were done: from then on, what was expected stays as it was. Absent in what was saved by an older release. */
  closed_at: v.optional(v.nullable(Stamp)),
  /** The last reopening of the day. Absent in what was saved by an older release. */
  reopened: v.optional(v.nullable(v.object({ reference: Text, at: Stamp }))),
  /** The oldest first. Absent in what was saved by an older release, as the next ones. */
  closings: v.optional(v.array(DayClosing)),
  /** The hour in Lagos from which on sheets that are not in are missing. */
  verdict_hour: v.optional(v.number()),
  /** The reference of the undecided request to open the day. */
  opening: v.optional(optionalText),
  later: v.optional(v.array(LaterLine)),
  /** Decisions that are open now. */
  open: v.object({
    loans: v.number(),
    requests: v.number(),
    withdrawals: v.number(),
    reversals: v.number(),
    differences: v.number(),
    loan_changes: v.number(),
    /** Absent in what was saved by an older release, as the next ones. */
    sheets: v.optional(v.number()),
    statements: v.optional(v.number()),
    payouts: v.optional(v.number()),
    term_changes: v.optional(v.number()),
    messages_off: v.optional(v.number()),
    credits: v.optional(v.number()),
    expenses: v.optional(v.number()),
    setting_changes: v.optional(v.number()),
    reopenings: v.optional(v.number()),
    day_openings: v.optional(v.number()),
    late_batches: v.optional(v.number()),
    /** Withdrawals that no agent paid on their day. */
    payments: v.optional(v.number()),
  }),
})
export type DayClose = v.InferOutput<typeof DayClose>

const DayOpening = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  day: Day,
  reason: Text,
  /** When the day was closed, and by whom; null: the server. */
  closed_at: Stamp,
  closed_by_name: optionalText,
  ...oneDecisionFields,
})

export const dayOpeningColumns = columnsOf(DayOpening, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'day', header: 'Day', kind: 'date' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'reason', header: 'Reason', kind: 'text' },
  { field: 'closed_at', header: 'Closed', kind: 'datetime' },
  { field: 'closed_by_name', header: 'Closed By', kind: 'text', sparse: true },
  ...oneDecisionColumns,
])

/** An opening with what is needed to decide on it. */
const DayOpeningCase = v.object({
  ...DayOpening.entries,
  /** Why the caller may not decide; null if they may. */
  against: optionalText,
})
export type DayOpeningCase = v.InferOutput<typeof DayOpeningCase>

const access = anyOf('can-view-day-close')
const openingAccess = anyOf('can-close-day', 'can-open-day')
const reopeningAccess = anyOf('can-request-reversal', 'can-approve-reversal')

/** What the server posts by itself when days and months end. */
export const closingCalls = group('closing', {
  /** What came in on a day, by agent and product, and what was handed in. */
  getDayClose: read({
    report: true,
    reads: [
      'agentPay',
      'admins',
      'agents',
      'businessDays',
      'businessSettings',
      'calendar',
      'cash',
      'collections',
      'credits',
      'customers',
      'expenses',
      'fees',
      'fieldBatches',
      'ledger',
      'loanChanges',
      'loanTypes',
      'loans',
      'markets',
      'messages',
      'messagesOff',
      'payouts',
      'reopenings',
      'requests',
      'reversals',
      'savingTypes',
      'savings',
      'settingChanges',
      'sheetRequests',
      'termChanges',
      'tills',
      'withdrawals',
    ],
    path: 'getdayclose',
    access,
    input: v.object({ day: Day }),
    output: v.object({ data: DayClose }),
  }),
  /** The movements that make a figure of a day: of a closed one those that its closing saw. */
  getDayMovements: read({
    report: true,
    reads: [
      'admins',
      'agents',
      'businessDays',
      'customers',
      'fees',
      'ledger',
      'loanTypes',
      'loans',
      'savingTypes',
      'savings',
      'withdrawals',
    ],
    path: 'getdaymovements',
    access,
    input: v.object({
      day: Day,
      figure: v.picklist(movedFigures),
      at: v.optional(v.picklist(movedAt)),
      agent_id: v.optional(Id),
      /** The name of the fee, or of the type of savings or loans. */
      of: v.optional(Text),
      /** How the fee was paid. */
      way: v.optional(v.picklist(feeWays)),
      /** Of a closed day: what came after its closing instead. */
      after: v.optional(v.literal('closing')),
    }),
    output: v.object({ data: v.array(DayMovement) }),
    whole: { columns: dayMovementColumns },
  }),
  getRuns: read({
    reads: ['reopenings', 'runs'],
    path: 'getruns',
    access,
    input: v.object(snakePageInput),
    output: v.object({ data: paged(Run) }),
    csv: runColumns,
    sortable: ['created_at'],
  }),
  /** What a run posted, and what it could not post. */
  getRunItems: read({
    reads: ['customers', 'ledger', 'loans', 'runs', 'savings'],
    path: 'getrunitems',
    access,
    input: v.object({ ...snakePageInput, run_id: Id }),
    output: v.object({ data: paged(RunItem) }),
    csv: runItemColumns,
    sortable: ['created_at', 'open'],
  }),
  getReopenings: read({
    reads: ['admins', 'reopenings'],
    path: 'getreopenings',
    access: reopeningAccess,
    input: v.object({ ...snakePageInput, waiting: v.optional(v.literal('mine')) }),
    output: v.object({ data: paged(Reopening) }),
    csv: reopeningColumns,
    sortable: ['created_at'],
  }),
  /** One reopening with what is needed to decide on it. */
  getReopeningCase: read({
    reads: ['admins', 'customers', 'ledger', 'loans', 'reopenings', 'runs', 'savings'],
    path: 'getreopenings',
    access: reopeningAccess,
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(ReopeningCase) }),
  }),
  /** What reopening the days from one on would reverse. */
  getReopenable: read({
    reads: ['customers', 'ledger', 'loans', 'reopenings', 'runs', 'savings'],
    path: 'getreopenable',
    access: anyOf('can-request-reversal'),
    input: v.object({ from_day: Day }),
    output: v.object({ data: Reopenable }),
  }),
  requestReopening: write({
    path: 'requestreopening',
    access: anyOf('can-request-reversal'),
    input: v.object({ from_day: Day, reason: Reason }),
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['from_day'],
    writes: ['reopenings'],
  }),
  reopeningDecision: write({
    path: 'reopeningdecision',
    access: anyOf('can-approve-reversal'),
    input: decisionInput,
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['id'],
    writes: ['ledger', 'loans', 'reopenings', 'runs', 'savings'],
  }),
  /** Closes a day: its figures are kept, and it takes no more movements of collection. */
  closeDay: write({
    path: 'closeday',
    access: anyOf('can-close-day'),
    input: v.object({
      day: Day,
      /** How many agents the caller saw with a gap: with others now, nothing is closed. */
      gaps: v.pipe(v.number(), v.integer(), v.minValue(0), v.metadata({ wire: 'id' })),
      /** Why it is closed with gaps. */
      comment: DecisionComment,
    }),
    output: v.object({ data: v.object({ hash: Text }) }),
    subject: ['day'],
    writes: ['businessDays'],
  }),
  getDayOpenings: read({
    reads: ['admins', 'businessDays'],
    path: 'getdayopenings',
    access: openingAccess,
    input: v.object({ ...snakePageInput, waiting: v.optional(v.literal('mine')) }),
    output: v.object({ data: paged(DayOpening) }),
    csv: dayOpeningColumns,
    sortable: ['created_at'],
  }),
  /** One opening with what is needed to decide on it. */
  getDayOpeningCase: read({
    reads: ['admins', 'businessDays'],
    path: 'getdayopenings',
    access: openingAccess,
    input: v.object({ id: Id }),
    output: v.object({ data: v.array(DayOpeningCase) }),
  }),
  requestDayOpening: write({
    path: 'requestdayopening',
    access: anyOf('can-close-day'),
    input: v.object({ day: Day, reason: Reason }),
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['day'],
    writes: ['businessDays'],
  }),
  dayOpeningDecision: write({
    path: 'dayopeningdecision',
    access: anyOf('can-open-day'),
    input: decisionInput,
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['id'],
    writes: ['businessDays'],
  }),
})
