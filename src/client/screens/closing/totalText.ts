import type { DayClose } from '#contract/calls/closing'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'

/** '₦1,200.00 in 4 postings', less what was reversed; '−₦100.00, reversed' where nothing else was posted. */
export function totalText({ count, amount }: DayClose['posted']['interest'], noun = 'posting') {
  if (count > 0) return `${formatNaira(amount)} in ${pluralize(count, noun)}`
  return amount === 0 ? 'None' : `${formatNaira(amount)}, reversed`
}
