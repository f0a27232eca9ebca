import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { anyOf } from '../permissions'
import {
  BasisPoints,
  Day,
  Id,
  Kobo,
  optionalText,
  paged,
  SearchText,
  snakePageInput,
  Stamp,
  Text,
} from '../values'

/** A loan that was late on the day of the report. */
const ArrearsRow = v.object({
  id: Id,
  /** The application's. */
  created_at: Stamp,
  user_id: Id,
  customer: Text,
  customer_phone: Text,
  reference: Text,
  /** The agent who collects from the customer now. */
  agent: Text,
  /** The market day of the customer's oldest open savings wallet that has one. */
  market: optionalText,
  loan_type_name: Text,
  /** The due date of the oldest instalment that was unpaid. */
  late_since: Day,
  days_late: v.number(),
  /** The bucket of these days, such as '31–60'. */
  bucket: Text,
  /** The unpaid parts of the late instalments, with their penalties. */
  late: Kobo,
  /** All that was owed on the loan. */
  owed: Kobo,
  /** When its instalments were rescheduled. */
  rescheduled: v.nullable(Stamp),
})
export type ArrearsRow = v.InferOutput<typeof ArrearsRow>

export const arrearsColumns = columnsOf(ArrearsRow, [
  { field: 'customer', header: 'Customer', kind: 'text' },
  { field: 'customer_phone', header: 'Phone Number', kind: 'phone', hidden: true },
  { field: 'reference', header: 'Loan', kind: 'text' },
  { field: 'agent', header: 'Agent', kind: 'text' },
  { field: 'market', header: 'Market Day', kind: 'text', hidden: true },
  { field: 'loan_type_name', header: 'Loan Type', kind: 'text', hidden: true },
  { field: 'late_since', header: 'Late Since', kind: 'date' },
  { field: 'days_late', header: 'Days', kind: 'number' },
  { field: 'bucket', header: 'Bucket', kind: 'text', hidden: true },
  { field: 'late', header: 'Late', kind: 'money', isSummed: true },
  { field: 'owed', header: 'Owed', kind: 'money', isSummed: true },
  { field: 'created_at', header: 'Applied', kind: 'datetime', hidden: true },
  { field: 'rescheduled', header: 'Rescheduled', kind: 'datetime', sparse: true, hidden: true },
])

const Part = v.object({ loans: v.number(), late: Kobo, owed: Kobo })
/** Loans, what is late of them, and all that is owed on them. */
export type ArrearsPart = v.InferOutput<typeof Part>

/** The loans of one bucket, and what is provided for them. */
const ArrearsBucket = v.object({
  ...Part.entries,
  /** 0 not late, 4 the oldest. */
  bucket: v.picklist([0, 1, 2, 3, 4]),
  label: Text,
  rate: BasisPoints,
  provision: Kobo,
})
export type ArrearsBucket = v.InferOutput<typeof ArrearsBucket>

export const arrearsGroups = ['agent', 'market', 'loan_type'] as const
export type ArrearsGroup = (typeof arrearsGroups)[number]

/** The loans of an agent, a market day or a loan type; `at_risk` as for all. */
const ArrearsGroupRow = v.object({
  /** Null for loans of customers without a market day. */
  id: v.nullable(Id),
  name: optionalText,
  /** Late loans, and what is late of them. */
  loans: v.number(),
  late: Kobo,
  /** What is owed on loans that are more than 0, 30, 60 and 90 days late, and on all. */
  at_risk: v.array(Kobo),
  owed: Kobo,
  /** Of an agent: what was late at the move of customers who came from others in the 31 days to the report's. */
  taken_over: v.optional(Kobo),
})
export type ArrearsGroupRow = v.InferOutput<typeof ArrearsGroupRow>

const ArrearsReport = v.object({
  day: Day,
  /** All loans in the portfolio, by bucket. */
  buckets: v.array(ArrearsBucket),
  /** All that was late on the day. */
  late: Part,
  /** The portfolio: every loan on which something was owed. */
  portfolio: Part,
  /** What is owed on loans that are more than so many days late. */
  at_risk: v.array(v.object({ days: v.number(), loans: v.number(), owed: Kobo })),
  /** Of the portfolio: loans whose instalments were rescheduled by the day. */
  rescheduled: Part,
  /** Not in the portfolio: loans that were written off by the day, and what of them. */
  written_off: v.object({ loans: v.number(), amount: Kobo }),
  /** Where the report is grouped. */
  groups: v.nullable(v.array(ArrearsGroupRow)),
  /** The day from which its buckets and rates count; null for the ones of the beginning. */
  terms_from: v.nullable(Day),
})
export type ArrearsReport = v.InferOutput<typeof ArrearsReport>

