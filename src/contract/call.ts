import * as v from 'valibot'
import type { Access } from './permissions'
import type { Schema, Shape } from './values'

/** The first word of a call's name and of every query key it makes. */
export type Group =
  | 'session'
  | 'dashboard'
  | 'admins'
  | 'roles'
  | 'agents'
  | 'agentPay'
  | 'customers'
  | 'loans'
  | 'markets'
  | 'calendar'
  | 'savings'
  | 'payouts'
  | 'requests'
  | 'credits'
  | 'withdrawals'
  | 'transactions'
  | 'guarantors'
  | 'history'
  | 'cash'
  | 'collections'
  | 'messages'
  | 'reversals'
  | 'closing'
  | 'loanChanges'
  | 'arrears'
  | 'fees'
  | 'search'
  | 'views'
  | 'imports'
  | 'terms'
  | 'settings'
  | 'books'
  | 'expenses'
  | 'tills'
  | 'decisions'

/** A table, or several that change together. Each read declares which it reads, each change which it writes. */
export type Records =
  | 'ledger'
  | 'books'
  | 'expenses'
  | 'loans'
  | 'loanTypes'
  | 'loanChanges'
  | 'savings'
  | 'payouts'
  | 'savingTypes'
  | 'termChanges'
  | 'businessSettings'
  | 'tills'
  | 'bank'
  | 'settingChanges'
  | 'requests'
  | 'credits'
  | 'withdrawals'
  | 'customers'
  | 'freezes'
  | 'messagesOff'
  | 'identities'
  | 'reassignments'
  | 'guarantors'
  | 'markets'
  | 'calendar'
  | 'agents'
  | 'devices'
  | 'agentActivity'
  | 'agentPay'
  | 'agentTargets'
  | 'cash'
  | 'collections'
  | 'fieldBatches'
  | 'sheetRequests'
  | 'messages'
  | 'reversals'
  | 'runs'
  | 'reopenings'
  | 'businessDays'
  | 'arrearsTerms'
  | 'fees'
  | 'admins'
  | 'rights'
  | 'views'
  | 'imports'
  | 'activity'

/** How a field is written in a table, a CSV file and print. */
export type ColumnKind =
  | 'text'
  | 'phone'
  | 'email'
  | 'money'
  | 'datetime'
  | 'status'
  | 'number'
  | 'yesNo'
  | 'percent'
  | 'date'

/** What a cell can hold. */
export type CellValue = string | number | boolean | null | undefined

/** One column of a list: the table, the CSV and print all read it. */
export type Column<Row = Record<string, unknown>> = {
  field: keyof Row & string
  header: string
  kind: ColumnKind
  /** What the row is about, if that is not its first text: a narrow table shows it first. */
  isSubject?: true
  /** What a table without space for all columns does without first. */
  isMinor?: true
  /** Hidden in the table until chosen in the column chooser; always in the file. */
  hidden?: true
  /** One of a few stored words: shown with a capital, as a status is. */
  isWord?: true
  /** A date that can't be read is shown as this. */
  invalid?: string
  /** A date that stands for its month: 'Nov 2026'. The file has the month's first day. */
  ofMonth?: true
  /** The status of a loan's movement: Paid is green, Late red, anything else blue. */
  ofRepayment?: true
  /**
   * Empty in most rows: nothing is shown where it is, and on a phone not even its label. 'either': of this and another column each
   * row fills one.
   */
  sparse?: true | 'either'
  /** The sum over all rows of the filter stands in the table's foot. */
  isSummed?: true
}

/**
 * The fields that the server searches in a list, so that the same search works offline. `by` are texts, each one field or
 * several joined; `on` is the field for the date filter.
 */
export type SearchFields = { by: readonly string[]; on?: string }

/** A list without pages: the columns of its table, and whether the browser filters its rows by day. */
type WholeList = { columns: readonly Column<never>[]; byDay?: true }

type Spec<In extends Shape, Out extends Shape> = {
  /** Under `{base}/admin/`. Calls may share a path if their required fields differ. */
  path: string
  access: Access
  /** The field with an admin's id: for their own id, callers need no permission. */
  ownId?: string
  encoding?: 'encrypted' | 'form'
  input: In
  output: Out
}

export type Read<In extends Shape = Shape, Out extends Shape = Shape> = Spec<In, Out> & {
  kind: 'read'
  /** The records in its reply. The reply becomes stale when a change writes any of them. */
  reads: readonly Records[]
  /** The columns of `download: 'csv'`, in order. */
  csv?: readonly Column<never>[]
  searchable?: SearchFields
  /** The values of `sort`: columns by which the server sorts the list. The default is newest first. */
  sortable?: readonly string[]
  /** For a list that comes whole, which the browser filters and sorts. */
  whole?: WholeList
  /** Sums and histories without a file; nobody decides by them. */
  report?: true
  /** Its reply is never saved on the device, and stays in memory only while a screen shows it. */
  unsaved?: true
  /**
   * It names nobody, tells no right, and is offered as a choice: kept readable in localStorage, so that the first paint has it,
   * and never with the saved pages.
   */
  catalogue?: true
  /** The activity log records each reply, before it is sent, and each attempt without the permission. */
  audited?: true
}
export type Write<In extends Shape = Shape, Out extends Shape = Shape> = Spec<In, Out> & {
  kind: 'write'
  /** Input fields that identify what is changed; none if there is only one, such as the main business wallet. */
  subject: readonly (keyof In['entries'] & string)[]
  /** The records that it writes, besides the activity log. */
  writes: readonly Records[]
  /**
   * Optional fields, also of the objects in a list, that are stored nowhere but sealed: neither on the device while the outcome is unknown, nor in the
   * hash that the server keeps of the body. A hash of eleven digits is as good as the digits.
   */
  secret?: readonly string[]
  /** A body status of '300' is a message to show, not the end of the session (rules.md, "Reply status"). */
  keepsSession?: true
}
export type Call = Read | Write
export type Named<C extends Call = Call> = C & { name: string; group: Group }
export type NamedRead = Named<Read>
export type NamedWrite = Named<Write>

