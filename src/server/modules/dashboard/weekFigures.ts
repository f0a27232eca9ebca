import { and, eq, gte, isNull, lt, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Week } from '#contract/calls/dashboard'
import { lagosDay, startOfLagosWeek } from '#domain/time/lagos'
import { loanRepaymentSchedule, loans } from '../../db/tables/loans'
import { savingsHistory } from '../../db/tables/money'
import { isOverdue, unpaidPart } from '../loans/figures'

const dayMs = 86_400_000
type Edge = Date | string
/** The starts of last week, this week and the next one. */
type Edges = readonly [last: Edge, current: Edge, next: Edge]

/** A weekly figure: the sum of an amount over the rows whose `at` is in the week. */
type Figure = { amount: SQLWrapper; at: AnyPgColumn; edges: Edges; where?: SQL | undefined }

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
  /** Approved deposits less what was reversed of deposits in the week, without interest. */
  saved: (now: Date): Figure => ({
    amount: savingsHistory.amount,
    at: savingsHistory.createdAt,
    edges: edgesOf(now),
    where: and(eq(savingsHistory.kind, 'deposit'), eq(savingsHistory.status, 'approved')),
  }),
}
export type FigureName = keyof typeof figures

export const weekFigure = (name: FigureName, now: Date): Figure => figures[name](now)

/** The condition for the rows of a week's figure, on the figure's table. */
export function inWeek(name: FigureName, now: Date, week: Week | undefined): SQL | undefined {
  if (!week) return undefined
  const { at, edges, where } = weekFigure(name, now)
  const [last, current, next] = edges
  return and(gte(at, week === 'this' ? current : last), lt(at, week === 'this' ? next : current), where)
}

function edgesOf(now: Date, form: (edge: Date) => Edge = (edge) => edge, shift = 0): Edges {
  const monday = startOfLagosWeek(now).getTime() + shift
  const edge = (days: number) => form(new Date(monday + days * dayMs))
  return [edge(-7), edge(0), edge(7)]
}
