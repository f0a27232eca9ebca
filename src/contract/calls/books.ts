import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { anyOf } from '../permissions'
import {
  Day,
  Id,
  Kobo,
  Month,
  optionalText,
  paged,
  requiredText,
  snakePageInput,
  Stamp,
  Text,
} from '../values'

/** The parts of the chart. Assets and expenses grow by a debit, the others by a credit. */
export const bookGroups = ['asset', 'owed', 'owner', 'income', 'expense'] as const
export type BookGroup = (typeof bookGroups)[number]
export const bookGroupLabels: Record<BookGroup, string> = {
  asset: 'Assets',
  owed: 'Owed',
  owner: 'Owner',
  income: 'Income',
  expense: 'Expense',
}

/** A line of the books. */
const Line = v.pipe(Text, v.maxLength(40))
const named = { line: Line, group: v.picklist(bookGroups), code: Text, name: Text }

/** A line of income or expense in a period, and in the one beside it. */
const IncomeLine = v.object({ ...named, amount: Kobo, beside: Kobo })
export type IncomeLine = v.InferOutput<typeof IncomeLine>

/** What came in, what it cost, and what is left. */
const earning = { income: Kobo, expense: Kobo, earned: Kobo }
const Earning = v.object(earning)
export type Earning = v.InferOutput<typeof Earning>

const Books = v.object({
  start_date: Day,
  end_date: Day,
  beside_start: Day,
  beside_end: Day,
  lines: v.array(IncomeLine),
  total: Earning,
  beside: Earning,
  /** Twelve months, the last one of the period's end. */
  months: v.array(v.object({ month: Month, ...earning })),
  /** How far debit from credit, and the books from the wallets and the cash, are now; 0 if they agree. */
  difference: Kobo,
  /** When everything was verified last. */
  verified_at: v.nullable(Stamp),
})
export type Books = v.InferOutput<typeof Books>

const BalanceLine = v.object({ ...named, debit: Kobo, credit: Kobo })
export type BalanceLine = v.InferOutput<typeof BalanceLine>

const TrialBalance = v.object({
  day: Day,
  /** From here on income and expense are added up. */
  year_start: Day,
  lines: v.array(BalanceLine),
  debit: Kobo,
  credit: Kobo,
})
export type TrialBalance = v.InferOutput<typeof TrialBalance>

const SheetLine = v.object({ ...named, amount: Kobo })
export type SheetLine = v.InferOutput<typeof SheetLine>

const BalanceSheet = v.object({
  day: Day,
  /** Assets, what is owed, and the owner's. */
  lines: v.array(SheetLine),
  /** Of the year until the day. */
  earned: Kobo,
  assets: Kobo,
  owed: Kobo,
  owner: Kobo,
  /** What is no balance of the books: of today only. */
  notes: v.nullable(
    v.object({
      /** Of main wallets for withdrawals, and of savings that secure loans. */
      held: Kobo,
      /** Interest and penalties that borrowers have not paid: income once they do. */
      interest_due: Kobo,
      /** Of approved statements of agents: an expense once it is paid. */
      commission_due: Kobo,
    }),
  ),
})
export type BalanceSheet = v.InferOutput<typeof BalanceSheet>

const BookEntry = v.object({
  /** Below zero for a part of an entry that no posting shows. */
  id: v.pipe(v.number(), v.safeInteger()),
  created_at: Stamp,
  reference: Text,
  source: Text,
  code: Text,
  account: Text,
  /** The other lines of its entry. */
  counter_account: optionalText,
  /** The customer, or the agent. */
  subject: optionalText,
  debit: v.nullable(Kobo),
  credit: v.nullable(Kobo),
  /** Behind a figure: what it gains by the entry. Assets and expenses gain by a debit, the others by a credit. */
  amount: v.optional(Kobo),
  admin: optionalText,
  user_id: v.nullable(Id),
})
export type BookEntry = v.InferOutput<typeof BookEntry>

export const journalColumns = columnsOf(BookEntry, [
  { field: 'created_at', header: 'Date', kind: 'datetime' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'source', header: 'Kind', kind: 'text', isMinor: true },
  { field: 'code', header: 'Code', kind: 'text' },
  { field: 'account', header: 'Account', kind: 'text' },
  { field: 'counter_account', header: 'Counter-account', kind: 'text' },
  { field: 'subject', header: 'Subject', kind: 'text', isSubject: true },
  { field: 'debit', header: 'Debit', kind: 'money', sparse: 'either' },
  { field: 'credit', header: 'Credit', kind: 'money', sparse: 'either' },
  { field: 'admin', header: 'Admin', kind: 'text', hidden: true },
])

