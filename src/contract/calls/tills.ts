import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { anyOf } from '../permissions'
import { collectedOnColumn, reversalFields, reversedByColumn, reversesColumn } from './reversals'
import {
  AmountOrZero,
  amountUpTo,
  Day,
  Flag,
  Id,
  Kobo,
  optionalText,
  paged,
  snakePageInput,
  Stamp,
  Text,
} from '../values'

/** A till as it is now. */
const Till = v.object({
  id: Id,
  created_at: Stamp,
  name: Text,
  status: v.picklist(['active', 'inactive']),
  /** What it holds in the books. */
  holds: Kobo,
  /** The open session, and who has it. */
  session_id: v.nullable(Id),
  session: optionalText,
  admin: optionalText,
  opened_at: v.nullable(Stamp),
  /** The last closed session whose difference is not settled, and the reference of its undecided request. */
  difference_session_id: v.nullable(Id),
  open_difference: optionalText,
})
export type Till = v.InferOutput<typeof Till>

export const tillColumns = columnsOf(Till, [
  { field: 'name', header: 'Till', kind: 'text', isSubject: true },
  { field: 'holds', header: 'Holds', kind: 'money' },
  { field: 'admin', header: 'Open For', kind: 'text', sparse: true },
  { field: 'opened_at', header: 'Opened', kind: 'datetime', sparse: true },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'open_difference', header: 'Open Difference', kind: 'text', sparse: true },
  { field: 'created_at', header: 'Created', kind: 'datetime', hidden: true },
])

/** A till that an admin opened, without amounts but the own float: who counts blind reads it. */
const OwnSession = v.object({
  id: Id,
  reference: Text,
  till_id: Id,
  till: Text,
  day: Day,
  opened_at: Stamp,
  float: Kobo,
})
const MyTill = v.object({
  session: v.nullable(OwnSession),
  /** Tills that can be opened. */
  tills: v.array(v.object({ id: Id, name: Text })),
  /** Whether cash at the counter needs an open till. */
  required: v.boolean(),
})
export type MyTill = v.InferOutput<typeof MyTill>

const TillSession = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  day: Day,
  till: Text,
  admin: Text,
  float: Kobo,
  closed_at: v.nullable(Stamp),
  closed_by: optionalText,
  expected: v.nullable(Kobo),
  counted: v.nullable(Kobo),
  /** What was too much; below zero: what was missing. */
  difference: v.nullable(Kobo),
  note: optionalText,
  received_by: optionalText,
  received_at: v.nullable(Stamp),
})
export type TillSession = v.InferOutput<typeof TillSession>

export const tillSessionColumns = columnsOf(TillSession, [
  { field: 'created_at', header: 'Opened', kind: 'datetime' },
  { field: 'till', header: 'Till', kind: 'text', isSubject: true },
  { field: 'admin', header: 'Admin', kind: 'text' },
  { field: 'expected', header: 'Expected', kind: 'money', sparse: true, isMinor: true },
  { field: 'counted', header: 'Counted', kind: 'money', sparse: true },
  { field: 'difference', header: 'Difference', kind: 'money', sparse: true },
  { field: 'received_by', header: 'Received By', kind: 'text', sparse: true },
  { field: 'float', header: 'Float', kind: 'money', isMinor: true },
  { field: 'closed_at', header: 'Closed', kind: 'datetime', isMinor: true, sparse: true },
  { field: 'received_at', header: 'Received', kind: 'datetime', hidden: true },
  { field: 'reference', header: 'Reference', kind: 'text', isMinor: true },
  { field: 'day', header: 'Day', kind: 'date', hidden: true },
  { field: 'closed_by', header: 'Closed By', kind: 'text', hidden: true },
  { field: 'note', header: 'Note', kind: 'text', hidden: true },
])

export const cashPlaces = ['vault', 'till', 'bank', 'agents'] as const
/** Where cash of the business is, with what came and went today. Agents are one row. */
const CashPlace = v.object({
  id: Id,
  place: v.picklist(cashPlaces),
  till_id: v.nullable(Id),
  name: Text,
  holds: Kobo,
  came_in: Kobo,
  went_out: Kobo,
  /** Who has the till open. */
  admin: optionalText,
  last_movement: v.nullable(Stamp),
})
export type CashPlace = v.InferOutput<typeof CashPlace>

