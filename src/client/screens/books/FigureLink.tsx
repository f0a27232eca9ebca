import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'
import { RouteLink } from '#routing/RouteLink'
import { pathTo } from '#routing/navigation'

type Props = { amount: Kobo; line: string; name: string; days: { start_date?: string; end_date: string } }

/** A figure that opens its entries; nothing is a dash. */
export const FigureLink = ({ amount, line, name, days }: Props) =>
  amount === 0 ? (
    <span className="books-soft">–</span>
  ) : (
    <RouteLink
      className="figure-link"
      to={pathTo('bookEntries', { line, ...days })}
      state={null}
      aria-label={`${formatNaira(amount)}, entries of ${name}`}
    >
      {formatNaira(amount)}
    </RouteLink>
  )
