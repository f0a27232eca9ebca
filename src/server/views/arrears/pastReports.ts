import { LRUCache } from 'lru-cache'
import type { ArrearsReport } from '#contract/calls/arrears'
import { addDays, lagosDay } from '#domain/time/lagos'
import type { Database } from '../../db/database'
import type { AsOf } from './asOf'

/** Whole reports of days that are over, by day: nothing changes them any more. */
const reports = new WeakMap<Database, LRUCache<string, ArrearsReport>>()
const limits = { max: 40, ttl: 3_600_000 }

/** A day on which nothing can be posted any more: a posting that began before a midnight ends soon after it. */
const isOver = ({ day, now }: AsOf) => day < addDays(lagosDay(now), -1)

/** The report of a day that is over, made once an hour: every dashboard compares today with the same day. */
export async function pastReport(
  database: Database,
  at: AsOf,
  make: () => Promise<ArrearsReport>,
): Promise<ArrearsReport> {
  if (!isOver(at)) return make()
  const all = reports.get(database) ?? new LRUCache<string, ArrearsReport>(limits)
  reports.set(database, all)
  const kept = all.get(at.day)
  if (kept) return kept
  const report = await make()
  all.set(at.day, report)
  return report
}
