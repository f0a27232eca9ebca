import { type ReactNode, useMemo } from 'react'
import { sessionCalls } from '#contract/session'
import { useCall } from '#data/useCall'
import { type OwnPermissions, OwnPermissionsContext, stands } from './permissions'
import { useAuth } from './useAuth'

/** Reads the own permission list: the union of the first role's and the direct ones (spec 1, point 4). */
export function ActorProvider({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const own = useCall(
    sessionCalls.getSingleAdminPermission,
    { admin_id: auth?.userId ?? 1 },
    { enabled: auth !== null },
  )
  const held = stands(own.error) ? own.data?.data : undefined
  const { isError: failed, isFetching: asking } = own
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
