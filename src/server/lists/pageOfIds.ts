import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database'

export type ListTable = PgTable & { id: AnyPgColumn }
/** Whose rows are listed, and the instant by which they are: newest first, the id deciding within one. */
export type Listed = { table: ListTable; at: AnyPgColumn }

/** In which order the rows come; between equal keys the ids decide, in the same direction. Keys are never null. */
export type Order = { key: SQLWrapper; descending: boolean }

/** A search may find more than anybody pages through: this many can be reached. */
export const mostFound = 10_000

/** Where a search finds its rows: the listed table under its own name, alone or joined, and a condition. */
export type Gathered = { from: SQL; where: SQL | undefined }

export type Found = { total: number; ids: number[] }

/**
 * What a search finds is read once and sorted, as long as that is not too much: left to itself, the database would
 * rather walk through the list in its order, which takes seconds where little matches. Of more than `mostFound` it
 * says no more than that (walks.ts).
 */
export async function findFew(
  database: Database,
  { table }: Listed,
  { from, where }: Gathered,
  {
    order,
    perPage,
    offset,
    most = mostFound + 1,
  }: { order: Order; perPage: number; offset: number; most?: number },
): Promise<Found> {
  const { rows } = await database.execute<{ total: string; ids: string[] }>(sql`
    with some_found as materialized (
      select ${table.id} as id, ${order.key} as key from ${from} where ${where ?? sql`true`} limit ${most})
    select (select count(*) from some_found) as total, array(
      select id from some_found ${inOrder({ ...order, key: sql`key` }, sql`id`)} limit ${perPage} offset ${offset})::text[] as ids`)
  const [found] = rows
  return { total: Number(found?.total ?? 0), ids: (found?.ids ?? []).map(Number) }
}

type Page = { order: Order; perPage: number; offset: number; total: number }

/** What comes after a row in an order. */
export const comesAfter = ({ table }: Listed, { key, descending }: Order, id: number) =>
  sql`(${key}, ${table.id}) ${sql.raw(descending ? '<' : '>')}
    ((select ${key} from ${table} where ${table.id} = ${id}), ${id})`

export function inOrder({ key, descending }: Order, id: SQLWrapper): SQL {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return sql`order by ${key} ${direction}, ${id} ${direction}`
}

/** The ids of a page that is jumped to: found in the index of its order alone, counted from the nearer end. */
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

type Marks = { total: number; until: number; lastIds: LRUCache<number, number> }

/** Of the lists that were looked at lately, by what they were asked for: the last id of a page, by where the next begins. */
const marksOf = new WeakMap<Database, LRUCache<string, Marks>>()
const listsRemembered = { max: 200 }
const pagesRemembered = { max: 50 }
const secondsRemembered = 60

/** What is remembered of a list: forgotten soon, and at once where its total is another, for rows came or went. */
export function marksFor(database: Database, asked: string, now: number) {
  const all = marksOf.get(database) ?? new LRUCache<string, Marks>(listsRemembered)
  marksOf.set(database, all)
  const known = all.get(asked)
  const fresh = known && known.until > now ? known : undefined
  return {
    total: fresh?.total,
    lastBefore: (offset: number, total: number) =>
      fresh?.total === total ? fresh.lastIds.get(offset) : undefined,
    remember: (offset: number, total: number, lastId: number) => {
      const marks: Marks =
        fresh?.total === total ? fresh : { total, until: 0, lastIds: new LRUCache(pagesRemembered) }
      marks.until = now + secondsRemembered * 1000
      marks.lastIds.set(offset, lastId)
      all.set(asked, marks)
    },
  }
}
