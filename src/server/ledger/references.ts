import { sql } from 'drizzle-orm'
import { lagosDay } from '#domain/time/lagos'
import type { Queries } from '../db/database'

/** A reference that people can read out on the phone: prefix, date and a unique number. */
export const referenceOf = (prefix: string, day: Date, n: number) =>
  `${prefix}-${lagosDay(day).slice(2).replaceAll('-', '')}-${String(n).padStart(6, '0')}`

export async function newReference(queries: Queries, prefix: string, now: Date): Promise<string> {
  const { rows } = await queries.execute<{ n: string }>(sql`select nextval('reference_numbers') as n`)
  return referenceOf(prefix, now, Number(rows[0]?.n))
}
