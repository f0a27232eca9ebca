import type { BasisPoints, Kobo } from '#contract/values'
import { pluralize } from './figures'
import { kobo, percentOf } from './kobo'
import { formatRate } from './rates'

/** A penalty for people: '5% of what is open, after 7 days of grace'. */
export const penaltyText = (rate: BasisPoints, graceDays: number): string =>
  rate === 0
    ? 'None'
    : `${formatRate(rate)} of what is open, ${graceDays === 0 ? 'from the day after the due date' : `after ${pluralize(graceDays, 'day')} of grace`}`

/** The one penalty of an instalment, in kobo: the rate of what is open of its amount at the end of its last day of grace, half a kobo up. */
export const penaltyAt = (open: Kobo, rate: BasisPoints): Kobo => percentOf(open, rate)

/** What stays of a penalty, in kobo, where a late record shows that so much was open on its day; one by days needs only something open. */
export const penaltyLeft = (
  kind: 'rate' | 'daily',
  rate: BasisPoints,
  { posted, open }: { posted: Kobo; open: Kobo },
): Kobo => kobo(kind === 'daily' ? (open > 0 ? posted : 0) : Math.min(posted, penaltyAt(open, rate)))
