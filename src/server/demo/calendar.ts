import { eq } from 'drizzle-orm'
import { fixedHolidaysOf } from '#domain/time/calendar'
import { addDays, lagosDay } from '#domain/time/lagos'
import { weekdayOf } from '#domain/time/weekdays'
import type { Transaction } from '../db/database'
import { collectionCalendars, holidays } from '../db/tables/calendar'
import { marketDays } from '../db/tables/money'
import { admins } from '../db/tables/schema'
import { calendarOf, moveInstalments } from '../ledger/calendar'
import { type Clock, oldest } from './demoPeople'

/** Closed Sundays and the fixed holidays from tomorrow on, and markets of every fourth and eighth day. */
export async function makeDemoCalendar(tx: Transaction, now: Date, clock: Clock) {
  const [owner] = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(eq(admins.email, 'superadmin@alajo.test'))
  const made = { adminId: owner?.id ?? 0, createdAt: clock(1) }
  const today = lagosDay(now)
  const tomorrow = addDays(today, 1)
  await tx.insert(collectionCalendars).values({ ...made, fromDay: tomorrow, closedWeekdays: [7] })
  const year = Number(today.slice(0, 4))
  const coming = [year, year + 1].flatMap(fixedHolidaysOf).filter(({ day }) => day > today)
  await tx.insert(holidays).values(coming.map((holiday) => ({ ...made, ...holiday })))
  await moveInstalments(tx, await calendarOf(tx), tomorrow)
  const since = clock(oldest)
  const firstDay = lagosDay(since)
  await tx.insert(marketDays).values(
    rotating.map((market) => ({
      ...market,
      firstDay,
      period: weekdayOf(firstDay),
      status: 'active' as const,
      createdAt: since,
    })),
  )
}

const rotating = [
  { name: 'Afor Nnobi Market', state: 'Anambra', lga: 'Idemili South', everyDays: 4 },
  { name: 'Oja Oba Market', state: 'Ogun', lga: 'Ijebu East', everyDays: 8 },
]
