import { sql } from 'drizzle-orm'
import { lagosDay } from '#domain/time/lagos'
import type { Queries } from '../db/database'

/** A reference that people can read out on the phone: prefix, date and a unique number. */
export const referenceOf = (prefix: string, day: Date, n: number) =>
  `${prefix}-${lagosDay(day).slice(2).replaceAll('-', '')}-${String(n).padStart(6, '0')}`

export async function newReference(queries: Queries, prefix: string, now: Date): Promise<string> {
  const [number = 0] = await newNumbers(queries, 1)
  return referenceOf(prefix, now, number)
}

/** So many new numbers, in ascending order. */
export async function newNumbers(queries: Queries, count: number): Promise<number[]> {
  const { rows } = await queries.execute<{ n: string }>(
    sql`select nextval('reference_numbers') as n from generate_series(1, ${count}::int)`,
  )
  return rows.map(({ n }) => Number(n)).sort((a, b) => a - b)
}
