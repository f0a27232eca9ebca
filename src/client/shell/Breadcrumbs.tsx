import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import Link from '@mui/material/Link'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useLocation, useMatches } from 'react-router-dom'
import { useCan } from '#auth/permissions'
import { RouteLink } from '#routing/RouteLink'
import { type RouteName, routes } from '#routing/routes'
import type { Route } from '#routing/route'
import './breadcrumbs.css'

/** The screen's parents that the admin may open, up to the dashboard. A parent that needs ids gets those of this screen. */
export function Breadcrumbs() {
  const { state } = useLocation()
  const can = useCan()
  const isWide = useMediaQuery('(min-width: 600px)', { noSsr: true })
  const bar = useRef<HTMLElement>(null)
  const handle = useMatches().at(-1)?.handle as { name?: RouteName } | undefined
  const here: Route | undefined = handle?.name && routes[handle.name]
  const above = here && isWide ? trail(here).filter(({ access }) => can(access, 'route')) : []
  const away = useTooMany(bar, above.length, here?.path ?? '')
  if (!here) return null
  return (
    <nav
      ref={bar}
      aria-label="Breadcrumb"
      className={away > above.length ? 'breadcrumbs tight' : 'breadcrumbs'}
    >
      <ol>
        {above.slice(away).map((route) => (
          <li key={route.path}>
            <Link
              component={RouteLink}
              to={route.path}
              state={route.state ? state : null}
              color="inherit"
              underline="hover"
            >
              {route.title}
            </Link>
          </li>
        ))}
        <li>
          <strong aria-current="page">{here.title}</strong>
        </li>
      </ol>
    </nav>
  )
}

/**
 * How many of the parents have no space, from the dashboard on: a name is whole or away. One more where not even the page's own
 * has, which then takes two lines.
 */
function useTooMany(bar: RefObject<HTMLElement | null>, count: number, path: string): number {
  const [width, setWidth] = useState(0)
  const [away, setAway] = useState(0)
  const place = `${path} ${count} ${width}`
  const [fitted, setFitted] = useState('')
  if (fitted !== place) {
    setFitted(place)
    setAway(0)
  }
  const isShown = path !== ''
  useLayoutEffect(() => {
    const { current: box } = bar
    if (!isShown || !box) return
    const seen = new ResizeObserver(() => setWidth(box.clientWidth))
    seen.observe(box)
    return () => seen.disconnect()
  }, [bar, isShown])
  // Each try renders once more, before anything is painted.
  useLayoutEffect(() => {
    const { current: box } = bar
    if (box && box.scrollWidth > box.clientWidth && away <= count) setAway(away + 1)
  })
  return away
}

/** The parents of a route, from the dashboard down. */
function trail(route: Route): Route[] {
  const parent: Route | undefined = route.parent ? (routes as Record<string, Route>)[route.parent] : undefined
  return parent ? [...trail(parent), parent] : []
}
