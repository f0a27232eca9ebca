import type { QueryClient } from '@tanstack/react-query'
import { createContext, useCallback, useContext } from 'react'
import type { NamedRead } from '#contract/call'
import { type Access, type Actor, isSuperadmin, can } from '#contract/permissions'
import type { Problem } from '#contract/problems'
import { sessionCalls } from '#contract/calls/session'
import { type Auth, currentAuth, type OwnRights } from '#device/auth'
import { keyOf } from '#offline/queryKeys'

export type OwnPermissions = {
  actor: Actor | null
  isLoaded: boolean
  /** Why they could not be read. */
  problem: Problem | null
  isFetching: boolean
  refetch: () => unknown
}

/** The signed-in admin and their permissions, as last received; ActorProvider sets it. */
export const OwnPermissionsContext = createContext<OwnPermissions>({
  actor: null,
  isLoaded: false,
  problem: null,
  isFetching: false,
  refetch: () => {},
})

export const useActor = () => useContext(OwnPermissionsContext)

/** Whether the admin can open a screen or make a change. */
export function useCan() {
  const { actor } = useActor()
  return useCallback((access: Access, kind: 'read' | 'write' | 'route') => can(actor, access, kind), [actor])
}

/** The admin with the permissions of the first role and the direct ones (rules.md, "Own permissions"). */
export function actorOf(auth: Auth, held: OwnRights['data'] | undefined): Actor {
  const permissions = [...(held?.roles[0]?.permissions ?? []), ...(held?.permissions ?? [])]
  return {
    adminId: auth.userId,
    role: held ? (held.roles[0]?.name ?? null) : auth.role,
    permissions: new Set(permissions.map(({ name }) => name)),
    stage: 'signedIn',
    balancesHidden: held?.balances_hidden ?? false,
  }
}

/** While the server can't be reached, the stored permissions count. When it refuses to send them, they do not. */
export const keepsSavedPermissions = (problem: Problem | null) =>
  !problem || problem.code === 'offline' || problem.code === 'busy'

export const ownPermissionsKey = (auth: Auth) =>
  keyOf(sessionCalls.getSingleAdminPermission, { admin_id: auth.userId })

/** Whether the admin may make a call, by the permissions that were received last. */
export function mayRead(queries: QueryClient, auth: Auth, { access }: NamedRead): boolean {
  const own = queries.getQueryState<OwnRights, Problem>(ownPermissionsKey(auth))
  const held = keepsSavedPermissions(own?.error ?? null) ? own?.data?.data : undefined
  return can(actorOf(auth, held), access, 'read')
}

/**
 * Fetches the own permissions again, unless a fetch is running. A change of admins or rights that this tab makes does the
 * same (api/markStale.ts); one that is made elsewhere shows when watchRights.ts asks next.
 */
export function refreshPermissions(queries: QueryClient) {
  const auth = currentAuth()
  if (auth) void queries.invalidateQueries({ queryKey: ownPermissionsKey(auth) }, { cancelRefetch: false })
}

/** Why the admin can't grant a permission: only superadmins grant what they lack (rules.md, "Acting on others"). */
export function useGrantBlockReason() {
  const { actor } = useActor()
  return (name: string) =>
    isSuperadmin(actor?.role) || actor?.permissions.has(name) ? undefined : notHeldReason
}
const notHeldReason = 'You can only grant permissions that you hold yourself.'
