import { and, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../db/database'
import { periodOf, periodsOf } from '../db/tables/columns'
import {
  rowsAfter,
  findUpToLimit,
  type Found,
  type RowSource,
  inOrder,
  type Listed,
  maxCounted,
  maxCountedSlowly,
  type Order,
  type Total,
  totalOf,
} from './pageOfIds'
import { scanCosts } from './scanCosts'

/** How to answer a search that matches very many rows. */
export type Scan = {
  /** The list's own condition, without the search; served by the index of the order. */
  within: SQL | undefined
  /** The search as a condition on one row. */
  rowCondition: SQL
  /** The search as an indexed condition, where one index covers the text and the periods of these instants. */
  byPeriod?: { matches: SQL; instants: readonly AnyPgColumn[] }
  owners?: Owners
}

/** Where rows are searched by their owner (a loan's repayments). */
type Owners = {
  /** The ids of matching owners; a query whose row estimate is the most accurate for them; and all owners. */
  matching: SQL
  estimate: SQL
  all: SQL
  /** The search as a lookup in the set of matching owners. */
  lookupCondition: SQL
}

type Place = { order: Order; after: number | undefined; perPage: number; offset: number }
type Part = Omit<Place, 'after'>

/**
 * Counts a search's matches up to a limit and returns the ids of the page (findUpToLimit). `isPage`: the list was scanned in
 * order, so the ids are valid even if there are more.
 */
export async function findCounted(
  database: Database,
  listed: Listed,
  scan: Scan | undefined,
  gathered: RowSource,
  part: Part,
): Promise<{ ids: number[]; total: Total; isPage: boolean }> {
  const sizes = scan?.owners && (await sizesOf(database, listed, scan, scan.owners))
  const limit = sizes && countingCost(sizes) > scanCosts.longCount ? maxCountedSlowly : maxCounted
  const count = async (matches: RowSource) => {
    const { ids, total } = await findUpToLimit(database, listed, matches, { ...part, most: limit + 1 })
    return { ids, total: totalOf(total, limit) }
  }
  if (scan && sizes) {
    const { offset, perPage } = part
    const more = sizes.matching * sizes.rowsPerOwner > limit ? cheapest(sizes, offset + perPage).cost : 0
    const read = cheapest(sizes, limit + 1)
    if (read.cost < gatheringCost(sizes, limit + 1) + more) {
      const matches = matchesInOrder(listed, scan, read, { order: part.order, limit })
      return { ...(await count(matches)), isPage: offset + perPage <= limit }
    }
  }
  return { ...(await count(gathered)), isPage: false }
}

/**
 * The ids of one page of a search with more matches than are counted. Ordered by an instant, it reads period by period.
 * Otherwise it scans the list in order up to the page; where that is too far, it gathers all matches and sorts them.
 */
export async function findUncounted(
  database: Database,
  listed: Listed,
  scan: Scan,
  gathered: RowSource,
  { order, after, perPage, offset }: Place,
): Promise<number[]> {
  const within = and(scan.within, after === undefined ? undefined : rowsAfter(listed, order, after))
  const place = { order, perPage, offset: after === undefined ? offset : 0 }
  const { byPeriod, owners } = scan
  if (byPeriod?.instants.some((at) => at === order.key))
    return idsOf(database, pageByPeriods(listed, byPeriod, within, place))

  const rest = { ...scan, within }
  const read = owners
    ? await scanForOwners(database, listed, rest, owners, place)
    : await scanForward(database, listed, rest, place)
  if (read) return read
  const { from, where } = gathered
  return idsOf(
    database,
    sql`select ${listed.table.id} from ${from} where ${where ?? sql`true`} ${inOrder(order, listed.table.id)}
      limit ${perPage} offset ${offset}`,
  )
}

/** Estimates from a short scan how far the page is; undefined if that is too far. */
async function scanForward(database: Database, listed: Listed, scan: Scan, part: Part) {
  const { shortScan, longScan } = scanCosts
  const needed = part.offset + part.perPage
  const read = (rows: number) =>
    scanInOrder(database, listed, scan, { isSet: false }, rows, { ...part, most: needed })
  const first = await read(shortScan)
  if (first.total === needed) return first.ids
  if ((shortScan * needed) / (first.total || 0.5) > longScan) return undefined
  const all = await read(longScan)
  return all.total === needed ? all.ids : undefined
}

/** Scans to four times the estimated distance of the page, then to the end, unless gathering all is cheaper. */
async function scanForOwners(database: Database, listed: Listed, scan: Scan, owners: Owners, part: Part) {
  const sizes = await sizesOf(database, listed, scan, owners)
  const needed = part.offset + part.perPage
  const gathering = gatheringCost(sizes, Infinity)
  const tries = [cheapest(sizes, needed), cheapest(sizes, Infinity)]
  for (const way of tries) {
    if (way.cost > gathering) continue
    const result = await scanInOrder(database, listed, scan, way, 4 * way.rows, { ...part, most: needed })
    if (result.total === needed) return result.ids
  }
  return undefined
}

/** Row estimates: of the list, of owners, of matching owners, and of rows per owner. */
type Sizes = { rows: number; owners: number; matching: number; rowsPerOwner: number }

async function sizesOf(
  database: Database,
  { table }: Listed,
  { within }: Scan,
  owners: Owners,
): Promise<Sizes> {
  const [rows, all, matching] = [
    await estimateRows(database, sql`select from ${table} where ${within ?? sql`true`}`),
    await estimateRows(database, owners.all),
    await estimateRows(database, owners.estimate),
  ]
  return { rows, owners: all, matching, rowsPerOwner: rows / all }
}

/** The planner's row estimate, at least one. */
async function estimateRows(database: Database, query: SQL): Promise<number> {
  const { rows } = await database.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) ${query}`,
  )
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 1
}

type Way = { isSet: boolean }

/** How far to scan until so many matches are found, and whether checking each owner or a set lookup is cheaper. */
function cheapest({ rows, owners, matching }: Sizes, needed: number): Way & { rows: number; cost: number } {
  const { checkRow, collectOwner, lookUpRow } = scanCosts
  const read = Math.ceil(Math.min(rows, needed * (owners / matching)))
  const checked = checkRow * read
  const lookedUp = collectOwner * matching + lookUpRow * read
  return { isSet: lookedUp < checked, rows: read, cost: Math.min(lookedUp, checked) }
}

/** The cost of gathering owner by owner until so many matches are found. */
function gatheringCost({ matching, rowsPerOwner }: Sizes, needed: number): number {
  const { gatherOwner, gatherRow } = scanCosts
  return Math.min(matching, needed / rowsPerOwner) * (gatherOwner + gatherRow * rowsPerOwner)
}

const countingCost = (sizes: Sizes) =>
  Math.min(cheapest(sizes, maxCounted + 1).cost, gatheringCost(sizes, maxCounted + 1))

/** Scans a number of rows of the list in order, and returns the first matches. */
function scanInOrder(
  database: Database,
  listed: Listed,
  scan: Scan,
  way: Way,
  rows: number,
  part: Part & { most: number },
): Promise<Found> {
  const from = firstRows(listed, scan.within, part.order, rows)
  return findUpToLimit(database, listed, { from, where: conditionOf(scan, way) }, part)
}

/** The first matches of the list in order, up to the limit of counting. The scan filters: outside it, each row is copied first. */
const matchesInOrder = (
  listed: Listed,
  scan: Scan,
  way: Way,
  { order, limit }: { order: Order; limit: number },
): RowSource => ({
  from: firstRows(listed, and(scan.within, conditionOf(scan, way)), order, limit + 1),
  where: undefined,
})

const firstRows = ({ table }: Listed, where: SQL | undefined, order: Order, rows: number) =>
  sql`(select * from ${table} where ${where ?? sql`true`} ${inOrder(order, table.id)} limit ${rows}) as ${table}`

const conditionOf = ({ rowCondition, owners }: Scan, { isSet }: Way) =>
  isSet && owners ? owners.lookupCondition : rowCondition

/**
 * Reads the list's periods in order, and the matches of each by index, until the page is full. A lateral join on
 * generate_series keeps the order of the periods.
 */
function pageByPeriods(
  { table }: Listed,
  { matches, instants }: NonNullable<Scan['byPeriod']>,
  within: SQL | undefined,
  { order, perPage, offset }: Part,
): SQL {
  const { key, descending } = order
  const end = (from: Order) =>
    sql`(select ${periodOf(key)} from ${table} where ${within ?? sql`true`} ${inOrder(from, table.id)} limit 1)`
  const ends = [end(order), end({ ...order, descending: !descending })]
  return sql`select one.id from generate_series(${sql.join(ends, sql`, `)}, ${sql.raw(descending ? '-1' : '1')}) as period,
    lateral (select ${table.id} as id from ${table}
      where ${and(within, matches, sql`${periodsOf(instants)} @> array[period]`, sql`${periodOf(key)} = period`)}
      ${inOrder(order, table.id)}) as one
    limit ${perPage} offset ${offset}`
}

/** A separate query: with the ids as a subquery the planner may join the whole list first. */
export async function idsOf(database: Database, query: SQL): Promise<number[]> {
  const { rows } = await database.execute<{ ids: string[] }>(sql`select array(${query})::text[] as ids`)
  return (rows[0]?.ids ?? []).map(Number)
}
