import { type ReactNode, useEffect, useMemo } from 'react'
import { asProblem } from '#contract/problems'
import { sessionCalls } from '#contract/calls/session'
import { useCall } from '#api/useCall'
import { actorOf, type OwnPermissions, OwnPermissionsContext, keepsSavedPermissions } from './permissions'
import { useAuth } from './useAuth'

const retryMs = 10_000

/** Reads the own permissions. */
export function ActorProvider({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const own = useCall(
    sessionCalls.getSingleAdminPermission,
    { admin_id: auth?.userId ?? 1 },
    { enabled: auth !== null },
  )
  const held = keepsSavedPermissions(own.error) ? own.data?.data : undefined
  const { isFetching, error, refetch } = own
  const isUnavailable = error !== null && asProblem(error).code === 'unavailable'
  // Without permissions every screen is closed, so retry until the server can answer.
  useEffect(() => {
    if (!isUnavailable) return
    const timer = setInterval(() => void refetch(), retryMs)
    return () => clearInterval(timer)
  }, [isUnavailable, refetch])
  const permissions = useMemo((): OwnPermissions => {
    const problem = error && asProblem(error)
    if (!auth) return { actor: null, isLoaded: false, problem, isFetching, refetch }
    return { actor: actorOf(auth, held), isLoaded: held !== undefined, problem, isFetching, refetch }
  }, [auth, held, error, isFetching, refetch])
  return <OwnPermissionsContext value={permissions}>{children}</OwnPermissionsContext>
}
