import ChevronRight from '@mui/icons-material/ChevronRight'
import type { Rows } from '#lists/RowsLink'
import { pathTo, useOffers } from '#routing/navigation'
import { RouteLink } from '#routing/RouteLink'

/** At the foot of a card: what has more of it. */
export function MoreLink({ to, filters, children }: Rows & { children: string }) {
  const offers = useOffers()
  if (!offers(to)) return null
  return (
    <RouteLink className="dash-more screen-only" to={pathTo(to, filters)} state={null}>
      {children}
      <ChevronRight aria-hidden fontSize="small" />
    </RouteLink>
  )
}
