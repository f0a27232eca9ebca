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
  const most = Math.max(above.length - 1, 0)
  const away = useTooMany(bar, most, here?.path ?? '')
  if (!here) return null
  return (
    <nav ref={bar} aria-label="Breadcrumb" className={away > most ? 'breadcrumbs tight' : 'breadcrumbs'}>
      <ol>
        {above.slice(Math.min(away, most)).map((route) => (
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
 * How many of the parents have no space, from the dashboard on: a name is whole or away. One more than `most` where not even the
 * nearest and the page's own have, which then take two lines.
 */
function useTooMany(bar: RefObject<HTMLElement | null>, most: number, path: string): number {
  const [width, setWidth] = useState(0)
  const [away, setAway] = useState(0)
  const place = `${path} ${most} ${width}`
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
    if (box && box.scrollWidth > box.clientWidth && away <= most) setAway(away + 1)
  })
  return away
}

/** The parents of a route, from the dashboard down. */
function trail(route: Route): Route[] {
  const parent: Route | undefined = route.parent ? (routes as Record<string, Route>)[route.parent] : undefined
  return parent ? [...trail(parent), parent] : []
}
