import type { Admin, OneAdmin } from '#contract/calls/admins'
import { calls } from '#contract/index'
import { isSuperadmin } from '#contract/permissions'
import { useActor } from '#auth/permissions'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import type { Loadable } from '#ui/feedback/Ready'

const { getAdmin, inActiveAdmin } = calls.admins

/** One admin at work. The reply is a list; the entry whose id matches is used. */
export const useAdmin = (id: number, options: { enabled?: boolean } = {}): Loadable<OneAdmin> =>
  selectById(useCall(getAdmin, { id }, options), id)

/** One of those who were deleted. */
export const useInactiveAdmin = (id: number, options: { enabled?: boolean } = {}): Loadable<Admin> =>
  selectById(useCall(inActiveAdmin, { id }, options), id)

/**
 * Why the signed-in admin can't change this one (rules.md, "Acting on others"), in the server's words; it checks
 * again. `notOneself` is what is said to somebody who means oneself; without it, one may.
 */
export function useBlockReason() {
  const { actor } = useActor()
  return ({ id, roleName }: Pick<Admin, 'id' | 'roleName'>, selfReason?: string) => {
    if (id === actor?.adminId) return selfReason
    const isAbove = isSuperadmin(roleName) && !isSuperadmin(actor?.role)
    return isAbove ? 'Only a superadmin can change the account of a superadmin.' : undefined
  }
}
