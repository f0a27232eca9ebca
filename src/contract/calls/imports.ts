import * as v from 'valibot'
import { columnsOf, emptyOutput, group, read, write } from '../call'
import { anyOf, onlyWith, tellingBalances } from '../permissions'
import {
  AmountOrZero,
  Day,
  fileForms,
  Id,
  Kobo,
  optionalText,
  requiredText,
  SignedAmount,
  Stamp,
  Text,
} from '../values'

/** What is moved in, in the order in which it is released: what a row names comes before it. */
export const importNouns = [
  'agents',
  'markets',
  'calendar',
  'savingTypes',
  'loanTypes',
  'fees',
  'customers',
  'savings',
  'loans',
  'instalments',
  'guarantors',
  'agentPayTerms',
  'agentTargets',
  'agentStatements',
  'agentStatementRows',
  'wallets',
] as const
export type ImportNoun = (typeof importNouns)[number]
const Noun = v.picklist(importNouns)

export const importStates = [
  /** Files are added. */
  'open',
  /** Files that were uploaded are read, and all rows are compared: a dry run. */
  'checking',
  /** All rows can be moved in; the control totals are not entered yet. */
  'checked',
  /** The entered control totals agree: another admin releases it. */
  'ready',
  'releasing',
  'released',
  'undoing',
  'undone',
  'cancelled',
] as const
export type ImportState = (typeof importStates)[number]

const ImportRow = v.object({
  id: Id,
  created_at: Stamp,
  state: v.picklist(importStates),
  cut_over_day: Day,
  created_by_name: Text,
  customers: v.nullable(v.number()),
  saved: v.nullable(Kobo),
  owed: v.nullable(Kobo),
  released_by_name: optionalText,
  released_at: v.nullable(Stamp),
})
export type ImportRow = v.InferOutput<typeof ImportRow>

export const importColumns = columnsOf(ImportRow, [
  { field: 'id', header: 'Import', kind: 'number', isSubject: true },
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'state', header: 'State', kind: 'status' },
  { field: 'cut_over_day', header: 'Cut-over Day', kind: 'date' },
  { field: 'created_by_name', header: 'Created By', kind: 'text' },
  { field: 'customers', header: 'Customers', kind: 'number', isSummed: true, sparse: true },
  { field: 'saved', header: 'Savings', kind: 'money', isSummed: true, sparse: true },
  { field: 'owed', header: 'Owed', kind: 'money', isSummed: true, sparse: true },
  { field: 'released_by_name', header: 'Released By', kind: 'text', sparse: true },
  { field: 'released_at', header: 'Released', kind: 'datetime', hidden: true },
])

const ImportFile = v.object({
  id: Id,
  noun: Noun,
  name: Text,
  sha256: Text,
  bytes: v.number(),
  rows: v.number(),
  /** As what it was read: encoding, separator, order of dates. */
  read_as: v.optional(v.nullable(Text)),
  added_by_name: Text,
  created_at: Stamp,
})
export type ImportFile = v.InferOutput<typeof ImportFile>

/** Asked of a file that was uploaded and not read: day and month of its dates fit both ways. */
const ImportQuestion = v.object({ id: Id, name: Text, column: Text, line: v.number(), text: Text })
export type ImportQuestion = v.InferOutput<typeof ImportQuestion>
/** What the dates of a file have first, or that it is left out. */
const dateAnswers = ['day', 'month', 'leave'] as const

const ImportFault = v.object({ noun: Noun, file: Text, line: v.number(), column: Text, reason: Text })
export type ImportFault = v.InferOutput<typeof ImportFault>

/** Counts, and sums of money. */
const totals = {
  agents: v.number(),
  customers: v.number(),
  savings: v.number(),
  loans: v.number(),
  saved: Kobo,
  owed: Kobo,
  customer_wallets: Kobo,
  business_wallets: Kobo,
  agent_cash: Kobo,
}

/** How many faults a reply has; the files of faults have all. */
export const shownFaults = 100

export const ImportCase = v.object({
  ...ImportRow.entries,
  undone_by_name: optionalText,
  undone_at: v.nullable(Stamp),
  /** Why the last dry run, release or undoing ended; of a dry run a line for each file that can't be read. */
  failure: optionalText,
  /** What runs. */
  progress: v.nullable(
    v.object({
      step: Text,
      done: v.number(),
      /** 0 if it is not known. */
      total: v.number(),
      /** Since the step began. */
      seconds: v.number(),
    }),
  ),
  files: v.array(ImportFile),
  questions: v.optional(v.array(ImportQuestion), []),
  /** Of the files, since the last dry run. */
  totals: v.nullable(v.object(totals)),
  /** How many rows of each noun have faults. */
  faulty: v.array(v.object({ noun: Noun, rows: v.number() })),
  faults: v.array(ImportFault),
  /** Why the caller can't release it. */
  against: optionalText,
})
export type ImportCase = v.InferOutput<typeof ImportCase>

