import { type ReactNode, useEffect, useMemo } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import * as v from 'valibot'
import { can } from '#contract/permissions'
import { Waiting } from '#ui/feedback/Ready'
import { ScreenTitle } from '#ui/layout/Screen'
import { toast } from '#ui/feedback/toast'
import { useActor } from '#auth/permissions'
import { openedInstead, type RouteName, routes } from './routes'
import type { Route } from './route'
import { isLeaving } from '#auth/session'
import { useAuth } from '#auth/useAuth'

/** Opens a screen to admins with its permission, with the ids it needs. The server checks both again. */
export function Guard({ name, children }: { name: RouteName; children: ReactNode }) {
  const route: Route = routes[name]
  const auth = useAuth()
  const { actor, isLoaded, hasFailed, isFetching } = useActor()
  const { state } = useLocation()
  const hasState = useMemo(() => !route.state || v.is(route.state, state), [route, state])
  // Other ids remount the screen; another page or search of a list does not.
  const screen = (
    <ScreenTitle.Provider value={route.title} key={JSON.stringify(state ?? null)}>
      {children}
    </ScreenTitle.Provider>
  )

  if (isLeaving()) return screen
  if (!auth) return <ToSignIn />
  if (auth.mustChangePassword && name !== 'changePassword')
    return <Navigate to={routes.changePassword.path} replace />
  if (route.access !== 'session' && !isLoaded && !hasFailed) return <Waiting />
  // Stored permissions can open a screen at once. Only fresh ones can close it: a permission may have been granted since.
  if (!can(actor, route.access, 'route'))
    return isFetching ? <Waiting /> : <Navigate to={routes.notAllowed.path} replace />
  if (!hasState) return <ToList of={route} />
  return screen
}

function ToSignIn() {
  useEffect(() => location.replace('/'), [])
  return null
}

/** The address was typed, or the history was lost: shows the message and opens the list (rules.md, "Navigation state"). */
function ToList({ of }: { of: Route }) {
  const { missing } = of
  useEffect(() => {
    if (missing) toast('error', missing)
  }, [missing])
  return <Navigate to={openedInstead(of).path} replace />
}
