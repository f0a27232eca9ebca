import Link from '@mui/material/Link'
import { RouteLink } from '#routing/RouteLink'
import { pathTo, type To, useOffers } from '#routing/navigation'
import type { RouteName, StateOf } from '#routing/routes'

/** Routes that need no ids. */
export type PlainRoute = {
  [Name in RouteName]: StateOf<Name> extends undefined ? Name : never
}[RouteName]

export type Rows = ({ [Name in RouteName]: To<Name> }[RouteName] | { to: PlainRoute; state?: never }) & {
  filters?: Record<string, string>
}
type Props = Rows & {
  label: string
  /** The accessible name, where the label alone does not say what opens. */
  name?: string
  /** The label is a figure or a name: it is printed, and shown as text without the list's permission. */
  orText?: boolean
}

/** Opens the rows behind a figure: a list with its filters. Nothing without the list's permission, or the label. */
export function RowsLink({ to, state, filters, label, name, orText = false }: Props) {
  const offers = useOffers()
  if (!offers(to)) return orText ? label : null
  return (
    <Link
      className={orText ? undefined : 'screen-only'}
      component={RouteLink}
      to={pathTo(to, filters)}
      state={state}
      aria-label={name}
      sx={{ display: 'inline-block', minWidth: 44, py: 1.5, my: -1.5, px: orText ? 0 : 1 }}
    >
      {label}
    </Link>
  )
}

/** The filters of a report of one day. */
export const onDay = (day: string) => ({ start_date: day, end_date: day })
