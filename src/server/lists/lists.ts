import { and, type SQL, sql } from 'drizzle-orm'
import { exportCap } from '#contract/values'
import { CsvRows } from '../wire/csvRows'
import type { Database } from '../db/database'
import { rowCounts } from '../db/schema'
import type { Context } from '../handler'
import { JsonRows } from '../wire/jsonRows'
import { type List, sqlText } from './listRows'
import { comesAfter, type Gathered, inOrder, marksFor, mostFound, pageOfIds } from './pageOfIds'
import { findFirst, findMany, idsOf, type Walk } from './walks'
import { pluralize } from '../errors/refusals'
import type { Services } from '../services'

/** The size of a page in either spelling of the contract, and its order where one is chosen. */
export type PageInput = {
  page: number
  download?: 'csv' | undefined
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
} & ({ perPage: number } | { per_page: number })

export type ListQuery = {
  /** On the listed table alone, so that a page is found without its joins; what is joined is asked for by a subquery. */
  where?: SQL | undefined
  /** Where a search begins with other tables: the listed one joined to them. What it finds comes as it is met, and enough is enough. */
  few?: Gathered | undefined
  /** How a search is answered that finds more than can be reached. */
  walk?: Walk | undefined
  /** Where counting would take long: the total as it is kept. */
  total?: SQL
  /** The list is too long to count what the condition finds. */
  uncounted?: boolean
}

export const storedTotal = (list: (typeof rowCounts.$inferSelect)['list']) =>
  sql`(select ${rowCounts.total} from ${rowCounts} where ${rowCounts.list} = ${sql.raw(`'${list}'`)})`

/** A page whose rows the database has put into the forms of the wire. */
export type JsonPage<Row> = { total: number; per_page: number; page: number; data: JsonRows<Row> }

/** One page of a list with its total, or the whole of it as a file. */
export async function pageOf<Row>(
  { services, now }: Pick<Context, 'services' | 'now'>,
  { page, download, sort, order: direction, ...size }: PageInput,
  list: List<Row>,
  { where, few: begun, walk, total: kept, uncounted }: ListQuery,
): Promise<{ message: string; data: JsonPage<Row> } | CsvRows> {
  const order = list.orderBy(sort, direction)
  if (download === 'csv') return new CsvRows(list.columns, () => linesOf(services, list.file(where, order)))
  const { database } = services
  const perPage = 'perPage' in size ? size.perPage : size.per_page
  const offset = (page - 1) * perPage
  const ordered = inOrder(order, list.table.id)
  const key = sqlText(sql`select from ${list.table} where ${where ?? sql`true`} ${ordered}`)
  const marks = marksFor(database, JSON.stringify(key), now.getTime())

  // Of more than can be reached no number is known. That they are so many is remembered: to page on gathers no more.
  const gathered = begun ?? { from: sql`${list.table}`, where }
  const found =
    uncounted && marks.total !== Infinity
      ? await findFirst(database, list, walk, gathered, { order, perPage, offset })
      : undefined
  const few = found && found.total <= mostFound ? found : undefined
  const many = uncounted && !few
  const idsFound = few || found?.isPage ? found?.ids : undefined
  const counting = kept ?? sql`(select count(*) from ${list.table} where ${where ?? sql`true`})`
  // The first page comes in one statement with its total; where another one begins hangs on it.
  const known = many
    ? Infinity
    : (few?.total ?? (offset > 0 ? await numberOf(database, counting) : undefined))
  const after = known === undefined ? undefined : marks.lastBefore(offset, known)

  const place = { order, after, perPage, offset }
  const walks = !few && !(many && walk) && (offset === 0 || after !== undefined)
  const idsOfPage = async () => {
    if (idsFound) return idsFound
    if (many && walk) return findMany(database, list, walk, gathered, place)
    return idsOf(database, pageOfIds(list, where, { order, perPage, offset, total: known ?? 0 }))
  }
  const those = walks
    ? and(where, after === undefined ? undefined : comesAfter(list, order, after))
    : sql`${list.table.id} = any(${sql.param(await idsOfPage())}::bigint[])`
  const { rows, count, last, total } = await jsonOfRows(database, {
    // A limit in the statement's own words: it may be planned once for all, and must then be known to give few rows.
    query: sql`${list.onWire} where ${those ?? sql`true`} ${ordered} limit ${sql.raw(String(perPage))}`,
    total: known === undefined ? counting : sql`${many ? mostFound : known}::bigint`,
    // What holds nothing that changes from one caller to the next.
    repeated: key.params.length === 0 && walks,
  })
  if (count === perPage && last !== null) marks.remember(offset + perPage, known ?? total, last)
  const message = `${many ? 'More than ' : ''}${pluralize(total, 'record')} found.`
  return { message, data: { total, per_page: perPage, page, data: new JsonRows(rows) } }
}

async function numberOf(database: Database, counting: SQL): Promise<number> {
  const { rows } = await database.execute<{ total: string }>(sql`select ${counting} as total`)
  return Number(rows[0]?.total ?? 0)
}

type Query = { query: SQL; total: SQL; repeated: boolean }
type Written = [rows: string, count: number, last: string | null, total: string]

/** The rows of a query, written as JSON by the database; how many they are, the id of the last one, and a total. */
async function jsonOfRows(database: Database, { query, total, repeated }: Query) {
  const { sql: text, params } = sqlText(sql`
    select coalesce(json_agg(page), '[]')::text, count(*)::int, (array_agg(page.id))[count(*)]::text, ${total}
      from (${query}) page`)
  const found = await database.$client.query<Written>({
    ...(repeated && { name: nameOf(text) }),
    text,
    values: params,
    rowMode: 'array',
  })
  const [written] = found.rows
  if (!written) throw new Error('A page was asked for and nothing came.')
  const [rows, count, last, all] = written
  return { rows, count, last: last === null ? null : Number(last), total: Number(all) }
}

/** A prepared statement is known by its name: the same words, the same name. */
const names = new Map<string, string>()
function nameOf(text: string) {
  const name = names.get(text) ?? `page ${names.size + 1}`
  names.set(text, name)
  return name
}

const batchSize = 1000

/** Reads through a cursor, so that memory stays flat and no page is ever counted from the start again. */
async function* linesOf(
  services: Services,
  query: { sql: string; params: unknown[] },
): AsyncGenerator<string> {
  const client = await services.connections.exports.$client.connect()
  try {
    await client.query('begin read only')
    await client.query(
      `declare export_rows no scroll cursor for ${query.sql} limit ${exportCap}`,
      query.params as unknown[],
    )
    for (;;) {
      const { rows } = await client.query<{ lines: string }>(
        `select next_lines('export_rows', ${batchSize}) as lines`,
      )
      if (!rows[0]?.lines) return
      yield rows[0].lines
    }
  } finally {
    // A connection that can't even roll back is thrown away.
    await client.query('rollback').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
  }
}
