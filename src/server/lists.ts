import { type AnyColumn, and, desc, gte, inArray, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Column } from '#contract/call'
import { exportCap, type Paged } from '#contract/values'
import { endOfLagosDay, startOfLagosDay } from '#domain/lagos'
import { CsvRows } from './csvRows'
import type { Context } from './handler'
import { type ListTable, findFew, marksFor, mostFound, pageOfIds } from './pageOfIds'
import { counted, invalid } from './refusals'
import type { Services } from './services'

type Row = Record<string, unknown>

/** The size of a page in either spelling of the contract. */
type PageInput = { page: number; download?: 'csv' | undefined } & ({ perPage: number } | { per_page: number })

type List<Q> = {
  /** `select(...).from(...)` and its joins, `$dynamic()`: neither filtered nor ordered. Selects under the names of the wire. */
  rows: Q
  /** Whose rows are listed, newest first. */
  table: ListTable
  /** On that table alone, so that a page is found without its joins; what is joined is asked for by a subquery. */
  where: SQL | undefined
  /** Where counting would take long: the total as it is kept. */
  total?: PromiseLike<number>
  /** The condition stands on an index of its own, such as one of words, in a table too long to count what it finds. */
  searched?: boolean
  fields: readonly string[]
  csv: readonly Column<never>[]
}

/** One page of a list with its total, or the whole of it as a file. */
export async function pageOf<Q extends PgSelect>(
  { services, now }: Context,
  { page, download, ...size }: PageInput,
  { rows, table, where, fields, csv, ...list }: List<Q>,
): Promise<{ message: string; data: Paged<RowOf<Q>> } | CsvRows> {
  if (download === 'csv') {
    const file = rows.where(where).orderBy(...newestFirst(table))
    return new CsvRows(csv, () => batchesOf(services, file.toSQL(), fields))
  }
  const perPage = 'perPage' in size ? size.perPage : size.per_page
  const offset = (page - 1) * perPage
  const place = { perPage, offset }
  const few = list.searched ? await findFew(services.database, table, where, place) : undefined
  const many = few !== undefined && few.total > mostFound
  const total = many
    ? mostFound
    : (few?.total ?? (await (list.total ?? services.database.$count(table, where))))
  const asked = services.database.select({ id: table.id }).from(table).where(where).toSQL()
  const marks = marksFor(services.database, JSON.stringify(asked), total, now.getTime())
  const known = few && !many ? few.ids : undefined
  const ids =
    known ?? pageOfIds(table, where, { ...place, total: many ? Infinity : total }, marks.before(offset))
  const data = (await rows.where(inArray(table.id, ids)).orderBy(...newestFirst(table))) as RowOf<Q>[]
  const last = data.at(-1)?.id
  if (data.length === perPage && typeof last === 'number') marks.remember(offset + perPage, last)
  const count = `${many ? 'More than ' : ''}${counted(total, 'record')} found.`
  return { message: count, data: { total, per_page: perPage, page, data } }
}

type RowOf<Q extends PgSelect> = Q['_']['result'][number]

const batchSize = 1000

/** Reads through a cursor, so that memory stays flat and no page is ever counted from the start again. */
async function* batchesOf(
  services: Services,
  query: { sql: string; params: unknown[] },
  fields: readonly string[],
): AsyncGenerator<Row[]> {
  const client = await services.database.$client.connect()
  try {
    await client.query('begin read only')
    await client.query(
      `declare export_rows no scroll cursor for ${query.sql} limit ${exportCap}`,
      query.params as unknown[],
    )
    for (;;) {
      const { rows } = await client.query<unknown[]>({
        text: `fetch ${batchSize} from export_rows`,
        rowMode: 'array',
        types: plainTypes,
      })
      if (rows.length > 0)
        yield rows.map((row) => Object.fromEntries(fields.map((field, at) => [field, row[at]])))
      if (rows.length < batchSize) return
    }
  } finally {
    // A connection that can't even roll back is thrown away.
    await client.query('rollback').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
  }
}

/** The driver gives bigint as text; kobo must arrive as the numbers they are, or a file would show them as naira. */
const plainTypes = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text'),
}

/** A timestamp column as the wire has it: Lagos wall-clock digits (contract, "Conventions"). */
export const lagosStamp = (column: SQLWrapper) =>
  sql<string>`to_char(timezone('UTC', ${column}) + interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A search for text anywhere in a value; what the user typed is text, never a pattern. */
export const contains = (value: SQLWrapper, text: string) => sql`${value} ilike ${textPattern(text)}`
export const textPattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** From the first Lagos day to the last, both included; either may be left out. */
export function betweenDays(
  column: AnyColumn,
  { start_date, end_date }: { start_date?: string | undefined; end_date?: string | undefined },
) {
  if (start_date && end_date && end_date < start_date) invalid('End date cannot be before start date')
  return and(
    start_date ? gte(column, startOfLagosDay(start_date)) : undefined,
    end_date ? lt(column, endOfLagosDay(end_date)) : undefined,
  )
}

/** The same where the days come as a pair or not at all (spec 2, "Filter forms"). */
export function betweenBothDays(
  column: AnyColumn,
  dates: { start_date?: string | undefined; end_date?: string | undefined },
) {
  if (!dates.start_date !== !dates.end_date) invalid('Please select both start and end dates')
  return betweenDays(column, dates)
}

/** Every list's order: newest first, the id deciding between rows of one instant. */
export const newestFirst = (table: { createdAt: AnyColumn; id: AnyColumn }) => [
  desc(table.createdAt),
  desc(table.id),
]
