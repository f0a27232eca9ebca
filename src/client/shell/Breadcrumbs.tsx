import MuiBreadcrumbs from '@mui/material/Breadcrumbs'
import Link from '@mui/material/Link'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useLocation, useMatches } from 'react-router-dom'
import { useCan } from '#auth/permissions'
import { RouteLink } from '#routing/RouteLink'
import { type RouteName, routes } from '#routing/routes'
import type { Route } from '#routing/route'

/** The screen's parents that the admin may open, up to the dashboard. A parent that needs ids gets those of this screen. */
export function Breadcrumbs() {
  const { state } = useLocation()
  const can = useCan()
  const isWide = useMediaQuery('(min-width: 600px)', { noSsr: true })
  const handle = useMatches().at(-1)?.handle as { name?: RouteName } | undefined
  if (!handle?.name) return null
  const here: Route = routes[handle.name]
  const above = isWide ? trail(here).filter(({ access }) => can(access, 'route')) : []
  return (
    <MuiBreadcrumbs aria-label="Breadcrumb" maxItems={3} itemsAfterCollapse={2} sx={oneLine}>
      {above.map((route) => (
        <Link
          key={route.path}
          component={RouteLink}
          to={route.path}
          state={route.state ? state : null}
          color="inherit"
          underline="hover"
        >
          {route.title}
        </Link>
      ))}
      <strong aria-current="page">{here.title}</strong>
    </MuiBreadcrumbs>
  )
}

/** The parents of a route, from the dashboard down. */
function trail(route: Route): Route[] {
  const parent: Route | undefined = route.parent ? (routes as Record<string, Route>)[route.parent] : undefined
  return parent ? [...trail(parent), parent] : []
}

/** Long titles are truncated, the screen's own first: the heading shows it in full. */
const oneLine = {
  '& ol': { flexWrap: 'nowrap' },
  '& li': { minWidth: 0, whiteSpace: 'nowrap' },
  // Padding, so that the outline of a focused link is not cut off.
  '& li:not(.MuiBreadcrumbs-separator)': { p: 0.75, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& .MuiBreadcrumbs-separator': { mx: 0.25 },
  '& li:last-of-type': { flexShrink: 20 },
}
