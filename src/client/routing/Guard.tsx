import { type ReactNode, useEffect, useMemo } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import * as v from 'valibot'
import { can } from '#contract/permissions'
import { Waiting } from '#ui/feedback/Ready'
import { ScreenTitle } from '#ui/layout/Screen'
import { toast } from '#ui/feedback/toast'
import { useActor } from '#auth/permissions'
import { type RouteName, routes } from './routes'
import type { Route } from './route'
import { isLeaving } from '#auth/session'
import { useAuth } from '#auth/useAuth'

/** Opens a screen to those who may see it, with the ids it needs; the server checks everything again. */
export function Guard({ name, children }: { name: RouteName; children: ReactNode }) {
  const route: Route = routes[name]
  const auth = useAuth()
  const { actor, known, failed, asking } = useActor()
  const { state } = useLocation()
  const hasState = useMemo(() => !route.state || v.is(route.state, state), [route, state])
  // Other ids are another screen; another page or search of a list is not.
  const screen = (
    <ScreenTitle.Provider value={route.title} key={JSON.stringify(state ?? null)}>
      {children}
    </ScreenTitle.Provider>
  )

  if (isLeaving()) return screen
  if (!auth) return <ToSignIn />
  if (auth.mustChangePassword && name !== 'changePassword')
    return <Navigate to={routes.changePassword.path} replace />
  if (route.access !== 'session' && !known && !failed) return <Waiting />
  // A saved list opens a screen at once, but only the server's word closes one: it may have been granted since.
  if (!can(actor, route.access, 'route'))
    return asking ? <Waiting /> : <Navigate to={routes.notAllowed.path} replace />
  if (!hasState) return <ToList of={route} />
  return screen
}

function ToSignIn() {
  useEffect(() => location.replace('/'), [])
  return null
}

/** Opened by hand, or the history was lost: the message, then the list (rules.md, "Navigation state"). */
function ToList({ of: { missing, under } }: { of: Route }) {
  useEffect(() => {
    if (missing) toast('error', missing)
  }, [missing])
  const list = routes[(under ?? 'dashboard') as RouteName] as Route
  const open = list.state ? (routes[(list.under ?? 'dashboard') as RouteName] as Route) : list
  return <Navigate to={open.path} replace />
}
