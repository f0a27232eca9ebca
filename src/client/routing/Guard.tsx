import { type ReactNode, useEffect, useMemo } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import * as v from 'valibot'
import { can } from '#contract/permissions'
import { isFinal, type Problem } from '#contract/problems'
import { Ready, Waiting } from '#ui/feedback/Ready'
import { Screen, ScreenTitle } from '#ui/layout/Screen'
import { toast } from '#ui/feedback/toast'
import { useActor, useCan } from '#auth/permissions'
import { openedInstead, type RouteName, routes } from './routes'
import type { Route } from './route'
import { refusedState } from './refusedPage'
import { keepPlace } from './placeAfterSignIn'
import { Named } from './Named'
import { isLeaving, opensAfterSignIn } from '#auth/session'
import { useAuth } from '#auth/useAuth'

/** Opens a screen to admins with its permission, with the ids it needs. The server checks both again. */
export function Guard({ name, children }: { name: RouteName; children: ReactNode }) {
  const route: Route = routes[name]
  const auth = useAuth()
  const { actor, isLoaded, problem, isFetching, refetch } = useActor()
  const { state } = useLocation()
  const hasState = useMemo(() => !route.state || v.is(route.state, state), [route, state])
  // Other ids remount the screen; another page or search of a list does not.
  const withTitle = (content: ReactNode) => (
    <ScreenTitle.Provider value={route.title} key={route.keepsPlace ? '' : JSON.stringify(state ?? null)}>
      {route.state ? (
        <Named route={route} state={state}>
          {content}
        </Named>
      ) : (
        content
      )}
    </ScreenTitle.Provider>
  )
  const screen = withTitle(children)

  if (isLeaving()) return screen
  if (!auth) return <ToSignIn />
  if (auth.mustChangePassword && name !== 'changePassword')
    return <Navigate to={routes.changePassword.path} replace />
  if (route.access !== 'session' && !isLoaded && !problem) return <Waiting />
  // Stored permissions can open a screen at once. Only fresh ones can close it: a permission may have been granted since.
  if (!can(actor, route.access, 'route')) {
    if (isFetching) return <Waiting />
    if (!isLoaded && problem && !isFinal(problem))
      return withTitle(<Unknown problem={problem} onRetry={refetch} />)
    return <Navigate to={routes.notAllowed.path} state={refusedState(route)} replace />
  }
  if (!hasState) return <ToList route={route} />
  return screen
}

/** The permissions could not be read: the screen opens once they are, at the latest when the connection is back. */
const Unknown = ({ problem, onRetry }: { problem: Problem; onRetry: () => unknown }) => (
  <Screen>
    <Ready query={{ data: undefined, error: problem, dataUpdatedAt: 0, isFetching: false, refetch: onRetry }}>
      {() => null}
    </Ready>
  </Screen>
)

function ToSignIn() {
  const place = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, the page is left
  useEffect(() => {
    if (opensAfterSignIn()) keepPlace(place)
    location.replace('/')
  }, [])
  return null
}

/** The address was typed, or the history was lost: shows the message and opens the list (rules.md, "Navigation state"). */
function ToList({ route }: { route: Route }) {
  const { missing } = route
  const can = useCan()
  useEffect(() => {
    if (missing) toast('error', missing)
  }, [missing])
  return <Navigate to={openedInstead(route, ({ access }) => can(access, 'route')).path} replace />
}
