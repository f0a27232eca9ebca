import { type AnyColumn, and, desc, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { endOfLagosDay, startOfLagosDay } from '#domain/time/lagos'
import { invalid } from '../errors/refusals'

/** A timestamp column as the wire has it: Lagos wall-clock digits (contract, "Conventions"). */
export const lagosStamp = (column: SQLWrapper) =>
  sql<string>`to_char(timezone(interval '1 hour', ${column}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A search for text anywhere in a value; what the user typed is text, never a pattern. */
export const contains = (value: SQLWrapper, text: string) => sql`${value} ilike ${textPattern(text)}`
export const textPattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * In these words no index serves a condition, it makes no join, and the database takes it to hold for every other row:
 * what goes through a list in its order asks it row by row.
 */
export const perRowCondition = (condition: SQL) => sql`case when ${condition} then true else false end`

/** From the first Lagos day to the last, both included; either may be left out. */
export function betweenDays(
  column: AnyColumn,
  { start_date, end_date }: { start_date?: string | undefined; end_date?: string | undefined },
) {
  if (start_date && end_date && end_date < start_date) invalid('End date cannot be before start date')
  return and(
    start_date ? gte(column, startOfLagosDay(start_date)) : undefined,
    end_date ? lt(column, endOfLagosDay(end_date)) : undefined,
  )
}

/** The same where the days come as a pair or not at all (rules.md, "Filters"). */
export function betweenBothDays(
  column: AnyColumn,
  dates: { start_date?: string | undefined; end_date?: string | undefined },
) {
  if (!dates.start_date !== !dates.end_date) invalid('Please select both start and end dates')
  return betweenDays(column, dates)
}

/** Every list's order: newest first, the id deciding between rows of one instant. */
export const newestFirst = (table: { createdAt: AnyColumn; id: AnyColumn }) => [
  desc(table.createdAt),
  desc(table.id),
]
