import { sql } from 'drizzle-orm'
import type { Queries } from '../db/database'

/** The time of the database, which all servers share. For commands; a server asks its clock. */
export async function databaseTime(queries: Pick<Queries, 'execute'>): Promise<Date> {
  const { rows } = await queries.execute<{ ms: string }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::text as ms`,
  )
  return new Date(Number(rows[0]?.ms))
}

export type DatabaseClock = {
  now: () => Date
  /** How far the clock of this machine is ahead of the database's; below zero: behind. */
  aheadMs: () => number
  stop: () => Promise<void>
}

/** The embedded database's clock is the machine's. */
export const machineClock: DatabaseClock = {
  now: () => new Date(),
  aheadMs: () => 0,
  stop: async () => {},
}
