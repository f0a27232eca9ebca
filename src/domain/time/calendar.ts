import { addDays, daysFrom } from './lagos'
import { weekdayOf } from './weekdays'

/** The days without collection: weekdays from a day on, and holidays. Days are yyyy-mm-dd. */
export type Calendar = {
  /** The closed weekdays (1 for Monday) from a day on, until a later one says otherwise. Of one day the last ones count. */
  closed: readonly { from: string; weekdays: readonly number[] }[]
  holidays: readonly { day: string }[]
}

/** Collection on every day: what holds until a business sets a calendar. */
export const everyDay: Calendar = { closed: [], holidays: [] }

/** No calendar closes so many days in a row, so that each search for a day ends. */
const mostClosed = 366

/** The weekdays that are closed on a day, 1 for Monday. */
export const closedWeekdaysOn = ({ closed }: Pick<Calendar, 'closed'>, day: string): readonly number[] =>
  closed
    .toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0))
    .findLast(({ from }) => from <= day)?.weekdays ?? []

/** Whether agents collect on a day. */
export const isCollectionDay = (calendar: Calendar, day: string): boolean =>
  !calendar.holidays.some((holiday) => holiday.day === day) && isOpenWeekday(calendar, day)

/** The day itself if it is a collection day, otherwise the next one. RangeError where none comes within a year. */
export const nextCollectionDay = (calendar: Calendar, day: string): string =>
  isCollectionDay(calendar, day) ? day : collectionDayAfter(calendar, day, 1)

/** The n-th collection day after a day; the day itself for 0. RangeError where none comes within a year of the one before. */
export function collectionDayAfter(calendar: Calendar, day: string, count: number): string {
  let found = day
  for (let left = count; left > 0; left -= 1) {
    const before = found
    do {
      found = addDays(found, 1)
      if (daysFrom(before, found) > mostClosed) throw new RangeError(`No collection day after ${before}`)
    } while (!isCollectionDay(calendar, found))
  }
  return found
}

/**
 * The number of collection days after one day up to another, which is included; 0 if that is not later. It counts by weeks: a
 * run asks it for years of thousands of instalments.
 */
export function collectionDaysBetween(calendar: Calendar, after: string, through: string): number {
  if (through <= after) return 0
  const { closed, holidays } = calendar
  const inside = new Set(holidays.map(({ day }) => day).filter((day) => after < day && day <= through))
  let days = daysBetween(after, through)
  for (const day of inside) if (isOpenWeekday(calendar, day)) days -= 1
  // The last day before each change, and both ends.
  const changes = closed.map(({ from }) => addDays(from, -1)).filter((day) => after < day && day < through)
  const ends = [...new Set([after, ...changes.toSorted(), through])]
  for (const [at, end] of ends.slice(1).entries()) {
    const start = ends[at] ?? after
    days -= countWeekdays(closedWeekdaysOn(calendar, end), start, end)
  }
  return days
}

const daysBetween = (after: string, through: string) => daysFrom(after, through) - 1

const isOpenWeekday = (calendar: Calendar, day: string) =>
  !closedWeekdaysOn(calendar, day).includes(weekdayOf(day))

/** How many days after one day up to another have one of these weekdays. */
function countWeekdays(weekdays: readonly number[], after: string, through: string): number {
  const days = daysBetween(after, through)
  const rest = days % 7
  const first = weekdayOf(after)
  return [...new Set(weekdays)].reduce((sum, weekday) => {
    const wait = (weekday - first + 7) % 7 || 7
    return sum + (days - rest) / 7 + (wait <= rest ? 1 : 0)
  }, 0)
}

/** Nigeria's holidays with a fixed date, as mm-dd. Those of the moon and Easter move and are typed. */
const fixedHolidays = [
  ['01-01', 'New Year’s Day'],
  ['05-01', 'Workers’ Day'],
  ['06-12', 'Democracy Day'],
  ['10-01', 'Independence Day'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Boxing Day'],
] as const

/** Nigeria's fixed holidays of a year, to be offered. */
export const fixedHolidaysOf = (year: number): { day: string; name: string }[] =>
  fixedHolidays.map(([date, name]) => ({ day: `${year}-${date}`, name }))
