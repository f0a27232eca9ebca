import { calls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { isSuperadmin } from '#contract/permissions'
import type { OneRole } from '#contract/calls/roles'
import type { ListedPermission } from '#contract/calls/session'
import { useActor } from '#auth/permissions'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import type { Loadable } from '#ui/feedback/Ready'

type Options = { enabled?: boolean }

/** One role or permission, selected from the reply by id. */
export const useRole = (id: number, options: Options = {}): Loadable<OneRole> =>
  selectById(useCall(calls.roles.getRole, { id }, options), id)

export const usePermission = (id: number, options: Options = {}): Loadable<ListedPermission> =>
  selectById(useCall(calls.roles.getPermission, { id }, options), id)

/** Why the signed-in admin can't change this role. The server checks it too, with the same message. */
export function useRoleBlockReason(name: string | undefined): string | undefined {
  const { actor } = useActor()
  if (isSuperadmin(name)) return 'The SuperAdmin role cannot be changed or deleted.'
  return name === actor?.role ? 'You cannot change the role that you hold yourself.' : undefined
}

/** The program checks for these permissions by name. */
export const builtInReason = (name: string, what: 'renamed' | 'deleted') =>
  isBuiltIn(name) ? `${name} is part of the program and cannot be ${what}.` : undefined
const isBuiltIn = (name: string) => (permissionCatalogue as readonly string[]).includes(name)
