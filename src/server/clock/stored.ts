import { and, gt, lte, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** The clocks of servers of the last release, which ask their machine for the time, may differ by so much. */
export const slackMs = 5 * 60_000

/** A stored time that no right clock can have written: one was ahead. Such a time must neither lengthen a wait nor a validity. */
export const isAhead = (time: Date, now: Date, mostMs = 0) =>
  time.getTime() > now.getTime() + mostMs + slackMs

const latest = (now: Date, mostMs: number) => new Date(now.getTime() + mostMs + slackMs)

/** The same in SQL. */
export const ahead = (column: AnyPgColumn, now: Date, mostMs = 0): SQL => gt(column, latest(now, mostMs))

/** An end that has not come, of something that lasts `mostMs` at most. */
export const notYet = (column: AnyPgColumn, now: Date, mostMs: number) =>
  and(gt(column, now), lte(column, latest(now, mostMs)))
