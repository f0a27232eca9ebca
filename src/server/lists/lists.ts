import { and, type SQL, sql } from 'drizzle-orm'
import { exportCap, type FileForm } from '#contract/values'
import { CsvRows } from '../wire/csvRows'
import type { Database } from '../db/database'
import { rowCountChanges, rowCounts } from '../db/tables/schema'
import type { Context } from '../handler'
import { JsonRows } from '../wire/jsonRows'
import { type List, sqlText } from './listRows'
import {
  inOrder,
  maxCounted,
  type Order,
  pageCursors,
  pageOfIds,
  type RowSource,
  rowsAfter,
  type Total,
} from './pageOfIds'
import { findCounted, findUncounted, idsOf, type Scan } from './scans'
import { pluralize } from '#domain/money/figures'
import type { Services } from '../services'

/** The page to read, with either spelling of its size, and the chosen order. */
export type PageInput = {
  page: number
  download?: FileForm | undefined
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
  /** A CSV file has all rows, however many: books that lack some do not add up. */
  wholeFile?: boolean
}

export const storedTotal = (list: (typeof rowCounts.$inferSelect)['list']) => {
  const name = sql.raw(`'${list}'`)
  return sql`(select ${rowCounts.total} + (select coalesce(sum(${rowCountChanges.change}), 0)::bigint from ${rowCountChanges}
      where ${rowCountChanges.list} = ${name})
    from ${rowCounts} where ${rowCounts.list} = ${name})`
}

/** A page whose rows come from the database in wire form. */
export type JsonPage<Row> = {
  total: number
  per_page: number
  page: number
  data: JsonRows<Row>
  totals?: Partial<Row> | null
}

/** One page of a list with its total, or the whole list as a file. */
export async function pageOf<Row>(
  { services, now }: Pick<Context, 'services' | 'now'>,
  { page, download, sort, order: direction, ...size }: PageInput,
  list: List<Row>,
  query: ListQuery,
): Promise<{ message: string; data: JsonPage<Row> } | CsvRows> {
  const order = list.orderBy(sort, direction)
  if (download !== undefined)
    return new CsvRows(list.columns, () =>
      csvLines(services, list.file(query.where, order), query.wholeFile ? undefined : exportCap),
    )
  const { database } = services
  const perPage = 'perPage' in size ? size.perPage : size.per_page
  const ordered = inOrder(order, list.table.id)
  const whole = sqlText(sql`select from ${list.table} where ${query.where ?? sql`true`} ${ordered}`)
  const request: PageRequest<Row> = {
    database,
    list,
    query,
    order,
    perPage,
    offset: (page - 1) * perPage,
    cursors: pageCursors(database, JSON.stringify(whole), now.getTime()),
    variesByCaller: whole.params.length > 0,
  }
  const { rows, total } = query.uncounted ? await searchPage(request) : await listPage(request)
  const message = `${total.isMore ? 'More than ' : ''}${pluralize(total.rows, 'record')} found.`
  return {
    message,
    data: {
      total: total.rows,
      per_page: perPage,
      page,
      data: new JsonRows(rows),
      ...(list.totals && {
        totals:
          total.isMore || total.rows > maxCounted
            ? null
            : await totalsOf<Row>(database, list.totals(query.where)),
      }),
    },
  }
}

/** The totals as a row of the program: whole kobo and counts. */
async function totalsOf<Row>(database: Database, totals: SQL): Promise<Partial<Row>> {
  const { rows } = await database.execute<Record<string, string>>(totals)
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([field, sum]) => [field, Number(sum)]),
  ) as Partial<Row>
}

type PageRequest<Row> = {
  database: Database
  list: List<Row>
  query: ListQuery
  order: Order
  perPage: number
  offset: number
  cursors: ReturnType<typeof pageCursors>
  variesByCaller: boolean
}
/** Rows as JSON text. */
type PageRows = { rows: string; total: Total }

