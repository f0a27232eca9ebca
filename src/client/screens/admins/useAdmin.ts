import type { Admin, OneAdmin } from '#contract/calls/admins'
import { calls } from '#contract/index'
import { isSuperadmin } from '#contract/permissions'
import { useActor } from '#auth/permissions'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import { phoneOf } from '#domain/text/entered'
import type { Loadable } from '#ui/feedback/Ready'

const { getAdmin, getAdminsWithPhone, inActiveAdmin } = calls.admins

/** One active admin, selected from the reply by id. */
export const useAdmin = (id: number, options: { enabled?: boolean } = {}): Loadable<OneAdmin> =>
  selectById(useCall(getAdmin, { id }, options), id)

/** One deleted admin. */
export const useInactiveAdmin = (id: number, options: { enabled?: boolean } = {}): Loadable<Admin> =>
  selectById(useCall(inActiveAdmin, { id }, options), id)

/** The other admins with a phone number, once it is complete. */
export const useAdminsWithPhone = (phone: string, adminId?: number) =>
  useCall(
    getAdminsWithPhone,
    { with_phone: phoneOf(phone) ?? '', ...(adminId !== undefined && { admin_id: adminId }) },
    { enabled: phoneOf(phone) !== undefined },
  )

/**
 * Why the signed-in admin can't change this one (rules.md, "Acting on others"). The server checks it too, with the same
 * message. `selfReason` forbids the action on oneself.
 */
export function useBlockReason() {
  const { actor } = useActor()
  return ({ id, roleName }: Pick<Admin, 'id' | 'roleName'>, selfReason?: string) => {
    if (id === actor?.adminId) return selfReason
    const isProtected = isSuperadmin(roleName) && !isSuperadmin(actor?.role)
    return isProtected ? 'Only a superadmin can change the account of a superadmin.' : undefined
  }
}