const lateDays = v.message(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650), v.metadata({ wire: 'id' })),
  'Enter days as a whole number, from 1 to 3,650.',
)
const terms = {
  /** The last day late of the first three buckets. */
  end_1: lateDays,
  end_2: lateDays,
  end_3: lateDays,
  /** What is provided for, of what is owed on loans that are not late, and in each bucket. */
  rate_0: BasisPoints,
  rate_1: BasisPoints,
  rate_2: BasisPoints,
  rate_3: BasisPoints,
  rate_4: BasisPoints,
}

const ArrearsTermsRow = v.object({
  id: Id,
  from_day: Day,
  ...terms,
  /** Who set them, and when; null for the ones of the beginning. */
  admin: optionalText,
  created_at: v.nullable(Stamp),
})
export type ArrearsTermsRow = v.InferOutput<typeof ArrearsTermsRow>

export const arrearsTermsColumns = columnsOf(ArrearsTermsRow, [
  { field: 'from_day', header: 'From', kind: 'date', isSubject: true },
  { field: 'end_1', header: '1st To Day', kind: 'number' },
  { field: 'end_2', header: '2nd To Day', kind: 'number' },
  { field: 'end_3', header: '3rd To Day', kind: 'number' },
  { field: 'rate_0', header: 'Not Late', kind: 'percent' },
  { field: 'rate_1', header: '1st Bucket', kind: 'percent' },
  { field: 'rate_2', header: '2nd Bucket', kind: 'percent' },
  { field: 'rate_3', header: '3rd Bucket', kind: 'percent' },
  { field: 'rate_4', header: '4th Bucket', kind: 'percent' },
  { field: 'admin', header: 'Set By', kind: 'text', sparse: true },
  { field: 'created_at', header: 'Set', kind: 'datetime', sparse: true },
])

const access = anyOf('can-view-arrears')

/** How a past day is read: as it stood then, or without what was reversed since. */
export const readings = ['corrected'] as const
export type Reading = (typeof readings)[number]

/** The day of the report (today if it is left out), and which loans it is about. */
const about = {
  /** Absent: as it stood. */
  reading: v.optional(v.picklist(readings)),
  day: v.optional(Day),
  agent_id: v.optional(Id),
  market_id: v.optional(Id),
  loan_type_id: v.optional(Id),
}

/** Arrears and portfolio at risk, as of any day. */
export const arrearsCalls = group('arrears', {
  getArrearsReport: read({
    report: true,
    reads: [
      'agents',
      'arrearsTerms',
      'customers',
      'ledger',
      'loanChanges',
      'loanTypes',
      'loans',
      'markets',
      'reassignments',
      'savings',
    ],
    path: 'getarrearsreport',
    access,
    input: v.object({ ...about, group: v.optional(v.picklist(arrearsGroups)) }),
    output: v.object({ data: ArrearsReport }),
  }),
  /** The late loans behind the report's figures. */
  getArrears: read({
    reads: [
      'agents',
      'arrearsTerms',
      'customers',
      'ledger',
      'loanChanges',
      'loanTypes',
      'loans',
      'markets',
      'savings',
    ],
    path: 'getarrears',
    access,
    input: v.object({
      ...snakePageInput,
      ...about,
      bucket: v.optional(v.picklist(['1', '2', '3', '4'])),
      search: v.optional(SearchText),
    }),
    output: v.object({ data: paged(ArrearsRow) }),
    csv: arrearsColumns,
    sortable: ['created_at', 'late_since'],
    searchable: { by: ['customer', 'customer_phone', 'reference'] },
  }),
  /** All terms that were ever set, the latest first. */
  getArrearsTerms: read({
    reads: ['admins', 'arrearsTerms'],
    path: 'getarrearsterms',
    access: anyOf('can-view-arrears', 'can-edit-arrears-terms'),
    input: v.object({}),
    output: v.object({ data: v.array(ArrearsTermsRow) }),
    whole: { columns: arrearsTermsColumns },
  }),
  /** Buckets and provision rates from a day on. Earlier days keep theirs. */
  setArrearsTerms: write({
    path: 'setarrearsterms',
    access: anyOf('can-edit-arrears-terms'),
    input: v.object({ from_day: Day, ...terms }),
    subject: ['from_day'],
    writes: ['arrearsTerms'],
  }),
})