/** A page in the list's order: after the last row of the previous page if that is known, else by offset. */
async function listPage<Row>(request: PageRequest<Row>, knownTotal?: Total): Promise<PageRows> {
  const { database, list, query, order, perPage, offset, cursors } = request
  // The first page is read in one statement with its total; later pages need the total first.
  const total = knownTotal ?? (offset > 0 ? await countRows(database, countOf(request)) : undefined)
  const after = total === undefined ? undefined : cursors.lastBefore(offset, total)
  if (offset === 0 || after !== undefined) {
    const condition = and(query.where, after === undefined ? undefined : rowsAfter(list, order, after))
    return readRows(request, { condition, total, isRepeated: !request.variesByCaller })
  }
  const page = { order, perPage, offset, total: total?.rows ?? 0 }
  return rowsOfIds(request, await idsOf(database, pageOfIds(list, query.where, page)), total)
}

/**
 * A page of a list that is too long to count all matches. Counts stop at the limit; that there are more is cached, so that
 * further pages do not count again.
 */
async function searchPage<Row>(request: PageRequest<Row>): Promise<PageRows> {
  const { database, list, query, order, perPage, offset, cursors } = request
  const { scan, where } = query
  const source = query.few ?? { from: sql`${list.table}`, where }
  let total = cursors.total?.isMore ? cursors.total : undefined
  if (!total) {
    const found = await findCounted(database, list, scan, source, { order, perPage, offset })
    total = found.total
    if (!total.isMore || found.isPage) return rowsOfIds(request, found.ids, total)
  }
  if (!scan) return listPage(request, total)
  const place = { order, after: cursors.lastBefore(offset, total), perPage, offset }
  return rowsOfIds(request, await findUncounted(database, list, scan, source, place), total)
}

const rowsOfIds = <Row>(request: PageRequest<Row>, ids: number[], total: Total | undefined) =>
  readRows(request, {
    condition: sql`${request.list.table.id} = any(${sql.param(ids)}::bigint[])`,
    total,
    isRepeated: false,
  })

const countOf = <Row>({ list, query }: PageRequest<Row>) =>
  query.total ?? sql`(select count(*) from ${list.table} where ${query.where ?? sql`true`})`

/** Reads the rows of a condition, and counts the list unless its total is known. Remembers the last row for the next page. */
async function readRows<Row>(
  request: PageRequest<Row>,
  {
    condition,
    total,
    isRepeated,
  }: { condition: SQL | undefined; total: Total | undefined; isRepeated: boolean },
): Promise<PageRows> {
  const { database, list, order, perPage, offset, cursors } = request
  const written = await queryJsonRows(database, {
    // The limit is literal, not a parameter: a prepared statement's generic plan must know that few rows are read.
    query: sql`${list.onWire} where ${condition ?? sql`true`} ${inOrder(order, list.table.id)}
      limit ${sql.raw(String(perPage))}`,
    total: total === undefined ? countOf(request) : sql`${total.rows}::bigint`,
    // Prepared by name only if its text does not vary between callers.
    isRepeated,
  })
  const known = total ?? { rows: written.total, isMore: false }
  if (written.count === perPage && written.last !== null)
    cursors.remember(offset + perPage, known, written.last)
  return { rows: written.rows, total: known }
}

async function countRows(database: Database, counting: SQL): Promise<Total> {
  const { rows } = await database.execute<{ total: string }>(sql`select ${counting} as total`)
  return { rows: Number(rows[0]?.total ?? 0), isMore: false }
}

type Query = { query: SQL; total: SQL; isRepeated: boolean }
type Written = [rows: string, count: number, last: string | null, total: string]

/** The rows of a query as JSON text, their number, the id of the last one, and the total. */
async function queryJsonRows(database: Database, { query, total, isRepeated }: Query) {
  const { sql: text, params } = sqlText(sql`
    select coalesce(json_agg(page), '[]')::text, count(*)::int, (array_agg(page.id))[count(*)]::text, ${total}
      from (${query}) page`)
  const result = await database.$client.query<Written>({
    ...(isRepeated && { name: nameOf(text) }),
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
  cap: number | undefined,
): AsyncGenerator<string> {
  const client = await services.connections.exports.$client.connect()
  try {
    await client.query('begin read only')
    await client.query(
      `declare export_rows no scroll cursor for ${query.sql} limit ${cap ?? 'all'}`,
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
