import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import type { Database, Queries } from '../db/database'

export type ListTable = PgTable & { id: AnyPgColumn }
/** The listed table and the instant of its default order: newest first, with the id as tie-breaker. */
export type Listed = { table: ListTable; at: AnyPgColumn }

/** The order of rows; equal keys are ordered by id in the same direction. Keys are never null. */
export type Order = { key: SQLWrapper; descending: boolean }

/** Searches count up to this many matches; where that would take too long, up to the second number. */
export const maxCounted = 10_000
export const maxCountedSlowly = 1_000

/** The number of matches, or where counting stopped. */
export type Total = { rows: number; isMore: boolean }

/** What a limited count says: it reads one match more than the limit. */
export const totalOf = (found: number, limit: number): Total => ({
  rows: Math.min(found, limit),
  isMore: found > limit,
})

/** Where a search reads its rows: the listed table under its own name, alone or joined, and a condition. */
export type RowSource = { from: SQL; where: SQL | undefined }

export type Found = { total: number; ids: number[] }

/**
 * Reads up to `maxCounted` + 1 matches, counts and sorts them. Materialized, because the planner would otherwise scan the
 * list in order, which takes seconds with few matches. For more matches see scans.ts.
 */
export async function findUpToLimit(
  queries: Queries,
  { table }: Listed,
  { from, where }: RowSource,
  {
    order,
    perPage,
    offset,
    most = maxCounted + 1,
  }: { order: Order; perPage: number; offset: number; most?: number },
): Promise<Found> {
  const { rows } = await queries.execute<{ total: string; ids: string[] }>(sql`
    with some_found as materialized (
      select ${table.id} as id, ${order.key} as key from ${from} where ${where ?? sql`true`} limit ${most})
    select (select count(*) from some_found) as total, array(
      select id from some_found ${inOrder({ ...order, key: sql`key` }, sql`id`)} limit ${perPage} offset ${offset})::text[] as ids`)
  const [match] = rows
  return { total: Number(match?.total ?? 0), ids: (match?.ids ?? []).map(Number) }
}

type Page = { order: Order; perPage: number; offset: number; total: number }

/** The condition for rows after a given row in an order (keyset pagination). */
export const rowsAfter = ({ table }: Listed, { key, descending }: Order, id: number) =>
  sql`(${key}, ${table.id}) ${sql.raw(descending ? '<' : '>')}
    ((select ${key} from ${table} where ${table.id} = ${id}), ${id})`

export function inOrder({ key, descending }: Order, id: SQLWrapper): SQL {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return sql`order by ${key} ${direction}, ${id} ${direction}`
}

/** The ids of a page by offset: read from the index of its order, counted from the nearer end. */
export function pageOfIds({ table }: Listed, where: SQL | undefined, page: Page): SQL {
  const { order, perPage, offset, total } = page
  const matching = sql`select ${table.id} from ${table} where ${where ?? sql`true`}`
  const rows = Math.max(0, Math.min(perPage, total - offset))
  const fromTheEnd = total - offset - rows
  if (fromTheEnd >= offset)
    return sql`(${matching} ${inOrder(order, table.id)} limit ${rows} offset ${offset})`
  const reverse = { ...order, descending: !order.descending }
  return sql`(${matching} ${inOrder(reverse, table.id)} limit ${rows} offset ${Math.max(0, fromTheEnd)})`
}

type Cursors = { total: Total; until: number; lastIds: LRUCache<number, number> }

/** Recent lists by query: the last id of each page, by the offset of the next one. */
const cursorsByDatabase = new WeakMap<Database, LRUCache<string, Cursors>>()
const maxLists = { max: 200 }
const maxPages = { max: 50 }
const maxAgeSeconds = 60

/** The page cursors of a list. They expire soon, and at once when the total changes. */
export function pageCursors(database: Database, query: string, now: number) {
  const all = cursorsByDatabase.get(database) ?? new LRUCache<string, Cursors>(maxLists)
  cursorsByDatabase.set(database, all)
  const cached = all.get(query)
  const fresh =
    cached && cached.until > now && cached.until <= now + maxAgeSeconds * 1000 ? cached : undefined
  const isSame = ({ rows, isMore }: Total) => fresh?.total.rows === rows && fresh.total.isMore === isMore
  return {
    total: fresh?.total,
    lastBefore: (offset: number, total: Total) => (isSame(total) ? fresh?.lastIds.get(offset) : undefined),
    remember: (offset: number, total: Total, lastId: number) => {
      const cursors: Cursors =
        fresh && isSame(total) ? fresh : { total, until: 0, lastIds: new LRUCache(maxPages) }
      cursors.until = now + maxAgeSeconds * 1000
      cursors.lastIds.set(offset, lastId)
      all.set(query, cursors)
    },
  }
}
