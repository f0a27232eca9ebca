import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import { pluralize } from '#domain/money/figures'
import { closedWeekdaysOn, collectionDaysBetween } from '#domain/time/calendar'
import { addDays, lagosDay, showDate } from '#domain/time/lagos'
import { weekdaysText } from '#domain/time/weekdays'
import type { Queries } from '../../db/database'
import { collectionCalendars, holidays } from '../../db/tables/calendar'
import { invalid, reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { calendarOf, lockCalendar, moveInstalments } from '../../ledger/calendar'

const stands = isNull(holidays.removedAt)

export const calendarHandlers: HandlersFor<Calls['calendar']> = {
  getCalendar: async (_input, { queries }) => ({
    data: {
      closed: await queries
        .select({
          id: collectionCalendars.id,
          from_day: collectionCalendars.fromDay,
          weekdays: collectionCalendars.closedWeekdays,
        })
        .from(collectionCalendars)
        .orderBy(desc(collectionCalendars.fromDay), desc(collectionCalendars.id)),
      holidays: await queries
        .select({ id: holidays.id, day: holidays.day, name: holidays.name })
        .from(holidays)
        .where(stands)
        .orderBy(desc(holidays.day)),
    },
  }),

  createHoliday: async ({ day, name }, context) => {
    const { queries, actor, now, setAuditSubject } = context
    assertLater(day, now)
    await lockCalendar(queries)
    const [same] = await queries
      .select({ name: holidays.name })
      .from(holidays)
      .where(and(eq(holidays.day, day), stands))
    if (same) reject(`${showDate(day)} is a holiday already: ${same.name}.`)
    const values = { day, name: name.trim(), adminId: actor.adminId, createdAt: now }
    const [made] = await queries.insert(holidays).values(values).returning({ id: holidays.id })
    if (!made) throw new Error('No holiday was created.')
    await setAuditSubject('holiday', made.id)
    const moved = await moveFrom(queries, day)
    return { message: `${showDate(day)}, ${values.name}, is a day without collection.${moved}` }
  },

  setClosedWeekdays: async ({ from_day, weekdays }, context) => {
    const { queries, actor, now, setAuditSubject } = context
    assertLater(from_day, now)
    await lockCalendar(queries)
    const closed = weekdays.toSorted((one, other) => one - other)
    if (closed.join() === closedWeekdaysOn(await calendarOf(queries), from_day).join())
      reject(`${closedText(closed)} from ${showDate(from_day)} on already.`)
    const [set] = await queries
      .insert(collectionCalendars)
      .values({ fromDay: from_day, closedWeekdays: closed, adminId: actor.adminId, createdAt: now })
      .returning({ id: collectionCalendars.id })
    if (!set) throw new Error('No weekdays were set.')
    await setAuditSubject('set of closed weekdays', set.id, closedText(closed))
    const moved = await moveFrom(queries, from_day)
    return { message: `${closedText(closed)} from ${showDate(from_day)} on.${moved}` }
  },

  removeHoliday: async ({ id }, { queries, now, setAuditSubject }) => {
    await setAuditSubject('holiday', id)
    await lockCalendar(queries)
    const [holiday] = await queries
      .select()
      .from(holidays)
      .where(and(eq(holidays.id, id), stands))
    if (!holiday) return reject(`Holiday with ID ${id} not found`)
    assertLater(holiday.day, now)
    await queries.update(holidays).set({ removedAt: now }).where(eq(holidays.id, id))
    return {
      message: `${holiday.name} on ${showDate(holiday.day)} was removed. What it moved stays where it is.`,
    }
  },
}

/** What a past day was stays: sheets, penalties and figures counted on it. */
function assertLater(day: string, now: Date) {
  if (day <= lagosDay(now)) invalid('Only days after today can be changed.')
}

const closedText = (weekdays: readonly number[]) =>
  weekdays.length === 0 ? 'Collection on every weekday' : `No collection on ${weekdaysText(weekdays)}`

/** Moves what is due on days without collection, from a day on, with a sentence about it. */
async function moveFrom(queries: Queries, from: string): Promise<string> {
  const calendar = await calendarOf(queries)
  const endless = calendar.holidays.find(
    ({ day }) =>
      addDays(day, mostClosed) >= from &&
      collectionDaysBetween(calendar, day, addDays(day, mostClosed)) === 0,
  )
  if (endless)
    reject(`There would be no collection in the ${mostClosed} days after ${showDate(endless.day)}.`)
  const moved = await moveInstalments(queries, calendar, from)
  if (moved === 0) return ''
  return ` ${pluralize(moved, 'installment')} moved to the next day with collection.`
}

/** Days in a row. */
const mostClosed = 31
