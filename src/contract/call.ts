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
  | 'customers'
  | 'loans'
  | 'markets'
  | 'savings'
  | 'requests'
  | 'withdrawals'
  | 'transactions'
  | 'guarantors'

/** Rows that belong together: one table, or the few that change as one. Each read declares which of them it shows, each change which it writes. */
export type Records =
  | 'ledger'
  | 'loans'
  | 'loanTypes'
  | 'savings'
  | 'savingTypes'
  | 'requests'
  | 'withdrawals'
  | 'customers'
  | 'reassignments'
  | 'guarantors'
  | 'markets'
  | 'agents'
  | 'devices'
  | 'agentActivity'
  | 'admins'
  | 'rights'
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
  /** Off in the table until the user picks it from the column chooser; always in the file. */
  hidden?: true
}

/**
 * What the server's search of a list looks at, as far as the rows carry it: so the same rows are found without a network.
 * `by` are texts, each a field or several in a row; `on` is the field that days are compared with.
 */
export type SearchFields = { by: readonly string[]; on?: string }

type Spec<In extends Shape, Out extends Shape> = {
  /** Under `{base}/admin/`. Calls may share a path: the body's required fields tell them apart. */
  path: string
  access: Access
  /** The field that names an admin: asking about oneself needs a session and no permission. */
  ownId?: string
  encoding?: 'encrypted' | 'form'
  input: In
  output: Out
}

export type Read<In extends Shape = Shape, Out extends Shape = Shape> = Spec<In, Out> & {
  kind: 'read'
  /** All that its reply is made of. It is stale once a change writes any of them. */
  reads: readonly Records[]
  /** What `download: 'csv'` gives, in this order. */
  csv?: readonly Column<never>[]
  searchable?: SearchFields
  /** The columns by which the server sorts the whole list: what `sort` may name. Without `sort` the newest come first. */
  sortable?: readonly string[]
}
export type Write<In extends Shape = Shape, Out extends Shape = Shape> = Spec<In, Out> & {
  kind: 'write'
  /** Input fields that identify what is changed. None: there is only one of it, such as the main business wallet. */
  subject: readonly (keyof In['entries'] & string)[]
  /** What it changes, beside the activity log, which every change extends. */
  writes: readonly Records[]
  /** A body status of '300' is a refusal to be shown, not the end of the session (rules.md, "Reply status"). */
  keepsSession?: true
}
export type Call = Read | Write
export type Named<C extends Call = Call> = C & { name: string; group: Group }
export type NamedRead = Named<Read>
export type NamedWrite = Named<Write>

/** The output type of the input schema, so that a branded field (Kobo) can't be given a bare number. */
export type InputOf<C extends Call> = v.InferOutput<C['input']>
/** What a caller may leave out: fields with a default in the schema. */
export type BodyOf<C extends Call> = Partial<InputOf<C>> &
  Omit<InputOf<C>, 'perPage' | 'per_page' | 'download'>
/** The fields by which the server sorts a list. */
export type SortOf<C extends Call> = C extends Call
  ? InputOf<C> extends { sort?: infer Field extends string | undefined }
    ? NonNullable<Field>
    : never
  : never
export type OutputOf<C extends Call> = v.InferOutput<C['output']>
/** The reply as the screens get it: the fields beside `status`, the message, and whether that is a warning. */
export type ReplyOf<C extends Call> = OutputOf<C> & { message: string; warning?: true }

export const emptyOutput = v.object({})
type NothingShape = typeof emptyOutput

const direction = v.optional(v.picklist(['asc', 'desc']))
type SortEntries<Sort extends string> = {
  sort: v.OptionalSchema<v.PicklistSchema<readonly Sort[], undefined>, undefined>
  order: typeof direction
}
/** A paged list's input with `sort` and `order`; of a list without sortable columns the input as it is. */
type Sorted<In extends Shape, Sort extends string> = [Sort] extends [never]
  ? In
  : v.ObjectSchema<In['entries'] & SortEntries<Sort>, undefined>

/** Its input gets `sort` (one of `sortable`, which are columns of the file) and `order` ('asc' where left out). */
export function read<
  In extends Shape,
  Out extends Shape,
  Field extends string = string,
  const Sort extends Field = never,
>(
  spec: Spec<In, Out> &
    Pick<Read, 'reads' | 'searchable'> & {
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

/** A change: online only, sent with an idempotency key, audited. Replies with a message unless `output` says more. */
export function write<In extends Shape, Out extends Shape = NothingShape>(
  spec: Omit<Spec<In, Out>, 'output'> & { output?: Out } & Pick<
      Write<In, Out>,
      'subject' | 'writes' | 'keepsSession'
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

/** Fields without which a body can't be meant for this call. */
export const requiredFields = (call: Call): string[] =>
  Object.entries(call.input.entries).flatMap(([key, schema]) => (schema.type === 'optional' ? [] : [key]))

/**
 * Whether a reply to the read is of the past once the change is made. Both say what they touch, so that no change has to
 * know who reads it; the activity log is written by every one.
 */
export const makesStale = ({ writes }: Pick<Write, 'writes'>, { reads }: Pick<Read, 'reads'>) =>
  reads.some((records) => records === 'activity' || writes.includes(records))

const money: readonly Records[] = ['ledger', 'loans', 'requests', 'withdrawals']
/** A change that moves money, holds it, or is a step towards either: made a second time, it costs somebody. */
export const concernsMoney = ({ writes }: Pick<Write, 'writes'>) =>
  writes.some((records) => money.includes(records))
