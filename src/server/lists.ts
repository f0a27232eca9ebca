import { createHash } from 'node:crypto'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import pg from 'pg'
import { exportCap } from '#contract/values'
import { CsvRows } from './csvRows'
import type { Context } from './handler'
import { JsonRows } from './jsonRows'
import { type List, textOf } from './listRows'
import { findFew, marksFor, mostFound, pageOfIds } from './pageOfIds'
import { counted } from './refusals'
import type { Services } from './services'

type Row = Record<string, unknown>

/** The size of a page in either spelling of the contract. */
export type PageInput = { page: number; download?: 'csv' | undefined } & (
  | { perPage: number }
  | { per_page: number }
)

type Asked = {
  /** On the listed table alone, so that a page is found without its joins; what is joined is asked for by a subquery. */
  where?: SQL | undefined
  /** The same for going through the list in its order, where `where` leads into it from elsewhere. */
  inOrder?: SQL | undefined
  /** Where counting would take long: the total as it is kept. */
  total?: () => PromiseLike<number>
  /** The condition stands on an index of its own, such as one of words, in a table too long to count what it finds. */
  searched?: boolean
}

/** A page whose rows the database has put into the forms of the wire. */
export type JsonPage<Row> = { total: number; per_page: number; page: number; data: JsonRows<Row> }

/** One page of a list with its total, or the whole of it as a file. */
export async function pageOf<Row>(
  { services, now }: Pick<Context, 'services' | 'now'>,
  { page, download, ...size }: PageInput,
  list: List<Row>,
  { where, inOrder = where, total: kept, searched }: Asked,
): Promise<{ message: string; data: JsonPage<Row> } | CsvRows> {
  const { database } = services
  const { table } = list
  if (download === 'csv')
    return new CsvRows(list.columns, () => batchesOf(services, list.file(where), list.fields))
  const perPage = 'perPage' in size ? size.perPage : size.per_page
  const offset = (page - 1) * perPage
  const place = { perPage, offset }
  const few = searched ? await findFew(database, list, where, place) : undefined
  const many = few !== undefined && few.total > mostFound
  const total = many ? mostFound : (few?.total ?? (await (kept ? kept() : database.$count(table, where))))
  const asked = textOf(sql`select from ${table} where ${where ?? sql`true`}`)
  const marks = marksFor(database, JSON.stringify(asked), total, now.getTime())
  const after = marks.before(offset)
  const ids =
    few && !many
      ? sql`(select unnest(${sql.param(few.ids)}::bigint[]))`
      : pageOfIds(list, inOrder, { ...place, total: many ? Infinity : total }, after)
  // What holds nothing that changes from one caller to the next is planned once.
  const repeated = asked.params.length === 0 && (offset === 0 || after !== undefined)
  const { rows, count, last } = await jsonOfRows(services, list, ids, repeated)
  if (count === perPage && last !== null) marks.remember(offset + perPage, last)
  const message = `${many ? 'More than ' : ''}${counted(total, 'record')} found.`
  return { message, data: { total, per_page: perPage, page, data: new JsonRows(rows) } }
}

/** The listed rows with these ids, written as JSON by the database; how many they are, and the id of the last one. */
async function jsonOfRows<Row>({ database }: Services, list: List<Row>, ids: SQLWrapper, repeated: boolean) {
  const { sql: text, params } = textOf(sql`
    with page as materialized (
      ${list.onWire} where ${list.table.id} in ${ids} order by ${list.at} desc, ${list.table.id} desc)
    select coalesce(json_agg(page), '[]')::text, count(*)::int, (array_agg(page.id))[count(*)]::text from page`)
  const found = await database.$client.query<[rows: string, count: number, last: string | null]>({
    ...(repeated && { name: nameOf(text) }),
    text,
    values: params,
    rowMode: 'array',
  })
  const [rows, count, last] = found.rows[0] ?? ['[]', 0, null]
  return { rows, count, last: last === null ? null : Number(last) }
}

/** A prepared statement is known by its name: the same words, the same name. */
const nameOf = (text: string) => createHash('sha1').update(text).digest('base64url')

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
