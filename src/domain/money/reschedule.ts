import type { Kobo } from '#contract/values'
import { type Calendar, everyDay, nextCollectionDay } from '../time/calendar'
import { dayAfter, type Instalment, type InstalmentPeriod, splitEvenly } from './instalments'
import { kobo, subtractKobo, sumKobo } from './kobo'
import { type OpenInstalment, openAmount, type RepaymentPart } from './repayment'

/** The new instalments of a rescheduled loan: how many, how far apart, and when the first is due. */
export type NewTerms = { times: number; period: InstalmentPeriod; firstDue: string }

export type Rescheduled = {
  /** What moves away from each open instalment, of its amount and of its penalty. */
  moved: RepaymentPart[]
  /** The later instalments. Their numbers go on after the last one. */
  added: (Instalment & { penalty: Kobo })[]
}

/** What can be rescheduled: what is open of the amounts, without penalties. */
export const openWithoutPenalties = (instalments: readonly OpenInstalment[]): Kobo =>
  sumKobo(instalments.map(({ amount, paid }) => subtractKobo(amount, paid)))

/**
 * Moves what is open to later instalments, which are equal, in whole kobo; the last one also has the remainder of the division.
 * Nothing is added to what is owed: penalties that are open are due with the first of them. Each is due on a
 * collection day, as those of a new loan. RangeError for fewer kobo than instalments.
 */
export function reschedule(
  instalments: readonly OpenInstalment[],
  terms: NewTerms,
  calendar: Calendar = everyDay,
): Rescheduled {
  const { times, period, firstDue } = terms
  const open = openWithoutPenalties(instalments)
  if (!Number.isSafeInteger(times) || times < 1 || times > open)
    throw new RangeError(`Not a number of installments for ${open} kobo: ${times}`)
  const moved = instalments
    .filter((one) => openAmount(one) > 0)
    .map(({ number, amount, paid, penalty, penaltyPaid }) => ({
      number,
      amount: subtractKobo(amount, paid),
      penalty: subtractKobo(penalty, penaltyPaid),
    }))
  const penalties = sumKobo(moved.map(({ penalty }) => penalty))
  const last = Math.max(0, ...instalments.map(({ number }) => number))
  const added = splitEvenly(open, times).map((amount, at) => ({
    number: last + at + 1,
    dueDate: nextCollectionDay(calendar, dayAfter(firstDue, at, period)),
    amount,
    penalty: at === 0 ? penalties : kobo(0),
  }))
  return { moved, added }
}
