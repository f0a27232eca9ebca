import { RouteLink } from '#routing/RouteLink'
import { type To, useOffers } from '#routing/navigation'
import { type RouteName, routes } from '#routing/routes'

/** Who or what a case is about: a link for those who may open it. */
export function RecordLink<N extends RouteName>({ to, state, children }: To<N> & { children: string }) {
  const offers = useOffers()
  return offers(to) ? (
    <RouteLink className="case-link" to={routes[to].path} state={state}>
      {children}
    </RouteLink>
  ) : (
    <b>{children}</b>
  )
}
