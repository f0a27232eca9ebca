import { is, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import {
  type AnyPgColumn,
  PgColumn,
  PgDialect,
  type PgSelect,
  type SelectedFields,
} from 'drizzle-orm/pg-core'
import type { Column, ColumnKind, Named, Read, SortOf } from '#contract/call'
import type { Schema } from '#contract/values'
import { rowSchemaOf, wireFormOf } from '#domain/wire'
import { csvLineOf } from './csvCells'
import type { Selects } from '../db/database'
import * as schema from '../db/tables/schema'
import { inOrder, type Listed, type ListTable, type Order } from './pageOfIds'
import { asForm } from '../wire/wireForms'

const casing = 'snake_case'
const dialect = new PgDialect({ casing })
/** Builds SQL text without a connection. */
const mockDatabase: Selects = drizzle.mock({ schema, casing })
export const sqlText = (query: SQLWrapper) => dialect.sqlToQuery(query.getSQL())

/** Defines a list: its call, table, columns and joins. Its rows are ordered by `createdAt` unless `at` is given. */
type ListDefinition<C extends Named<Read>, Fields extends SelectedFields, Q extends PgSelect> = {
  /** The call: its schema gives the wire forms, its columns those of the file. */
  call: C
  /** The sort key of each sortable field: on the listed table alone, never null, indexed. */
  sorted: { [Field in SortOf<C>]: SQLWrapper }
  /** Each column under its name on the wire; the file lacks the columns that it lacks. */
  row: Fields
  /** `select(row).from(...)` and its joins, `$dynamic()`: neither filtered nor ordered. */
  rows: (queries: Selects, row: Fields) => Q
  /** Of a summed column whose values do not add up (a customer in two rows counts once): its total for the ids of all rows. */
  totals?: Readonly<Record<string, (ids: SQL) => SQL>>
} & (Listed | { table: ListTable & { createdAt: AnyPgColumn }; at?: undefined })

export type RowOf<Q extends PgSelect> = Q['_']['result'][number]

/** A list with its SQL, for pages and files. */
export type List<Row> = Listed & {
  columns: readonly Column<never>[]
  /** Selects rows in wire form. */
  onWire: SQL
  /** Selects lines of the CSV file, filtered and ordered. */
  file: (where: SQL | undefined, order: Order) => { sql: string; params: unknown[] }
  /** Selects the totals of the rows of a condition as one row; undefined where no column is summed. */
  totals: ((where: SQL | undefined) => SQL) | undefined
  /** The order for the caller's sort parameters; newest first by default. */
  orderBy: (sort: string | undefined, order: 'asc' | 'desc' | undefined) => Order
  readonly row?: Row
}

/** Builds a list from its definition. The SQL text is generated once, not for each page. */
export function defineList<C extends Named<Read>, Fields extends SelectedFields, Q extends PgSelect>(
  definition: ListDefinition<C, Fields, Q>,
): List<RowOf<Q>> {
  const { call, table, row, rows, totals = {} } = definition
  const at = definition.at ?? definition.table.createdAt
  const keys: Record<string, SQLWrapper> = definition.sorted
  const schema = rowSchemaOf(call.output)
  // Of a caller who may see a part of them only.
  const columns = (call.csv ?? []).filter(({ field }) => field in row)
  const wireFields = Object.entries(row).map(([field, value]) => {
    const form = wireFormOf(schema?.entries[field] as Schema | undefined)
    return [field, asForm(form, value as SQLWrapper).as(field)]
  })
  const line = csvLineOf(
    columns.map(({ field, kind }: { field: string; kind: ColumnKind }) => ({
      kind,
      value: row[field] as SQLWrapper,
      schema: schema?.entries[field],
    })),
  )
  const toSql = (selected: SelectedFields) => {
    const query = rows(mockDatabase, selected as Fields)
    const { sql: text, params } = sqlText(query)
    return params.length === 0 ? sql.raw(text) : query.getSQL()
  }
  const lines = toSql({ line })
  const summed = columns.flatMap(({ field, isSummed }: { field: string; isSummed?: true }) =>
    isSummed ? [field] : [],
  )
  const added = summed.filter((field) => totals[field] === undefined)
  const sums = Object.fromEntries(
    added.map((field) => [field, sql`coalesce(sum(${row[field]}), 0)::text`.as(field)]),
  )
  // What the table itself has is summed without the joins, which leave out no row.
  const isOwn = (value: unknown) => is(value, PgColumn) && value.table === table
  const sumsFrom = added.every((field) => isOwn(row[field]))
    ? sql`select ${sql.join(
        added.map((field) => sql`coalesce(sum(${row[field]}), 0)::text as ${sql.identifier(field)}`),
        sql`, `,
      )} from ${table}`
    : toSql(sums)
  const totalsOf = (where: SQL = sql`true`) => {
    const ids = sql`select ${table.id} from ${table} where ${where}`
    const counted = Object.entries(totals).map(
      ([field, count]) => sql`(${count(ids)})::text as ${sql.identifier(field)}`,
    )
    const parts = [...counted, ...(added.length > 0 ? [sql`added.*`] : [])]
    const from = added.length > 0 ? sql`from (${sumsFrom} where ${where}) added` : sql``
    return sql`select ${sql.join(parts, sql`, `)} ${from}`
  }
  return {
    table,
    at,
    columns,
    onWire: toSql(Object.fromEntries(wireFields)),
    totals: summed.length > 0 ? totalsOf : undefined,
    file: (where, order) => sqlText(sql`${lines} where ${where ?? sql`true`} ${inOrder(order, table.id)}`),
    orderBy: (sort, order) => {
      if (sort === undefined) return { key: at, descending: order !== 'asc' }
      const key = keys[sort]
      if (!key) throw new Error(`${call.name} is not sorted by ${sort}.`)
      return { key, descending: order === 'desc' }
    },
  }
}

/** The sort key of a text: lower case, by code points, the same in every database and browser. */
export const sortedText = (text: SQLWrapper) => sql`lower(${text}) collate "C"`

/** The same for first and last name; must match the expression of the name indexes. */
export const sortedName = ({ firstName, lastName }: { firstName: SQLWrapper; lastName: SQLWrapper }) =>
  sortedText(sql`${firstName} || ' ' || ${lastName}`)