/** The output type of the input schema, so that a branded field (Kobo) can't be given a bare number. */
export type InputOf<C extends Call> = v.InferOutput<C['input']>
/** The body as a caller sends it: fields with a default are optional. */
export type BodyOf<C extends Call> = Partial<InputOf<C>> &
  Omit<InputOf<C>, OptionalKeys<v.InferInput<C['input']>>>
type OptionalKeys<Fields> = keyof { [K in keyof Fields as undefined extends Fields[K] ? K : never]: true }
/** The fields by which the server sorts a list. */
export type SortOf<C extends Call> = C extends Call
  ? InputOf<C> extends { sort?: infer Field extends string | undefined }
    ? NonNullable<Field>
    : never
  : never
export type OutputOf<C extends Call> = v.InferOutput<C['output']>
/** The reply as screens get it: the output, the message, and whether the message is a warning. */
export type ReplyOf<C extends Call> = OutputOf<C> & {
  message: string
  warning?: true
  /** As of when, in milliseconds, if a read replica answered. */
  asOf?: number
}

export const emptyOutput = v.object({})
type NothingShape = typeof emptyOutput

const direction = v.optional(v.picklist(['asc', 'desc']))
type SortEntries<Sort extends string> = {
  sort: v.OptionalSchema<v.PicklistSchema<readonly Sort[], undefined>, undefined>
  order: typeof direction
}
/** Adds `sort` and `order` to the input of a list with sortable columns. */
type Sorted<In extends Shape, Sort extends string> = [Sort] extends [never]
  ? In
  : v.ObjectSchema<In['entries'] & SortEntries<Sort>, undefined>

/** Declares a read. With `sortable`, its input gets `sort` (a column of the file) and `order` (default 'asc'). */
export function read<
  In extends Shape,
  Out extends Shape,
  Field extends string = string,
  const Sort extends Field = never,
>(
  spec: Spec<In, Out> &
    Pick<Read, 'reads' | 'searchable' | 'whole' | 'report' | 'unsaved' | 'catalogue' | 'audited'> & {
      csv?: readonly (Column<never> & { field: Field })[]
      sortable?: readonly Sort[]
    },
): Read<Sorted<In, Sort>, Out> {
  const { input, sortable } = spec
  const sorted = sortable
    ? v.object({ ...input.entries, sort: v.optional(v.picklist(sortable)), order: direction })
    : input
  return { kind: 'read', ...spec, input: sorted as unknown as Sorted<In, Sort> }
}

/** Declares a change: online only, with an idempotency key, audited. Replies with a message and optional `output`. */
export function write<In extends Shape, Out extends Shape = NothingShape>(
  spec: Omit<Spec<In, Out>, 'output'> & { output?: Out } & Pick<
      Write<In, Out>,
      'subject' | 'writes' | 'secret' | 'keepsSession'
    >,
): Write<In, Out> {
  return { kind: 'write', ...spec, output: spec.output ?? (emptyOutput as unknown as Out) }
}

export function group<T extends Record<string, Call>>(
  name: Group,
  calls: T,
): { [K in keyof T]: Named<T[K]> } {
  const named = Object.entries(calls).map(([key, call]) => [
    key,
    { ...call, group: name, name: `${name}.${key}` },
  ])
  return Object.fromEntries(named) as { [K in keyof T]: Named<T[K]> }
}

/** Typed list of columns for rows of a schema. */
export const columnsOf = <Row extends Schema>(_row: Row, columns: readonly Column<v.InferOutput<Row>>[]) =>
  columns as readonly Column<v.InferOutput<Row>>[]

/** The fields that a body for this call must have. */
export const requiredFields = (call: Call): string[] =>
  Object.entries(call.input.entries).flatMap(([key, schema]) => (schema.type === 'optional' ? [] : [key]))

/** The body of a change without its secret fields. */
export const withoutSecrets = <Body extends object>(
  { secret = [] }: Pick<Write, 'secret'>,
  body: Body,
): Body => (secret.length === 0 ? body : without(secret, body)) as Body

function without(fields: readonly string[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => without(fields, one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      fields.includes(name) ? [] : [[name, without(fields, one)]],
    ),
  )
}

/**
 * Whether the change makes replies to the read stale. Every change writes the activity log.
 */
export const makesStale = ({ writes }: Pick<Write, 'writes'>, { reads }: Pick<Read, 'reads'>) =>
  reads.some((records) => records === 'activity' || writes.includes(records))

/** Who did what, and which devices may sign in, is never late. */
const security: readonly Records[] = ['activity', 'devices']
/**
 * Whether a read replica may answer: lists, reports and their files. A single record, a form, a decision and rights are always
 * read from the database that changes are written to.
 */
export const mayLag = (call: Call) =>
  call.kind === 'read' &&
  (call.csv !== undefined || call.report === true) &&
  !call.reads.some((records) => security.includes(records))

const money: readonly Records[] = [
  'ledger',
  'loans',
  'requests',
  'withdrawals',
  'cash',
  'agentPay',
  'collections',
  'fieldBatches',
  'sheetRequests',
  'reversals',
  'reopenings',
]
/** Whether a change moves or holds money, or is a step towards it. */
export const concernsMoney = ({ writes }: Pick<Write, 'writes'>) =>
  writes.some((records) => money.includes(records))