/** The entries behind a figure, which add up to it. */
export const bookEntryColumns = columnsOf(BookEntry, [
  ...journalColumns,
  { field: 'amount', header: 'Amount', kind: 'money', isSummed: true },
])

/** Besides the lines of the chart: sums of parts of it. The owner’s has what was ever earned. */
export const bookSums = {
  'all asset': ['asset'],
  'all owed': ['owed'],
  'all owner': ['owner', 'income', 'expense'],
  'all income': ['income'],
  'all expense': ['expense'],
  earned: ['income', 'expense'],
} as const satisfies Record<string, readonly BookGroup[]>
export type BookSum = keyof typeof bookSums
export const bookSumLabels: Record<BookSum, string> = {
  'all asset': 'Assets',
  'all owed': 'Owed',
  'all owner': 'Owner',
  'all income': 'Income',
  'all expense': 'Expense',
  earned: 'Earned',
}

const BookAccount = v.object({ id: Id, ...named })
export type BookAccount = v.InferOutput<typeof BookAccount>

export const bookAccountColumns = columnsOf(BookAccount, [
  { field: 'code', header: 'Code', kind: 'text' },
  { field: 'name', header: 'Name', kind: 'text', isSubject: true },
  { field: 'group', header: 'Part', kind: 'status' },
])

const access = anyOf('can-view-books')
const period = { start_date: v.optional(Day), end_date: v.optional(Day) }

/** The books of the business: what it earns, has and owes, by lines of a chart (rules.md, "Books"). */
export const bookCalls = group('books', {
  /** Income and expense of a period beside another: this month and the last one, unless days are named. */
  getBooks: read({
    report: true,
    reads: ['books', 'ledger'],
    path: 'getbooks',
    access,
    input: v.object({ ...period, beside_start: v.optional(Day), beside_end: v.optional(Day) }),
    output: v.object({ data: Books }),
  }),
  /** The balance of each line at the end of a day. */
  getTrialBalance: read({
    report: true,
    reads: ['books', 'ledger'],
    path: 'gettrialbalance',
    access,
    input: v.object({ day: v.optional(Day) }),
    output: v.object({ data: TrialBalance }),
  }),
  getBalanceSheet: read({
    report: true,
    reads: ['agentPay', 'books', 'ledger', 'loans', 'withdrawals'],
    path: 'getbalancesheet',
    access,
    input: v.object({ day: v.optional(Day) }),
    output: v.object({ data: BalanceSheet }),
  }),
  /** The entries behind a figure: of a line, or of one of `bookSums`, from the beginning or of days. */
  getBookEntries: read({
    reads: ['admins', 'agents', 'books', 'customers', 'ledger'],
    path: 'getbookentries',
    access,
    input: v.object({ ...snakePageInput, line: Line, ...period }),
    output: v.object({ data: paged(BookEntry) }),
    csv: bookEntryColumns,
    sortable: ['created_at'],
  }),
  /** All entries of the books of a period, each line of them a row. */
  getJournal: read({
    reads: ['admins', 'agents', 'books', 'customers', 'ledger'],
    path: 'getjournal',
    access,
    input: v.object({ ...snakePageInput, ...period }),
    output: v.object({ data: paged(BookEntry) }),
    csv: journalColumns,
    sortable: ['created_at'],
  }),
  getBookAccounts: read({
    reads: ['books'],
    path: 'getbookaccounts',
    access: anyOf('can-view-books', 'can-edit-books'),
    input: v.object({}),
    output: v.object({ data: v.array(BookAccount) }),
    whole: { columns: bookAccountColumns },
  }),
  /** The code and name that the business gives a line. */
  setBookAccount: write({
    path: 'setbookaccount',
    access: anyOf('can-edit-books'),
    input: v.object({
      id: Id,
      code: v.pipe(
        Text,
        v.trim(),
        v.regex(
          /^[A-Za-z0-9][A-Za-z0-9 ./-]{0,19}$/,
          'A code has up to 20 letters, digits, points or hyphens.',
        ),
      ),
      name: v.pipe(
        requiredText('Please enter a name.'),
        v.maxLength(60, 'A name may have at most 60 characters.'),
      ),
    }),
    subject: ['id'],
    writes: ['books'],
  }),
})
