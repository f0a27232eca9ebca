import { pluralize } from '../money/figures'
import { addDays, daysFrom, showDate } from './lagos'
import { nextWeekday, periodText, weekdayOf } from './weekdays'

/** When a market is held. Days are yyyy-mm-dd. */
export type MarketRhythm = {
  /** The weekday, 1 for Monday; of a market that is held every few days the one of its first day. */
  period: number
  /** Every so many days from a first day on; null or missing for a market of a weekday. */
  every?: EveryDays | null | undefined
}
export type EveryDays = { days: number; firstDay: string }

/** The days of a row, which has both or none. */
export const everyDaysOf = (days: number | null, firstDay: string | null): EveryDays | null =>
  days === null || firstDay === null ? null : { days, firstDay }

/** Whether a market is held on a day; one of every few days not before its first. */
export const isMarketDay = ({ period, every }: MarketRhythm, day: string): boolean =>
  every
    ? day >= every.firstDay && daysAfter(every.firstDay, day) % every.days === 0
    : weekdayOf(day) === period

/** The next market day, tomorrow at the earliest. */
export function nextMarketDay({ period, every }: MarketRhythm, today: string): string {
  if (!every) return nextWeekday(period, today)
  if (today < every.firstDay) return every.firstDay
  return addDays(today, every.days - (daysAfter(every.firstDay, today) % every.days))
}

/** When a market is held, for people: '1 Monday', 'Every 5 days from 2 Nov 2026'. */
export const marketText = ({ period, every }: MarketRhythm): string =>
  every ? `Every ${every.days} days from ${showDate(every.firstDay)}` : periodText(period)

/** The same of a row on the wire. */
export const marketRowText = (row: {
  period: number
  every_days: number | null
  from_day: string | null
}): string => marketText({ period: row.period, every: everyDaysOf(row.every_days, row.from_day) })

/** Why a market day with so many savings wallets is not deleted. */
export const marketIsUsed = (savings: number) =>
  `This market day still has ${pluralize(savings, 'saving')}. It can't be deleted.`

const daysAfter = (first: string, day: string) => daysFrom(first, day) - 1
