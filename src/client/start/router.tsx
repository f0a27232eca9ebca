import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { Crash } from '#shell/Crash'
import { Guard } from '#routing/Guard'
import { adoptFragment } from '#routing/linkedState'
import NotFound from '#shell/NotFound'
import { type RouteName, routes } from '#routing/routes'
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

function Home() {
  const auth = useAuth()
  return (
    <Navigate to={auth?.mustChangePassword ? routes.changePassword.path : routes.dashboard.path} replace />
  )
}
