import { addDays } from '../time/lagos'

export type DepositPlan = {
  depositType: 'daily' | 'weekly' | 'monthly'
  /** The weekday of the plan's market, 1 for Monday; null without a market. */
  marketPeriod: number | null
  /** The day on which the plan was opened, yyyy-mm-dd. */
  openedOn: string
}

/**
 * Whether a deposit is due on a day, yyyy-mm-dd. A plan with a market is due on its market days. Others are due every
 * day, on the weekday of their opening, or on the day of the month of their opening (its last day in shorter months).
 */
export function isDue({ depositType, marketPeriod, openedOn }: DepositPlan, day: string): boolean {
  if (day < openedOn) return false
  if (marketPeriod !== null) return weekdayOf(day) === marketPeriod
  if (depositType === 'daily') return true
  if (depositType === 'weekly') return weekdayOf(day) === weekdayOf(openedOn)
  const date = day.slice(8)
  const isLastOfMonth = addDays(day, 1).slice(8) === '01'
  return date === openedOn.slice(8) || (isLastOfMonth && openedOn.slice(8) > date)
}

/** The rhythms of deposits that are due on a day, without markets: 'daily', 'weekly 1', 'monthly 31'. */
export function rhythmsOn(day: string): string[] {
  const date = Number(day.slice(8))
  const isLastOfMonth = addDays(day, 1).slice(8) === '01'
  const dates = Array.from({ length: isLastOfMonth ? 32 - date : 1 }, (_, at) => `monthly ${date + at}`)
  return ['daily', `weekly ${weekdayOf(day)}`, ...dates]
}

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string) => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
