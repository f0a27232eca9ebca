import { and, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../db/database'
import { periodOf, periodsOf } from '../db/columns'
import {
  comesAfter,
  findFew,
  type Found,
  type Gathered,
  inOrder,
  type Listed,
  mostFound,
  type Order,
} from './pageOfIds'
import { walkCosts } from './walkCosts'

/** How a list is read by a search that finds very many of its rows. */
export type Walk = {
  /** The list's own condition, without the search: what an index of the order serves. */
  within: SQL | undefined
  /** The search, as one row is checked. */
  ofEach: SQL
  /** Where one index holds the text and the periods of these instants: the search, as that index answers it. */
  byPeriod?: { found: SQL; instants: readonly AnyPgColumn[] }
  owners?: Owners
}

/** Where rows are found by what they belong to (a loan's repayments). */
type Owners = {
  /** The ids of those that match; the same in words from which the database knows best how many they are; and all. */
  matching: SQL
  likely: SQL
  all: SQL
  /** The search, as a row is looked up in the set of those that match. */
  ofEach: SQL
}

type Place = { order: Order; after: number | undefined; perPage: number; offset: number }
type Part = Omit<Place, 'after'>

/**
 * What a search finds, as long as it is not too much (findFew). Where the list is read in its order for it, the ids are
 * those of the page even if it is.
 */
export async function findFirst(
  database: Database,
  listed: Listed,
  walk: Walk | undefined,
  gathered: Gathered,
  part: Part,
): Promise<Found & { isPage: boolean }> {
  if (walk?.owners) {
    const sizes = await sizesOf(database, listed, walk, walk.owners)
    const { offset, perPage } = part
    const more = sizes.matching * sizes.ofEach > mostFound ? cheapest(sizes, offset + perPage).cost : 0
    const read = cheapest(sizes, mostFound + 1)
    if (read.cost < gatheringCost(sizes, mostFound + 1) + more) {
      const found = await readInOrder(database, listed, walk, read, undefined, {
        ...part,
        most: mostFound + 1,
      })
      return { ...found, isPage: offset + perPage <= mostFound }
    }
  }
  return { ...(await findFew(database, listed, gathered, part)), isPage: false }
}

/**
 * The ids of one page of a search that finds more rows than are counted. In the order of an instant they come period by
 * period. Otherwise the list is read in its order and checked as far as the page reaches; where that is too far, what
 * matches is gathered and sorted.
 */
export async function findMany(
  database: Database,
  listed: Listed,
  walk: Walk,
  gathered: Gathered,
  { order, after, perPage, offset }: Place,
): Promise<number[]> {
  const within = and(walk.within, after === undefined ? undefined : comesAfter(listed, order, after))
  const place = { order, perPage, offset: after === undefined ? offset : 0 }
  const { byPeriod, owners } = walk
  if (byPeriod?.instants.some((at) => at === order.key))
    return idsOf(database, periodAfterPeriod(listed, byPeriod, within, place))

  const rest = { ...walk, within }
  const read = owners
    ? await readToOwners(database, listed, rest, owners, place)
    : await readOnward(database, listed, rest, place)
  if (read) return read
  const { from, where } = gathered
  return idsOf(
    database,
    sql`select ${listed.table.id} from ${from} where ${where ?? sql`true`} ${inOrder(order, listed.table.id)}
      limit ${perPage} offset ${offset}`,
  )
}

/** A short walk shows how far the page reaches: nothing where that is too far. */
async function readOnward(database: Database, listed: Listed, walk: Walk, part: Part) {
  const { shortWalk, longWalk } = walkCosts
  const wanted = part.offset + part.perPage
  const read = (rows: number) =>
    readInOrder(database, listed, walk, { isSet: false }, rows, { ...part, most: wanted })
  const first = await read(shortWalk)
  if (first.total === wanted) return first.ids
  if ((shortWalk * wanted) / (first.total || 0.5) > longWalk) return undefined
  const all = await read(longWalk)
  return all.total === wanted ? all.ids : undefined
}

/** As far as the page should reach, and a few times farther; then to the end, if gathering all takes longer. */
async function readToOwners(database: Database, listed: Listed, walk: Walk, owners: Owners, part: Part) {
  const sizes = await sizesOf(database, listed, walk, owners)
  const wanted = part.offset + part.perPage
  const gathering = gatheringCost(sizes, Infinity)
  const tries = [cheapest(sizes, wanted), cheapest(sizes, Infinity)]
  for (const way of tries) {
    if (way.cost > gathering) continue
    const found = await readInOrder(database, listed, walk, way, 4 * way.rows, { ...part, most: wanted })
    if (found.total === wanted) return found.ids
  }
  return undefined
}

/** How many rows the database expects: of the list, of owners, of those that match, and for each owner. */
type Sizes = { rows: number; owners: number; matching: number; ofEach: number }

async function sizesOf(
  database: Database,
  { table }: Listed,
  { within }: Walk,
  owners: Owners,
): Promise<Sizes> {
  const [rows, all, matching] = [
    await expected(database, sql`select from ${table} where ${within ?? sql`true`}`),
    await expected(database, owners.all),
    await expected(database, owners.likely),
  ]
  return { rows, owners: all, matching, ofEach: rows / all }
}

/** At least one, as the planner says it. */
async function expected(database: Database, query: SQL): Promise<number> {
  const { rows } = await database.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) ${query}`,
  )
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 1
}

type Way = { isSet: boolean }

/** How far the list is read until so many are found, and whether each owner is checked or looked up in a set. */
function cheapest({ rows, owners, matching }: Sizes, wanted: number): Way & { rows: number; cost: number } {
  const { checkRow, collectOwner, lookUpRow } = walkCosts
  const read = Math.ceil(Math.min(rows, wanted * (owners / matching)))
  const checked = checkRow * read
  const lookedUp = collectOwner * matching + lookUpRow * read
  return { isSet: lookedUp < checked, rows: read, cost: Math.min(lookedUp, checked) }
}

/** Owner by owner, until so many are found. */
function gatheringCost({ matching, ofEach }: Sizes, wanted: number): number {
  const { gatherOwner, gatherRow } = walkCosts
  return Math.min(matching, wanted / ofEach) * (gatherOwner + gatherRow * ofEach)
}

/** So many rows of the list in its order, or all, and what is found in them: the first ones, where those are enough. */
function readInOrder(
  database: Database,
  listed: Listed,
  { within, ofEach, owners }: Walk,
  { isSet }: Way,
  rows: number | undefined,
  part: Part & { most: number },
): Promise<Found> {
  const { table } = listed
  const ordered = sql`select * from ${table} where ${within ?? sql`true`} ${inOrder(part.order, table.id)}`
  const some = rows === undefined ? ordered : sql`${ordered} limit ${rows}`
  const where = isSet && owners ? owners.ofEach : ofEach
  return findFew(database, listed, { from: sql`(${some}) as ${table}`, where }, part)
}

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

/** As values of their own: beside a subquery the joins of a page might be made for the whole list first. */
export async function idsOf(database: Database, query: SQL): Promise<number[]> {
  const { rows } = await database.execute<{ ids: string[] }>(sql`select array(${query})::text[] as ids`)
  return (rows[0]?.ids ?? []).map(Number)
}
