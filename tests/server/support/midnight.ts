import { setTimeout as wait } from 'node:timers/promises'
import { endOfLagosDay, lagosDay } from '#domain/time/lagos'

/** A test may take as long as this. */
const testMs = 120_000

/** Of programs that have the real time: where a day in Lagos is about to end, waits until the next one has begun. */
export async function beginBeforeMidnight() {
  const now = new Date()
  const left = endOfLagosDay(lagosDay(now)).getTime() - now.getTime()
  if (left < testMs) await wait(left + 1_000)
}
