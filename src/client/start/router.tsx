import { type ComponentType, useState } from 'react'
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { Crash } from '#shell/Crash'
import { Guard } from '#routing/Guard'
import { adoptFragment, showFragment } from '#routing/linkedState'
import { takePlace } from '#routing/placeAfterSignIn'
import NotFound from '#shell/NotFound'
import { routeAt, type RouteName, routes } from '#routing/routes'
import type { Route } from '#routing/route'
import { Shell } from '#shell/Shell'
import { screens } from './screens'
import { useAuth } from '#auth/useAuth'

/** The route objects of a route: one for each of its paths. */
const routeObjects = ([name, route]: [string, Route]): RouteObject[] =>
  [route.path, ...(route.also ?? [])].map((path) => ({
    path,
    handle: { name },
    lazy: async () => {
      const screen = await screens[name as RouteName]()
      return { Component: guarded(name as RouteName, screen.default) }
    },
  }))

const guarded = (name: RouteName, Screen: ComponentType) =>
  function Guarded() {
    return (
      <Guard name={name}>
        <Screen />
      </Guard>
    )
  }

// Before the router's own listener. A pasted link may differ from the address in its fragment alone.
adoptFragment()
window.addEventListener('popstate', adoptFragment)

export const router = createBrowserRouter([
  {
    errorElement: <Crash />,
    HydrateFallback: () => null,
    children: [
      { path: '/', element: <Home /> },
      { path: '/login', element: <Home /> },
      { element: <Shell />, errorElement: <Crash />, children: Object.entries(routes).flatMap(routeObjects) },
      { path: '*', element: <NotFound /> },
    ],
  },
])

const showIds = ({ location: { pathname, state } }: typeof router.state) => {
  if (pathname === location.pathname) showFragment(routeAt(pathname)?.[1].state ? state : null)
}
showIds(router.state)
router.subscribe(showIds)

/** The dashboard, or the screen whose address was opened before sign-in. */
function Home() {
  const auth = useAuth()
  const [asked] = useState(takePlace)
  if (auth?.mustChangePassword) return <Navigate to={routes.changePassword.path} replace />
  return <Navigate to={asked?.path ?? routes.dashboard.path} state={asked?.state ?? null} replace />
}
