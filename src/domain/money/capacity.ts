import type { Kobo } from '#contract/values'
import { kobo } from './kobo'

/** What a loan takes a week: all that is to be paid, spread over its days; of a shorter loan all of it. */
export const weeklyInstalment = (totalPayable: Kobo, days: number): Kobo =>
  kobo(Math.ceil((totalPayable * 7) / Math.max(days, 7)))
