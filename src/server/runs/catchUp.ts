import { sql } from 'drizzle-orm'
import { addDays, daysFrom } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { firstDay, isStanding, lastEndedDay } from './run'

/** How many open days the server closes by itself; they hold one month end at most. More open days are a sign of a wrong clock. */
export const mostDays = 10
/** From here on two clocks differ, or an entry is in the future. */
const mostAheadMs = 5 * 60_000
/** How many of the newest entries are looked at. */
const newestEntries = 1_000

/** What is wrong with the time, as readyz, log and figures name it. */
export const timeFaults = [
  'clocks differ',
  'too many open days',
  'entry in the future',
  'closed day in the future',
] as const
export type TimeFault = (typeof timeFaults)[number]

type Asked = {
  now: Date
  /** Up to this day; by default the last one that has ended. */
  through?: string
  /** How far the clock of this machine is ahead of the database's. */
  aheadMs?: number
}

/**
 * Compares the time with what is in the books, before a run posts anything (rules.md, "Time"). While clocks differ or too many days are
 * open, nothing is posted: what was posted for a wrong day must be reversed, what is posted late is right.
 */
export async function standingOf(queries: Queries, { now, through = lastEndedDay(now), aheadMs = 0 }: Asked) {
  const { rows } = await queries.execute<{
    closed: string | null
    open: string | null
    ahead: string | null
  }>(sql`
    select (select max(day) from runs where ${isStanding})::text as closed,
      (select min(day) from runs where ${isStanding} and state = 'running')::text as open,
      (select max(e.made_at) from (select * from ledger_entries order by id desc limit ${newestEntries}) e
        where e.kind <> 'Reversal' and e.made_at > ${new Date(now.getTime() + mostAheadMs).toISOString()}::timestamptz
          and not exists (select from ledger_entries r where r.reverses_id = e.id))::text as ahead`)
  const { closed = null, open = null, ahead = null } = rows[0] ?? {}
  const firstOpen = open ?? (closed === null ? await firstDay(queries, now) : addDays(closed, 1))
  const openDays = firstOpen > through ? 0 : daysFrom(firstOpen, through)
  const has: Record<TimeFault, boolean> = {
    'clocks differ': Math.abs(aheadMs) > mostAheadMs,
    'too many open days': openDays > mostDays,
    'entry in the future': ahead !== null,
    'closed day in the future': closed !== null && closed > lastEndedDay(now),
  }
  return {
    firstOpen,
    openDays,
    faults: timeFaults.filter((fault) => has[fault]),
    mayPost: !has['clocks differ'] && !has['too many open days'],
  }
}
