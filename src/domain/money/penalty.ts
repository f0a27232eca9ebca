import type { BasisPoints } from '#contract/values'
import { pluralize } from './figures'
import { formatRate } from './rates'

/** A penalty for people: '5% of what is open, after 7 days of grace'. */
export const penaltyText = (rate: BasisPoints, graceDays: number): string =>
  rate === 0
    ? 'None'
    : `${formatRate(rate)} of what is open, ${graceDays === 0 ? 'from the day after the due date' : `after ${pluralize(graceDays, 'day')} of grace`}`
