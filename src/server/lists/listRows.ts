import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { type AnyPgColumn, PgDialect, type PgSelect, type SelectedFields } from 'drizzle-orm/pg-core'
import type { Column, ColumnKind, Named, Read, SortOf } from '#contract/call'
import type { Schema } from '#contract/values'
import { rowSchemaOf, wireFormOf } from '#domain/wire'
import { csvLineOf } from './csvCells'
import type { Selects } from '../db/database'
import * as schema from '../db/schema'
import { inOrder, type Listed, type ListTable, type Order } from './pageOfIds'
import { asForm } from '../wire/wireForms'

const casing = 'snake_case'
const dialect = new PgDialect({ casing })
/** Puts a query into words before there is a database to ask. */
const mockDatabase: Selects = drizzle.mock({ schema, casing })
export const sqlText = (query: SQLWrapper) => dialect.sqlToQuery(query.getSQL())

/** Its rows are in the order of `createdAt` where no other instant is named. */
type ListDefinition<C extends Named<Read>, Fields extends SelectedFields, Q extends PgSelect> = {
  /** Whose page it is: its schema has the forms of the wire, its columns are the file's. */
  call: C
  /** The call's sortable fields: what each is sorted by, on the listed table alone, never null and with an index. */
  sorted: { [Field in SortOf<C>]: SQLWrapper }
  /** Each column under its name on the wire. */
  row: Fields
  /** `select(row).from(...)` and its joins, `$dynamic()`: neither filtered nor ordered. */
  rows: (queries: Selects, row: Fields) => Q
} & (Listed | { table: ListTable & { createdAt: AnyPgColumn }; at?: undefined })

export type RowOf<Q extends PgSelect> = Q['_']['result'][number]

/** A list as it is told once: what its rows consist of, for a page and for a file. */
export type List<Row> = Listed & {
  columns: readonly Column<never>[]
  /** Rows in the forms of the wire. */
  onWire: SQL
  /** Rows as lines of the call's file, filtered and in order. */
  file: (where: SQL | undefined, order: Order) => { sql: string; params: unknown[] }
  /** The order that a caller chooses: newest first where no field is named. */
  orderBy: (sort: string | undefined, order: 'asc' | 'desc' | undefined) => Order
  readonly row?: Row
}

/** Tells a list. What it joins and selects is put into words here, once, and not at each page. */
export function defineList<C extends Named<Read>, Fields extends SelectedFields, Q extends PgSelect>(
  definition: ListDefinition<C, Fields, Q>,
): List<RowOf<Q>> {
  const { call, table, row, rows } = definition
  const at = definition.at ?? definition.table.createdAt
  const keys: Record<string, SQLWrapper> = definition.sorted
  const schema = rowSchemaOf(call.output)
  const columns = call.csv ?? []
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
  return {
    table,
    at,
    columns,
    onWire: toSql(Object.fromEntries(wireFields)),
    file: (where, order) => sqlText(sql`${lines} where ${where ?? sql`true`} ${inOrder(order, table.id)}`),
    orderBy: (sort, order) => {
      if (sort === undefined) return { key: at, descending: order !== 'asc' }
      const key = keys[sort]
      if (!key) throw new Error(`${call.name} is not sorted by ${sort}.`)
      return { key, descending: order === 'desc' }
    },
  }
}

/** A text as it is sorted: capitals like small letters, by their code points, the same in every database and browser. */
export const sortedText = (text: SQLWrapper) => sql`lower(${text}) collate "C"`

/** The same of a person's first and last name: what an index of names holds, word for word. */
export const sortedName = ({ firstName, lastName }: { firstName: SQLWrapper; lastName: SQLWrapper }) =>
  sortedText(sql`${firstName} || ' ' || ${lastName}`)
