import { openDays } from '#domain/time/collectionDays'
import { addDays, lagosDay } from '#domain/time/lagos'
import { reject } from '../../errors/refusals'

/** The day of collection of what is recorded now, null for today. Rejects a closed day (rules.md, "Day of collection"). */
export function collectedOnOf(day: string, now: Date, days = openDays): string | null {
  const today = lagosDay(now)
  if (day > today) reject('Nothing can be recorded for a day to come.')
  if (day < addDays(today, -days)) reject(closedText)
  return day < today ? day : null
}
const closedText = `That day is closed: what was collected on a day can be recorded until ${openDays} days after it. For an older day, send the agent’s collection sheet for approval.`
