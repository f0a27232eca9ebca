import { and, type SQL, sql } from 'drizzle-orm'
import { exportCap } from '#contract/values'
import { CsvRows } from '../wire/csvRows'
import type { Database } from '../db/database'
import { rowCounts } from '../db/schema'
import type { Context } from '../handler'
import { JsonRows } from '../wire/jsonRows'
import { type List, sqlText } from './listRows'
import { rowsAfter, type RowSource, inOrder, pageMarks, maxCounted, pageOfIds } from './pageOfIds'
import { findCounted, findUncounted, idsOf, type Scan } from './scans'
import { pluralize } from '../errors/refusals'
import type { Services } from '../services'

/** The page to read, with either spelling of its size, and the chosen order. */
export type PageInput = {
  page: number
  download?: 'csv' | undefined
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
} & ({ perPage: number } | { per_page: number })

export type ListQuery = {
  /** A condition on the listed table alone, so that a page is found without joins; use subqueries for other tables. */
  where?: SQL | undefined
  /** Where a search starts from other tables: how to gather its first matches, in any order. */
  few?: RowSource | undefined
  /** How to answer a search with more matches than are counted. */
  scan?: Scan | undefined
  /** The stored total, where counting would be slow. */
  total?: SQL
  /** The list is too long to count all matches. */
  uncounted?: boolean
}

export const storedTotal = (list: (typeof rowCounts.$inferSelect)['list']) =>
  sql`(select ${rowCounts.total} from ${rowCounts} where ${rowCounts.list} = ${sql.raw(`'${list}'`)})`

/** A page whose rows come from the database in wire form. */
export type JsonPage<Row> = { total: number; per_page: number; page: number; data: JsonRows<Row> }

/** One page of a list with its total, or the whole list as a file. */
export async function pageOf<Row>(
  { services, now }: Pick<Context, 'services' | 'now'>,
  { page, download, sort, order: direction, ...size }: PageInput,
  list: List<Row>,
  { where, few, scan, total: storedTotalSql, uncounted }: ListQuery,
): Promise<{ message: string; data: JsonPage<Row> } | CsvRows> {
  const order = list.orderBy(sort, direction)
  if (download === 'csv') return new CsvRows(list.columns, () => csvLines(services, list.file(where, order)))
  const { database } = services
  const perPage = 'perPage' in size ? size.perPage : size.per_page
  const offset = (page - 1) * perPage
  const ordered = inOrder(order, list.table.id)
  const key = sqlText(sql`select from ${list.table} where ${where ?? sql`true`} ${ordered}`)
  const marks = pageMarks(database, JSON.stringify(key), now.getTime())

  // Counts stop at 10,000; beyond that the total is unknown. That is cached, so that further pages don't count again.
  const source = few ?? { from: sql`${list.table}`, where }
  const result =
    uncounted && marks.total !== Infinity
      ? await findCounted(database, list, scan, source, { order, perPage, offset })
      : undefined
  const counted = result && result.total <= maxCounted ? result : undefined
  const many = uncounted && !counted
  const ids = counted || result?.isPage ? result?.ids : undefined
  const counting = storedTotalSql ?? sql`(select count(*) from ${list.table} where ${where ?? sql`true`})`
  // The first page is read in one statement with its total; later pages need the total first.
  const knownTotal = many
    ? Infinity
    : (counted?.total ?? (offset > 0 ? await countRows(database, counting) : undefined))
  const after = knownTotal === undefined ? undefined : marks.lastBefore(offset, knownTotal)

  const place = { order, after, perPage, offset }
  const usesKeyset = !counted && !(many && scan) && (offset === 0 || after !== undefined)
  const idsOfPage = async () => {
    if (ids) return ids
    if (many && scan) return findUncounted(database, list, scan, source, place)
    return idsOf(database, pageOfIds(list, where, { order, perPage, offset, total: knownTotal ?? 0 }))
  }
  const pageCondition = usesKeyset
    ? and(where, after === undefined ? undefined : rowsAfter(list, order, after))
    : sql`${list.table.id} = any(${sql.param(await idsOfPage())}::bigint[])`
  const { rows, count, last, total } = await queryJsonRows(database, {
    // The limit is literal, not a parameter: a prepared statement's generic plan must know that few rows are read.
    query: sql`${list.onWire} where ${pageCondition ?? sql`true`} ${ordered} limit ${sql.raw(String(perPage))}`,
    total: knownTotal === undefined ? counting : sql`${many ? maxCounted : knownTotal}::bigint`,
    // Prepared by name only if its text does not vary between callers.
    repeated: key.params.length === 0 && usesKeyset,
  })
  if (count === perPage && last !== null) marks.remember(offset + perPage, knownTotal ?? total, last)
  const message = `${many ? 'More than ' : ''}${pluralize(total, 'record')} found.`
  return { message, data: { total, per_page: perPage, page, data: new JsonRows(rows) } }
}

async function countRows(database: Database, counting: SQL): Promise<number> {
  const { rows } = await database.execute<{ total: string }>(sql`select ${counting} as total`)
  return Number(rows[0]?.total ?? 0)
}

type Query = { query: SQL; total: SQL; repeated: boolean }
type Written = [rows: string, count: number, last: string | null, total: string]

/** The rows of a query as JSON text, their number, the id of the last one, and the total. */
async function queryJsonRows(database: Database, { query, total, repeated }: Query) {
  const { sql: text, params } = sqlText(sql`
    select coalesce(json_agg(page), '[]')::text, count(*)::int, (array_agg(page.id))[count(*)]::text, ${total}
      from (${query}) page`)
  const result = await database.$client.query<Written>({
    ...(repeated && { name: nameOf(text) }),
    text,
    values: params,
    rowMode: 'array',
  })
  const [written] = result.rows
  if (!written) throw new Error('The query of a page returned no row.')
  const [rows, count, last, all] = written
  return { rows, count, last: last === null ? null : Number(last), total: Number(all) }
}

/** Names of prepared statements: one name for each text. */
const names = new Map<string, string>()
function nameOf(text: string) {
  const name = names.get(text) ?? `page ${names.size + 1}`
  names.set(text, name)
  return name
}

const batchSize = 1000

/** Reads through a cursor, so that memory use stays constant and no offset is skipped again. */
async function* csvLines(
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
    // A connection that fails to roll back is discarded.
    await client.query('rollback').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
  }
}
