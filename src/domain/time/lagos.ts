/**
 * Lagos time is UTC+1 all year. A stamp, `YYYY-MM-DDTHH:mm:ss.sssZ`, is the wall-clock time in Lagos: its Z does not mean
 * UTC. Only UTC getters are used, so the time zone of the machine does not matter.
 */
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const lagosAheadMs = hourMs

const missing = 'NOT AVAILABLE'
/** As dates are written, January first. */
export const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The stamp of an instant. RangeError for an invalid Date. */
export const toLagosStamp = (date: Date): string => new Date(date.getTime() + lagosAheadMs).toISOString()

/** The instant of a stamp. RangeError when it is not a stamp or names a day or hour that does not exist. */
export function fromLagosStamp(stamp: string): Date {
  const wall = wallClock(stamp)
  if (!wall) throw new RangeError(`Not a Lagos time: ${stamp}`)
  return new Date(wall.getTime() - lagosAheadMs)
}

/** '18 Nov 2026, 10:42', the stamp's digits unchanged; 'NOT AVAILABLE' without a valid stamp. */
export function showDateTime(stamp: string | null | undefined): string {
  const wall = wallClock(stamp)
  return wall ? `${dayText(wall)}, ${wall.toISOString().slice(11, 16)}` : missing
}

/** '18 Nov 2026, 10:42 Lagos time (UTC+1)', for readers in any time zone. RangeError for an invalid Date. */
export const showInstant = (date: Date): string => `${showDateTime(toLagosStamp(date))} Lagos time (UTC+1)`

/** '18 Nov 2026' from a stamp, or from a bare day; 'NOT AVAILABLE' without either. */
export function showDate(stamp: string | null | undefined): string {
  const wall = wallClock(stamp) ?? wallClock(`${stamp}T00:00:00.000Z`)
  return wall ? dayText(wall) : missing
}

/** The day in Lagos at an instant, yyyy-mm-dd. RangeError for an invalid Date. */
export const lagosDay = (date: Date): string => toLagosStamp(date).slice(0, 10)

/** The instant at which a Lagos day, yyyy-mm-dd, starts. RangeError when there is no such day. */
export const startOfLagosDay = (day: string): Date => fromLagosStamp(`${day}T00:00:00.000Z`)

/** The exclusive end of a Lagos day: the start of the next one. */
export const endOfLagosDay = (day: string): Date => new Date(startOfLagosDay(day).getTime() + dayMs)

/** The number of days from first to last, inclusive. RangeError for an invalid day. */
export const daysFrom = (first: string, last: string): number =>
  (endOfLagosDay(last).getTime() - startOfLagosDay(first).getTime()) / dayMs

/** The day so many days later; both are yyyy-mm-dd. RangeError for an invalid day. */
export const addDays = (day: string, days: number): string =>
  lagosDay(new Date(startOfLagosDay(day).getTime() + days * dayMs))

/** The same date of the month before, or its last day. */
export function monthBefore(day: string): string {
  const endOfLast = addDays(`${day.slice(0, 8)}01`, -1)
  const sameDate = endOfLast.slice(0, 8) + day.slice(8)
  return sameDate < endOfLast ? sameDate : endOfLast
}

/** The instant at which the Lagos week of `date` starts: Monday, 00:00. RangeError for an invalid Date. */
export function startOfLagosWeek(date: Date): Date {
  const daysSinceMonday = (new Date(toLagosStamp(date)).getUTCDay() + 6) % 7
  return new Date(startOfLagosDay(lagosDay(date)).getTime() - daysSinceMonday * dayMs)
}

/** A Date whose UTC getters return the stamp's digits. Compared after formatting, because 30 Feb parses to 2 March. */
function wallClock(stamp: string | null | undefined): Date | undefined {
  if (stamp?.length !== 24) return undefined
  const wall = new Date(stamp)
  return !Number.isNaN(wall.getTime()) && wall.toISOString() === stamp ? wall : undefined
}

const dayText = (wall: Date) =>
  `${wall.getUTCDate()} ${monthNames[wall.getUTCMonth()]} ${wall.getUTCFullYear()}`
