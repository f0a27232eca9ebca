import { type AnyColumn, and, desc, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { endOfLagosDay, startOfLagosDay } from '#domain/time/lagos'
import { invalid } from '../errors/refusals'

/** A timestamp in wire form: Lagos wall-clock digits (rules.md, "Times"). */
export const lagosStamp = (column: SQLWrapper) =>
  sql<string>`to_char(timezone(interval '1 hour', ${column}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Text anywhere in a value; wildcards in the text are escaped. */
export const textPattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * Hides a condition from the planner, so that it uses no index or join for it and evaluates it row by row during a scan
 * in order.
 */
export const perRowCondition = (condition: SQL) => sql`case when ${condition} then true else false end`

/** From the first Lagos day to the last, inclusive; either may be missing. */
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

/** The same, where both days are required or neither (rules.md, "Filters"). */
export function betweenBothDays(
  column: AnyColumn,
  dates: { start_date?: string | undefined; end_date?: string | undefined },
) {
  if (!dates.start_date !== !dates.end_date) invalid('Please select both start and end dates')
  return betweenDays(column, dates)
}

/** The default order: newest first, with the id as tie-breaker. */
export const newestFirst = (table: { createdAt: AnyColumn; id: AnyColumn }) => [
  desc(table.createdAt),
  desc(table.id),
]
