import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { pathTo, useOffers } from '#routing/navigation'
import { RouteLink } from '#routing/RouteLink'

/** The name of a screen. */
export type Place = Parameters<typeof pathTo>[0]

type Props = {
  to: Place
  filters?: Record<string, string>
  /** What the screen needs and no address names: an agent. */
  state?: object
  /** What the figure is of, for its accessible name: 'Repaid today'. */
  name: string
  children: string
}

/** A figure as a link to exactly its rows; as text without the permission of their list. */
export function NamedRowsLink({ to, filters, state, name, children }: Props) {
  const offers = useOffers()
  if (!offers(to)) return children
  return (
    <Link
      className="rows-of"
      component={RouteLink}
      to={pathTo(to, filters)}
      state={state}
      aria-label={`${name}: ${children}`}
    >
      {children}
    </Link>
  )
}

/** A sentence under a figure or a chart: what it counts. */
export const Note = ({ children }: { children: ReactNode }) => <p className="insight-note">{children}</p>
