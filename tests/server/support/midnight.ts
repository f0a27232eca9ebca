import { setTimeout as wait } from 'node:timers/promises'
import { endOfLagosDay, lagosDay } from '#domain/time/lagos'

/** A test may take as long as this. */
const testMs = 120_000

/** For tests of programs that use the real clock: if a day in Lagos ends within the length of a test, waits until the next has begun. */
export async function avoidLagosMidnight() {
  const now = new Date()
  const left = endOfLagosDay(lagosDay(now)).getTime() - now.getTime()
  if (left < testMs) await wait(left + 1_000)
}