export const cashPlaceColumns = columnsOf(CashPlace, [
  { field: 'name', header: 'Place', kind: 'text', isSubject: true },
  { field: 'holds', header: 'Should Hold Now', kind: 'money' },
  { field: 'came_in', header: 'In Today', kind: 'money' },
  { field: 'went_out', header: 'Out Today', kind: 'money' },
  { field: 'admin', header: 'Open For', kind: 'text', sparse: true },
  { field: 'last_movement', header: 'Last Movement', kind: 'datetime', sparse: true },
])

/** A movement of the vault, a till or the bank: above zero what came in, below zero what went out. */
const PlaceMovement = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  source: Text,
  amount: Kobo,
  held_after: Kobo,
  customer: optionalText,
  admin: optionalText,
  ...reversalFields,
})

export const placeMovementColumns = columnsOf(PlaceMovement, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'source', header: 'Movement', kind: 'text' },
  { field: 'customer', header: 'Customer', kind: 'text', sparse: true },
  { field: 'amount', header: 'In or Out', kind: 'money' },
  { field: 'held_after', header: 'Held After', kind: 'money' },
  { field: 'admin', header: 'Made By', kind: 'text', sparse: true },
  reversedByColumn,
  reversesColumn,
  collectedOnColumn,
])

export const BankDirection = v.picklist(['deposit', 'withdrawal'], 'Please select deposit or withdrawal.')
export type BankDirection = v.InferOutput<typeof BankDirection>
export const bankDirectionLabels: Record<BankDirection, string> = {
  deposit: 'Deposit: from the vault to the bank',
  withdrawal: 'Withdrawal: from the bank to the vault',
}

const BankMovement = v.object({
  id: Id,
  created_at: Stamp,
  reference: Text,
  direction: BankDirection,
  amount: Kobo,
  slip_number: Text,
  has_slip: v.boolean(),
  note: optionalText,
  admin: Text,
  reversed_by: optionalText,
})

export const bankMovementColumns = columnsOf(BankMovement, [
  { field: 'created_at', header: 'Date', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'direction', header: 'Direction', kind: 'text', isWord: true },
  { field: 'amount', header: 'Amount', kind: 'money' },
  { field: 'slip_number', header: 'Slip Number', kind: 'text' },
  { field: 'admin', header: 'Recorded By', kind: 'text' },
  { field: 'note', header: 'Note', kind: 'text', sparse: true },
  { field: 'has_slip', header: 'Slip', kind: 'yesNo', hidden: true },
  reversedByColumn,
])

const mostCash = 100_000_000_000 as Kobo
const Counted = v.pipe(AmountOrZero, v.maxValue(mostCash, 'One count may be at most ₦1,000,000,000.00.'))
const Note = v.optional(v.nullable(v.pipe(Text, v.maxLength(500, 'A note may have at most 500 characters.'))))
/** The notes and coins that a count may name, in naira. */
export const noteValues = ['1000', '500', '200', '100', '50', '20', '10', '5'] as const
const Notes = v.optional(
  v.record(v.picklist(noteValues), v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))),
)
const view = anyOf('can-view-till')
const open = anyOf('can-open-till')
const edit = anyOf('can-edit-till')

