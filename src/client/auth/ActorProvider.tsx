import { type ReactNode, useEffect, useMemo } from 'react'
import { asProblem } from '#contract/problems'
import { sessionCalls } from '#contract/calls/session'
import { useCall } from '#api/useCall'
import { type OwnPermissions, OwnPermissionsContext, keepsSavedPermissions } from './permissions'
import { useAuth } from './useAuth'

const askedAgainMs = 10_000

/** Reads the own permission list: the union of the first role's and the direct ones (rules.md, "Own permissions"). */
export function ActorProvider({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const own = useCall(
    sessionCalls.getSingleAdminPermission,
    { admin_id: auth?.userId ?? 1 },
    { enabled: auth !== null },
  )
  const held = keepsSavedPermissions(own.error) ? own.data?.data : undefined
  const { isError: failed, isFetching: asking, error, refetch } = own
  const faulty = error !== null && asProblem(error).code === 'unavailable'
  // What the server can't tell right now shuts everybody out: it is asked until it can.
  useEffect(() => {
    if (!faulty) return
    const timer = setInterval(() => void refetch(), askedAgainMs)
    return () => clearInterval(timer)
  }, [faulty, refetch])
  const permissions = useMemo((): OwnPermissions => {
    if (!auth) return { actor: null, known: false, failed, asking }
    const names = [...(held?.roles[0]?.permissions ?? []), ...(held?.permissions ?? [])].map(
      ({ name }) => name,
    )
    const role = held ? (held.roles[0]?.name ?? null) : auth.role
    const actor = { adminId: auth.userId, role, permissions: new Set(names), stage: 'signedIn' as const }
    return { actor, known: held !== undefined, failed, asking }
  }, [auth, held, failed, asking])
  return <OwnPermissionsContext value={permissions}>{children}</OwnPermissionsContext>
}
