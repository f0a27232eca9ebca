import type { BasisPoints, Kobo } from '#contract/values'
import { type Calendar, collectionDaysBetween, everyDay } from '../time/calendar'
import { addDays } from '../time/lagos'
import { pluralize } from './figures'
import { formatNaira, kobo, percentOf, subtractKobo } from './kobo'
import { formatRate } from './rates'

/** A penalty by days: `amount` kobo for each collection day late after the days of grace, up to a part of the instalment. */
export type DailyPenaltyTerms = { amount: Kobo; ceiling: BasisPoints; graceDays: number }

/** The whole amount of an instalment in kobo, with the day it is due, yyyy-mm-dd. */
type Due = { amount: Kobo; dueDate: string }

/** The collection days late on a day, the first of them after the due date, that are not days of grace. */
export const chargedDays = (
  { dueDate }: Pick<Due, 'dueDate'>,
  graceDays: number,
  day: string,
  calendar: Calendar = everyDay,
): number => Math.max(0, collectionDaysBetween(calendar, dueDate, day) - graceDays)

/** The penalty, in kobo, of an instalment that was open at the end of each day until a day, which is included. */
export const dailyPenaltyUntil = (
  { amount, ceiling, graceDays }: DailyPenaltyTerms,
  instalment: Due,
  day: string,
  calendar: Calendar = everyDay,
): Kobo =>
  kobo(
    Math.min(
      amount * chargedDays(instalment, graceDays, day, calendar),
      percentOf(instalment.amount, ceiling),
    ),
  )

/**
 * The penalty, in kobo, that the close of a day adds to an instalment that is open at its end: none on a day without collection.
 * One that was taken back is not made up for later.
 */
export const dailyPenaltyOn = (
  terms: DailyPenaltyTerms,
  instalment: Due,
  day: string,
  calendar: Calendar = everyDay,
): Kobo =>
  subtractKobo(
    dailyPenaltyUntil(terms, instalment, day, calendar),
    dailyPenaltyUntil(terms, instalment, addDays(day, -1), calendar),
  )

/** A penalty by days for people: '₦200.00 a day late, after 3 days of grace, at most 20% of the installment'. */
export const dailyPenaltyText = ({ amount, ceiling, graceDays }: DailyPenaltyTerms): string =>
  amount === 0 || ceiling === 0
    ? 'None'
    : `${formatNaira(amount)} a day late, ${graceDays === 0 ? 'from the day after the due date' : `after ${pluralize(graceDays, 'day')} of grace`}, at most ${formatRate(ceiling)} of the installment`