/** Tills, the vault and the bank: where the cash of the business is (rules.md, "Till"). */
export const tillCalls = group('tills', {
  getTills: read({
    reads: ['admins', 'cash', 'ledger', 'tills'],
    path: 'gettills',
    access: anyOf('can-view-till', 'can-edit-till'),
    input: v.object({}),
    output: v.object({ data: v.array(Till) }),
    whole: { columns: tillColumns },
  }),
  createTill: write({
    path: 'createtill',
    access: edit,
    input: v.object({
      name: v.pipe(
        Text,
        v.check((text) => text.trim() !== '', 'Name is required.'),
        v.maxLength(60, 'A name may have at most 60 characters.'),
      ),
    }),
    subject: ['name'],
    writes: ['ledger', 'tills'],
  }),
  /** Switches a till off or on. An open one, and one with an unsettled difference, stays on. */
  switchTill: write({
    path: 'switchtill',
    access: edit,
    input: v.object({ till_id: Id, is_active: Flag }),
    subject: ['till_id'],
    writes: ['tills'],
  }),
  /** The caller's open till, and those that can be opened. */
  getMyTill: read({
    reads: ['businessSettings', 'ledger', 'tills'],
    path: 'getmytill',
    access: open,
    input: v.object({}),
    output: v.object({ data: MyTill }),
  }),
  openTill: write({
    path: 'opentill',
    access: open,
    input: v.object({ till_id: Id, counted: Counted }),
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['till_id'],
    writes: ['ledger', 'tills'],
  }),
  /** Counted twice, blind: only the reply names what was expected, and the till is closed then. */
  closeTill: write({
    path: 'closetill',
    access: anyOf('can-open-till', 'can-edit-till'),
    input: v.object({
      till_session_id: Id,
      counted: Counted,
      counted_again: Counted,
      notes: Notes,
      note: Note,
    }),
    output: v.object({
      data: v.object({
        id: Id,
        reference: Text,
        till: Text,
        counted: Kobo,
        expected: Kobo,
        difference: Kobo,
        closed_at: Stamp,
      }),
    }),
    subject: ['till_session_id'],
    writes: ['ledger', 'tills'],
  }),
  getTillSessions: read({
    reads: ['admins', 'tills'],
    path: 'gettillsessions',
    access: view,
    input: v.object({
      ...snakePageInput,
      till_id: v.optional(Id),
      start_date: v.optional(Day),
      end_date: v.optional(Day),
      /** Only closed ones whose count differed, or whose cash nobody received. */
      only: v.optional(v.picklist(['different', 'not received'])),
    }),
    output: v.object({ data: paged(TillSession) }),
    csv: tillSessionColumns,
    sortable: ['created_at'],
  }),
  /** Another admin counts the cash that was handed over, blind: a count that differs is refused and names nothing. */
  receiveTillCash: write({
    path: 'receivetillcash',
    access: anyOf('can-move-bank'),
    input: v.object({ till_session_id: Id, counted: Counted }),
    subject: ['till_session_id'],
    writes: ['tills'],
  }),
  /** What the vault, each till, the bank and the agents should hold now. */
  getCashPlaces: read({
    reads: ['admins', 'ledger', 'tills'],
    path: 'getcashplaces',
    access: view,
    input: v.object({}),
    output: v.object({ data: v.array(CashPlace) }),
    whole: { columns: cashPlaceColumns },
  }),
  getPlaceMovements: read({
    reads: ['admins', 'customers', 'ledger'],
    path: 'getplacemovements',
    access: view,
    input: v.object({
      ...snakePageInput,
      place: v.picklist(['vault', 'till', 'bank']),
      till_id: v.optional(Id),
      start_date: v.optional(Day),
      end_date: v.optional(Day),
    }),
    output: v.object({ data: paged(PlaceMovement) }),
    csv: placeMovementColumns,
    sortable: ['created_at'],
  }),
  getBankMovements: read({
    reads: ['admins', 'bank', 'ledger'],
    path: 'getbankmovements',
    access: anyOf('can-view-till', 'can-move-bank'),
    input: v.object({ ...snakePageInput, start_date: v.optional(Day), end_date: v.optional(Day) }),
    output: v.object({ data: paged(BankMovement) }),
    csv: bankMovementColumns,
    sortable: ['created_at'],
  }),
  /** A link valid for a minute in this session; null without a file of the slip. */
  getBankSlip: read({
    reads: ['bank'],
    path: 'getbankslip',
    access: anyOf('can-view-till', 'can-move-bank'),
    input: v.object({ id: Id }),
    output: v.object({ data: v.object({ slip: v.nullable(v.string()) }) }),
  }),
  recordBankMovement: write({
    path: 'recordbankmovement',
    access: anyOf('can-move-bank'),
    input: v.object({
      direction: BankDirection,
      amount: amountUpTo(mostCash, 'One slip may be at most ₦1,000,000,000.00.'),
      slip_number: v.pipe(
        Text,
        v.check((text) => text.trim() !== '', 'Slip number is required.'),
        v.maxLength(40, 'A slip number may have at most 40 characters.'),
      ),
      /** An uploaded file. */
      slip: v.optional(v.nullable(Id)),
      note: Note,
    }),
    output: v.object({ data: v.object({ reference: Text }) }),
    subject: ['direction', 'slip_number'],
    writes: ['bank', 'ledger'],
  }),
})
