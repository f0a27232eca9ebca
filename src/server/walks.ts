import { and, type SQL, sql } from 'drizzle-orm'
import type { Database } from './db/database'
import { comesAfter, type Gathered, inOrder, type Listed, type Order } from './pageOfIds'

/** How a list is read in its order by a search that finds very many of its rows. */
export type Walk = {
  /** The list's own condition, without the search: what an index of the order serves. */
  within: SQL | undefined
  /** The search, as one row is checked. */
  ofEach: SQL
  /**
   * Where rows are found by their owners (a loan's repayments): the owners that match, and the search as a row is checked
   * against the set of them, which is quicker while they are few.
   */
  owners?: { matching: SQL; ofEach: SQL }
}

/** So many rows are read in order; a search whose rows all lie farther back gathers and sorts what it finds instead. */
export const longestWalk = 20_000
/** A set of so many owners takes no longer to read than a thousand rows to check one by one. */
const fewOwners = 3_000

type Place = { order: Order; after: number | undefined; perPage: number; offset: number }

/** The ids of one page of a search that finds more rows than are counted. */
export async function findMany(
  database: Database,
  { table }: Listed,
  walk: Walk,
  { from, where }: Gathered,
  { order, after, perPage, offset }: Place,
): Promise<number[]> {
  const ordered = inOrder(order, table.id)
  const within = and(
    walk.within,
    after === undefined ? undefined : comesAfter({ table, at: table.id }, order, after),
  )
  const ofEach = await cheaperOf(database, walk)
  const walked = await idsOf(
    database,
    sql`select ${table.id} from (select * from ${table} where ${within ?? sql`true`} ${ordered} limit ${longestWalk}) as ${table}
      where ${ofEach} ${ordered} limit ${perPage} offset ${after === undefined ? offset : 0}`,
  )
  if (walked.length === perPage) return walked
  return idsOf(
    database,
    sql`select ${table.id} from ${from} where ${where ?? sql`true`} ${ordered} limit ${perPage} offset ${offset}`,
  )
}

async function cheaperOf(database: Database, { ofEach, owners }: Walk): Promise<SQL> {
  if (!owners) return ofEach
  const { rows } = await database.execute<{ total: string }>(
    sql`select count(*) as total from (${owners.matching} limit ${fewOwners + 1}) as matching`,
  )
  return Number(rows[0]?.total) > fewOwners ? ofEach : owners.ofEach
}

/** As values of their own: beside a subquery the joins of a page might be made for the whole list first. */
export async function idsOf(database: Database, query: SQL): Promise<number[]> {
  const { rows } = await database.execute<{ ids: string[] }>(sql`select array(${query})::text[] as ids`)
  return (rows[0]?.ids ?? []).map(Number)
}
