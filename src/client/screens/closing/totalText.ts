import type { DayClose } from '#contract/calls/closing'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'

/** '₦1,200.00 in 4 postings' */
export const totalText = ({ count, amount }: DayClose['posted']['interest'], noun = 'posting') =>
  count === 0 ? 'None' : `${formatNaira(amount)} in ${pluralize(count, noun)}`
