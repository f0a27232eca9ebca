import { and, eq, gte, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Week } from '#contract/calls/dashboard'
import { lagosDay, startOfLagosWeek } from '#domain/time/lagos'
import { loanRepaymentSchedule, loans } from '../db/tables/loans'
import { savingsHistory } from '../db/tables/money'
import { isOverdue, unpaidPart } from './loanFigures'

const dayMs = 86_400_000
type Edge = Date | string
/** The starts of last week, this week and the next one. */
type Edges = readonly [last: Edge, current: Edge, next: Edge]

/** A weekly figure: the sum of an amount over the rows whose `at` is in the week. */
type Figure = {
  amount: SQLWrapper
  at: AnyPgColumn
  edges: Edges
  where?: SQL | undefined
  /** The day on which a row counts, where that may be before `at`. */
  countedOn?: AnyPgColumn
}

const figures = {
  applied: (now: Date): Figure => ({ amount: loans.amount, at: loans.createdAt, edges: edgesOf(now) }),
  approved: (now: Date): Figure => ({
    amount: loans.approvedAmount,
    at: loans.approvedDate,
    edges: edgesOf(now),
    where: isNull(loans.reversedDate),
  }),
  /** The unpaid part of instalments that became overdue in the week, so were due one day earlier. */
  overdue: (now: Date): Figure => ({
    amount: unpaidPart,
    at: loanRepaymentSchedule.dueDate,
    edges: edgesOf(now, lagosDay, -dayMs),
    where: isOverdue(now),
  }),
  /** Approved deposits by their day of collection, less what was reversed of deposits in the week, without interest. */
  saved: (now: Date): Figure => ({
    amount: savingsHistory.amount,
    at: savingsHistory.createdAt,
    countedOn: savingsHistory.collectedOn,
    edges: edgesOf(now),
    where: and(eq(savingsHistory.kind, 'deposit'), eq(savingsHistory.status, 'approved')),
  }),
}
export type FigureName = keyof typeof figures

export const weekFigure = (name: FigureName, now: Date): Figure => figures[name](now)

/** The condition for the rows of a week's figure, on the figure's table. */
export function inWeek(name: FigureName, now: Date, week: Week | undefined): SQL | undefined {
  if (!week) return undefined
  const { edges, where, ...figure } = weekFigure(name, now)
  const [last, current, next] = edges
  const [from, to] = week === 'this' ? [current, next] : [last, current]
  return and(isIn(figure, from, to), where)
}

/** The rows that count from one instant to another: by their day of collection, where they have one (rules.md, "Day of collection"). */
export function isIn(
  { at, countedOn }: Pick<Figure, 'at' | 'countedOn'>,
  from: Edge,
  to: Edge,
): SQL | undefined {
  if (!countedOn) return and(gte(at, from), lt(at, to))
  const instant = countedAt(at, countedOn)
  // Nothing is recorded before its day: so the index by time finds the rows.
  return and(gte(at, from), sql`${instant} >= ${isoOf(from)}`, sql`${instant} < ${isoOf(to)}`)
}

/** When a row counts: the beginning of its day of collection, or when it was recorded. */
export const countedAt = (at: AnyPgColumn, countedOn: AnyPgColumn) =>
  sql`coalesce(timezone('Africa/Lagos', ${countedOn}::timestamp), ${at})`

const isoOf = (edge: Edge) => (edge instanceof Date ? edge.toISOString() : edge)

function edgesOf(now: Date, form: (edge: Date) => Edge = (edge) => edge, shift = 0): Edges {
  const monday = startOfLagosWeek(now).getTime() + shift
  const edge = (days: number) => form(new Date(monday + days * dayMs))
  return [edge(-7), edge(0), edge(7)]
}
