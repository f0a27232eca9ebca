import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { type Access, type Actor, isSuperadmin, can } from '#contract/permissions'
import type { Problem } from '#contract/problems'
import { sessionCalls } from '#contract/calls/session'
import { type Auth, currentAuth } from '#device/auth'
import { keyOf } from '#api/useCall'

export type OwnPermissions = {
  actor: Actor | null
  known: boolean
  failed: boolean
  /** The server is being asked anew. */
  asking: boolean
}

/** Who the user is and may do, as the server last said; ActorProvider keeps it. */
export const OwnPermissionsContext = createContext<OwnPermissions>({
  actor: null,
  known: false,
  failed: false,
  asking: false,
})

export const useActor = () => useContext(OwnPermissionsContext)

/** Whether the user may open a screen or make a change. */
export function useCan() {
  const { actor } = useActor()
  return (access: Access, kind: 'read' | 'write' | 'route') => can(actor, access, kind)
}

/** Saved names stand in while the server can't be reached; a refusal of the server empties the list. */
export const keepsSavedPermissions = (problem: Problem | null) =>
  !problem || problem.code === 'offline' || problem.code === 'busy'

export const ownPermissionsKey = (auth: Auth) =>
  keyOf(sessionCalls.getSingleAdminPermission, { admin_id: auth.userId })

/**
 * Fetches the own list again, however old it is; a fetch that is under way is enough. Changes of rights do the same by
 * what they make stale (makesStale in the contract).
 */
export function refreshPermissions(queries: QueryClient) {
  const auth = currentAuth()
  if (auth) void queries.invalidateQueries({ queryKey: ownPermissionsKey(auth) }, { cancelRefetch: false })
}

/**
 * Why a permission can't be given: nobody grants what they lack, superadmins excepted (rules.md, "Acting on
 * others").
 */
export function useGrantBlockReason() {
  const { actor } = useActor()
  return (name: string) =>
    isSuperadmin(actor?.role) || actor?.permissions.has(name) ? undefined : notHeldReason
}
const notHeldReason = 'You can only grant permissions that you hold yourself.'
