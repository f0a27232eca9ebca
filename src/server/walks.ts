import { and, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from './db/database'
import { periodOf, periodsOf } from './db/columns'
import { comesAfter, findFew, type Gathered, inOrder, type Listed, type Order } from './pageOfIds'
import { walkLimits } from './walkLimits'

/** How a list is read by a search that finds very many of its rows. */
export type Walk = {
  /** The list's own condition, without the search: what an index of the order serves. */
  within: SQL | undefined
  /** The search, as one row is checked. */
  ofEach: SQL
  /** Where one index holds the text and the periods of these instants: the search, as that index answers it. */
  byPeriod?: { found: SQL; instants: readonly AnyPgColumn[] }
  /**
   * Where rows are found by their owners (a loan's repayments): the owners that match, and the search as a row is looked
   * up in the set of them, which is quicker where very many rows are read.
   */
  owners?: { matching: SQL; ofEach: SQL }
  /** `within` is a range of days. */
  isRange?: boolean
}

type Place = { order: Order; after: number | undefined; perPage: number; offset: number }

/**
 * The ids of one page of a search that finds more rows than are counted. In the order of an instant they come period by
 * period. In another order, a short walk shows how far the page reaches: so far the rows are read and checked, or, where
 * that would be too far, what matches is gathered and sorted.
 */
export async function findMany(
  database: Database,
  listed: Listed,
  walk: Walk,
  gathered: Gathered,
  { order, after, perPage, offset }: Place,
): Promise<number[]> {
  const { table } = listed
  const within = and(walk.within, after === undefined ? undefined : comesAfter(listed, order, after))
  const place = { order, perPage, offset: after === undefined ? offset : 0 }
  const { byPeriod, owners } = walk
  if (byPeriod?.instants.some((at) => at === order.key))
    return idsOf(database, periodAfterPeriod(listed, byPeriod, within, place))

  const wanted = place.offset + perPage
  const read = async (rows: number, ofEach: SQL) => {
    const some = sql`select * from ${table} where ${within ?? sql`true`} ${inOrder(order, table.id)} limit ${rows}`
    return findFew(database, listed, { from: sql`(${some}) as ${table}`, where: ofEach }, { ...place, most: wanted })
  }
  const { shortWalk, longWalk, fewOwners } = walkLimits
  const first = await read(shortWalk, walk.ofEach)
  if (first.total === wanted) return first.ids
  const expected = Math.ceil((shortWalk * wanted) / (first.total || 0.5))
  const isFar = expected > longWalk
  const isLookedUp = isFar && owners !== undefined && (await areMore(database, owners.matching, fewOwners))
  if (!isFar || isLookedUp) {
    const rest = isLookedUp ? await read(4 * expected, owners.ofEach) : await read(longWalk, walk.ofEach)
    if (rest.total === wanted) return rest.ids
  }
  const { from, where } = gathered
  return idsOf(
    database,
    sql`select ${table.id} from ${from} where ${where ?? sql`true`} ${inOrder(order, table.id)} limit ${perPage} offset ${offset}`,
  )
}

type Part = { order: Order; perPage: number; offset: number }

/**
 * The list's periods in its order, and of each what the index finds in it: no more of them than the page takes. A
 * function's rows are joined one after the other, so that the order of the periods is that of the result.
 */
function periodAfterPeriod(
  { table }: Listed,
  { found, instants }: NonNullable<Walk['byPeriod']>,
  within: SQL | undefined,
  { order, perPage, offset }: Part,
): SQL {
  const { key, descending } = order
  const end = (from: Order) =>
    sql`(select ${periodOf(key)} from ${table} where ${within ?? sql`true`} ${inOrder(from, table.id)} limit 1)`
  const ends = [end(order), end({ ...order, descending: !descending })]
  return sql`select one.id from generate_series(${sql.join(ends, sql`, `)}, ${sql.raw(descending ? '-1' : '1')}) as period,
    lateral (select ${table.id} as id from ${table}
      where ${and(within, found, sql`${periodsOf(instants)} @> array[period]`, sql`${periodOf(key)} = period`)}
      ${inOrder(order, table.id)}) as one
    limit ${perPage} offset ${offset}`
}

/** Whether a query has more rows than that. */
export async function areMore(database: Database, query: SQL, than: number): Promise<boolean> {
  const { rows } = await database.execute<{ total: string }>(
    sql`select count(*) as total from (${query} limit ${than + 1}) as counted`,
  )
  return Number(rows[0]?.total) > than
}

/** Where a search begins to gather: in a short range of days, at the rows of the range and not at their owners. */
export async function beginningOf(
  database: Database,
  { table }: Listed,
  walk: Walk | undefined,
  gathered: Gathered,
): Promise<Gathered> {
  if (!walk?.owners || !walk.isRange) return gathered
  const range = sql`select from ${table} where ${walk.within ?? sql`true`}`
  if (await areMore(database, range, walkLimits.shortRange)) return gathered
  return { from: sql`${table}`, where: and(walk.within, walk.ofEach) }
}

/** As values of their own: beside a subquery the joins of a page might be made for the whole list first. */
export async function idsOf(database: Database, query: SQL): Promise<number[]> {
  const { rows } = await database.execute<{ ids: string[] }>(sql`select array(${query})::text[] as ids`)
  return (rows[0]?.ids ?? []).map(Number)
}
