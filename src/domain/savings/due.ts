import { type Calendar, everyDay, isCollectionDay } from '../time/calendar'
import { addDays } from '../time/lagos'
import { type EveryDays, isMarketDay } from '../time/markets'
import { weekdayOf } from '../time/weekdays'

export type DepositPlan = {
  depositType: 'daily' | 'weekly' | 'monthly'
  /** The weekday of the plan's market, 1 for Monday; null without a market. */
  marketPeriod: number | null
  /** The days from one of the plan's markets to the next; null or missing for a market of a weekday. */
  marketEvery?: EveryDays | null | undefined
  /** The day on which the plan was opened, yyyy-mm-dd. */
  openedOn: string
}

/**
 * Whether a deposit is due on a day, yyyy-mm-dd. A plan with a market is due on its market days. Others are due every
 * day, on the weekday of their opening, or on the day of the month of their opening (its last day in shorter months).
 * Nothing is due on a day without collection, nor is it due on another day instead.
 */
export function isDue(
  { depositType, marketPeriod, marketEvery, openedOn }: DepositPlan,
  day: string,
  calendar: Calendar = everyDay,
): boolean {
  if (day < openedOn || !isCollectionDay(calendar, day)) return false
  if (marketPeriod !== null) return isMarketDay({ period: marketPeriod, every: marketEvery }, day)
  if (depositType === 'daily') return true
  if (depositType === 'weekly') return weekdayOf(day) === weekdayOf(openedOn)
  const date = day.slice(8)
  const isLastOfMonth = addDays(day, 1).slice(8) === '01'
  return date === openedOn.slice(8) || (isLastOfMonth && openedOn.slice(8) > date)
}

/**
 * The rhythms of deposits that are due on a day, without markets: 'daily', 'weekly 1', 'monthly 31'. None on a day without
 * collection.
 */
export function rhythmsOn(day: string, calendar: Calendar = everyDay): string[] {
  if (!isCollectionDay(calendar, day)) return []
  const date = Number(day.slice(8))
  const isLastOfMonth = addDays(day, 1).slice(8) === '01'
  const dates = Array.from({ length: isLastOfMonth ? 32 - date : 1 }, (_, at) => `monthly ${date + at}`)
  return ['daily', `weekly ${weekdayOf(day)}`, ...dates]
}
