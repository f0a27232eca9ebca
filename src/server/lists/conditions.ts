import { type AnyColumn, and, desc, gte, lt, type SQL, type SQLWrapper, sql, or } from 'drizzle-orm'
import type { AmountRange } from '#contract/filters'
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

/** From the first amount to the last, inclusive; either may be missing. */
export const betweenAmounts = (amount: SQLWrapper, { amount_from, amount_to }: AmountRange) => {
  if (amount_from !== undefined && amount_to !== undefined && amount_to < amount_from)
    invalid('The second amount cannot be below the first')
  return and(
    amount_from === undefined ? undefined : sql`${amount} >= ${amount_from}`,
    amount_to === undefined ? undefined : sql`${amount} <= ${amount_to}`,
  )
}

/** A filter that may be missing. */
export const equals = (value: SQLWrapper, filter: string | number | undefined) =>
  filter === undefined ? undefined : sql`${value} = ${filter}`

/** Rows that an admin decided on, by the columns of one or two decisions. */
export const decidedByAdmin = (admin: number | undefined, ...deciders: SQLWrapper[]) =>
  admin === undefined ? undefined : or(...deciders.map((decider) => sql`${decider} = ${admin}`))

/** Rows of customers whom an agent collects from now. */
export const ofCollector = (customerId: SQLWrapper, agent: number | undefined) =>
  agent === undefined
    ? undefined
    : sql`${customerId} in (select c.id from customers c where c.assigned_agent_id = ${agent})`

/** The default order: newest first, with the id as tie-breaker. */
export const newestFirst = (table: { createdAt: AnyColumn; id: AnyColumn }) => [
  desc(table.createdAt),
  desc(table.id),
]
