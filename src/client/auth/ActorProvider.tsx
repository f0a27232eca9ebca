import { type ReactNode, useEffect, useMemo } from 'react'
import { asProblem } from '#contract/problems'
import { sessionCalls } from '#contract/calls/session'
import { useCall } from '#api/useCall'
import { type OwnPermissions, OwnPermissionsContext, keepsSavedPermissions } from './permissions'
import { useAuth } from './useAuth'

const retryMs = 10_000

/** Reads the own permissions: those of the first role and the direct ones (rules.md, "Own permissions"). */
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
    const names = [...(held?.roles[0]?.permissions ?? []), ...(held?.permissions ?? [])].map(
      ({ name }) => name,
    )
    const role = held ? (held.roles[0]?.name ?? null) : auth.role
    const actor = {
      adminId: auth.userId,
      role,
      permissions: new Set(names),
      stage: 'signedIn' as const,
      balancesHidden: held?.balances_hidden ?? false,
    }
    return { actor, isLoaded: held !== undefined, problem, isFetching, refetch }
  }, [auth, held, error, isFetching, refetch])
  return <OwnPermissionsContext value={permissions}>{children}</OwnPermissionsContext>
}
