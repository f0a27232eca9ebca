import { inArray } from 'drizzle-orm'
import { addDays, lagosDay, toLagosStamp } from '#domain/time/lagos'
import type { Database, Queries } from '../../db/database'
import { businessDays } from '../../db/tables/businessDays'
import { closingOf, lockClosings } from '../../ledger/businessDays'
import { type Services, withoutMessages } from '../../messages/outbox'
import { settingOf } from '../../settings/businessSettings'
import { keepDay } from './closeDay'
import { figuresOf } from './figures'

/**
 * Closes today from the hour on that the business names, once: opened again, it stays open until it has ended. Then it is closed with
 * whatever is missing. Returns the days that were closed.
 */
export async function closeAtHour(
  database: Database,
  now: Date,
  services: Services['services'] = withoutMessages,
): Promise<string[]> {
  const due = await daysDue(database, now)
  const closed: string[] = []
  for (const day of due)
    await database.transaction(async (tx) => {
      await lockClosings(tx)
      // Another server or an admin may have closed it meanwhile.
      if (!(await daysDue(tx, now)).includes(day)) return
      const figures = await figuresOf(tx, day)
      await keepDay(tx, { figures, closedBy: null, comment: null, now, services })
      closed.push(day)
    })
  return closed
}

/** The days that the server is to close now. */
async function daysDue(queries: Queries, now: Date): Promise<string[]> {
  const hour = await settingOf(queries, 'closing-hour')
  if (hour === 0) return []
  const today = lagosDay(now)
  const [yesterday, before] = [addDays(today, -1), addDays(today, -2)]
  const closings = await queries
    .select({ day: businessDays.day })
    .from(businessDays)
    .where(inArray(businessDays.day, [today, yesterday, before]))
  const days = new Set(closings.map(({ day }) => day))
  const isPast = Number(toLagosStamp(now).slice(11, 13)) >= hour
  // From the first day on that was closed: the days before it stay open for what comes late.
  const isEnded = (days.has(yesterday) || days.has(before)) && !(await closingOf(queries, yesterday))
  return [...(isEnded ? [yesterday] : []), ...(isPast && !days.has(today) ? [today] : [])]
}