const Books = v.object({ rows: v.array(v.object({ noun: Noun, rows: v.number() })) })

const access = anyOf('can-import')
/** The books have what the business wallets hold. */
export const exportAccess = tellingBalances(onlyWith('can-export-all'))
/** The records that an export of all books has. */
const books = [
  'agentPay',
  'agentTargets',
  'agents',
  'calendar',
  'customers',
  'fees',
  'guarantors',
  'ledger',
  'loanTypes',
  'loans',
  'markets',
  'savingTypes',
  'savings',
  'withdrawals',
] as const
const ofOne = { input: v.object({ id: Id }), subject: ['id'], writes: ['imports'], access } as const

const count = (what: string) =>
  v.message(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000_000), v.metadata({ wire: 'id' })),
    `Enter how many ${what} the old books have.`,
  )

/** A file of an import: its parts were uploaded before, each by itself. */
const ImportUpload = v.object({
  noun: Noun,
  name: v.pipe(
    requiredText('A file needs a name.'),
    v.maxLength(200, 'A file’s name may have at most 200 characters.'),
  ),
  parts: v.pipe(v.array(Id), v.minLength(1), v.maxLength(50)),
})

/** An existing business moves its books in, and takes them out. */
export const importCalls = group('imports', {
  getImports: read({
    reads: ['admins', 'imports'],
    path: 'getimports',
    access,
    input: v.object({}),
    output: v.object({ data: v.array(ImportRow) }),
    whole: { columns: importColumns },
  }),
  getImport: read({
    reads: ['admins', 'imports'],
    path: 'getimport',
    access,
    input: v.object({ id: Id }),
    output: v.object({ data: ImportCase }),
  }),
  /** The faulty rows of a noun with their reasons, to be mended and added again; CSV without `form`. */
  getImportFaults: read({
    reads: ['imports'],
    path: 'getimportfaults',
    access,
    input: v.object({ id: Id, noun: Noun, form: v.optional(v.picklist(fileForms)) }),
    output: emptyOutput,
    unsaved: true,
  }),
  createImport: write({
    path: 'createimport',
    access,
    input: v.object({ cut_over_day: Day }),
    output: v.object({ data: v.object({ id: Id }) }),
    subject: ['cut_over_day'],
    writes: ['imports'],
  }),
  /** Adds files and begins a dry run, which a server does beside. */
  checkImport: write({
    ...ofOne,
    path: 'checkimport',
    input: v.object({ id: Id, files: v.pipe(v.array(ImportUpload), v.maxLength(40)) }),
  }),
  /** Says what a file's dates have first, and begins a dry run. */
  answerImportDates: write({
    ...ofOne,
    path: 'answerimportdates',
    input: v.object({ id: Id, upload_id: Id, order: v.picklist(dateAnswers) }),
  }),
  /** Compares the control totals of the old books with those of the files. */
  enterImportTotals: write({
    ...ofOne,
    path: 'enterimporttotals',
    input: v.object({
      id: Id,
      agents: count('agents'),
      customers: count('customers'),
      savings: count('savings wallets'),
      loans: count('loans'),
      saved: AmountOrZero,
      owed: AmountOrZero,
      customer_wallets: AmountOrZero,
      business_wallets: AmountOrZero,
      agent_cash: SignedAmount,
    }),
  }),
  /** Begins the release, which a server does beside: all or nothing. */
  releaseImport: write({ ...ofOne, path: 'releaseimport' }),
  undoImport: write({ ...ofOne, path: 'undoimport' }),
  /** Ends a dry run, a release or an undoing that runs, with nothing changed. */
  stopImport: write({ ...ofOne, path: 'stopimport' }),
  cancelImport: write({ ...ofOne, path: 'cancelimport' }),
  /** How many rows the files of all books have. */
  countBooks: read({
    reads: books,
    path: 'countbooks',
    access: exportAccess,
    input: v.object({}),
    output: v.object({ data: Books }),
  }),
  /** All books in one archive, as of one moment. */
  exportBooks: read({
    reads: books,
    path: 'exportbooks',
    access: exportAccess,
    input: v.object({}),
    output: emptyOutput,
    unsaved: true,
    audited: true,
  }),
})
