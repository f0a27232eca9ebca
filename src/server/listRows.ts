import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { type AnyPgColumn, PgDialect, type PgSelect, type SelectedFields } from 'drizzle-orm/pg-core'
import type { Column, Named, Read } from '#contract/call'
import type { Schema, WireForm } from '#contract/values'
import { rowSchemaOf, wireFormOf } from '#domain/wire'
import { newestFirst } from './conditions'
import type { Selects } from './db/database'
import * as schema from './db/schema'
import type { Listed, ListTable } from './pageOfIds'

const casing = 'snake_case'
const dialect = new PgDialect({ casing })
/** Puts a query into words before there is a database to ask. */
const onPaper: Selects = drizzle.mock({ schema, casing })
export const textOf = (query: SQLWrapper) => dialect.sqlToQuery(query.getSQL())

/** Its rows are in the order of `createdAt` where no other instant is named. */
type Told<Fields extends SelectedFields, Q extends PgSelect> = {
  /** Whose page it is: its schema has the forms of the wire, its columns are the file's. */
  call: Named<Read>
  /** Each column under its name on the wire. */
  row: Fields
  /** `select(row).from(...)` and its joins, `$dynamic()`: neither filtered nor ordered. */
  rows: (queries: Selects, row: Fields) => Q
} & (Listed | { table: ListTable & { createdAt: AnyPgColumn }; at?: undefined })

export type RowOf<Q extends PgSelect> = Q['_']['result'][number]

/** A list as it is told once: what its rows consist of, for a page and for a file. */
export type List<Row> = Listed & {
  columns: readonly Column<never>[]
  fields: readonly string[]
  /** Rows in the forms of the wire. */
  onWire: SQL
  /** Rows as the program has them, filtered and in order. */
  file: (where: SQL | undefined) => { sql: string; params: unknown[] }
  readonly row?: Row
}

/** Tells a list. What it joins and selects is put into words here, once, and not at each page. */
export function listOf<Fields extends SelectedFields, Q extends PgSelect>(
  told: Told<Fields, Q>,
): List<RowOf<Q>> {
  const { call, table, row, rows } = told
  const at = told.at ?? told.table.createdAt
  const schema = rowSchemaOf(call.output)
  const inForms = Object.entries(row).map(([field, value]) => {
    const form = wireFormOf(schema?.entries[field] as Schema | undefined)
    return [field, asForm(form, value as SQLWrapper).as(field)]
  })
  const query = rows(onPaper, Object.fromEntries(inForms) as Fields)
  const { sql: text, params } = textOf(query)
  return {
    table,
    at,
    columns: call.csv ?? [],
    fields: Object.keys(row),
    onWire: params.length === 0 ? sql.raw(text) : query.getSQL(),
    file: (where) =>
      rows(onPaper, row)
        .where(where)
        .orderBy(...newestFirst({ createdAt: at, id: table.id }))
        .toSQL(),
  }
}

/** The writers of `domain/wire.ts`, said in SQL. */
const forms: Record<WireForm, (value: SQLWrapper) => SQL> = {
  id: (value) => sql`${value}`,
  naira: (value) => sql`to_char(${value}::numeric / 100, 'FM9999999999999990.00')`,
  percent: (value) => sql`trim_scale(${value}::numeric / 100)`,
  oneZero: (value) => sql`(${value})::int`,
  oneZeroText: (value) => sql`(${value})::int::text`,
  dayFirst: (value) => sql`to_char(${value}::date, 'DD-MM-YYYY')`,
}
const asForm = (form: WireForm | undefined, value: SQLWrapper) => (form ? forms[form](value) : sql`${value}`)
