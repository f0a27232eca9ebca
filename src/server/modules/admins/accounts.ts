import { eq } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import { eraseAdminName } from '../../audit/activitySubjects'
import { eraseHistory } from '../../audit/history'
import type { HandlersFor } from '../../handler'
import { adminPermissions, admins } from '../../db/tables/schema'
import { guardAccount } from '../../auth/guards'
import { issuePassword } from '../../auth/issuePassword'
import { hashPassword, oneTimePassword } from '../../auth/passwords'
import { reject } from '../../errors/refusals'
import { recordGrant } from '../../auth/rightsGrants'
import { revokeAllAccess } from '../../auth/sessions'
import { resetFailures, findLocked } from '../../auth/throttle'

type AccountCalls = Pick<
  Calls['admins'],
  | 'deleteAdmin'
  | 'activateDeletedAdmins'
  | 'permanentlyDeleteAdmins'
  | 'reactivateAdminAccount'
  | 'resetPassword'
>

export const accountHandlers: HandlersFor<AccountCalls> = {
  /** The row stays, with its role: the account can be reactivated (rules.md, "Delete an admin"). */
  deleteAdmin: async ({ admin_id }, context) => {
    await guardAccount(context, admin_id, {
      state: 'active',
      selfMessage: 'You cannot delete your own account.',
    })
    const { queries, now } = context
    await queries.update(admins).set({ status: 'inactive', deleted: true }).where(eq(admins.id, admin_id))
    await context.setAuditSubject('admin', admin_id, await revokeAllAccess(queries, admin_id, now))
    return { message: 'Admin deleted successfully.' }
  },

  activateDeletedAdmins: async ({ admin_id }, context) => {
    await guardAccount(context, admin_id, { state: 'inactive' })
    await context.queries
      .update(admins)
      .set({ status: 'active', deleted: false })
      .where(eq(admins.id, admin_id))
    await recordGrant(context, [admin_id])
    return { message: 'Admin reactivated successfully.' }
  },

  /** Erases the personal fields; the id stays for history and ledger (rules.md, "Delete an admin"). */
  permanentlyDeleteAdmins: async ({ admin_id }, context) => {
    const { admin } = await guardAccount(context, admin_id, { state: 'inactive' })
    const { queries, now } = context
    await revokeAllAccess(queries, admin_id, now)
    await resetFailures(queries, admin.email)
    await queries.delete(adminPermissions).where(eq(adminPermissions.adminId, admin_id))
    await queries
      .update(admins)
      .set({
        name: `Deleted admin ${admin_id}`,
        email: `admin-${admin_id}@deleted.invalid`,
        phoneNumber: '',
        passwordHash: await hashPassword(oneTimePassword()),
        roleId: null,
        anonymisedAt: now,
      })
      .where(eq(admins.id, admin_id))
    // What rights the admin had is not personal.
    await eraseHistory(queries, 'admin', admin_id, 'admins')
    await eraseAdminName(queries, admin_id)
    return { message: 'Admin permanently deleted.' }
  },

  /** Unlocks an account after too many failed sign-ins (rules.md, "Reactivate or unlock"). */
  reactivateAdminAccount: async ({ admin_id }, context) => {
    const { admin } = await guardAccount(context, admin_id, {
      state: 'active',
      selfMessage: 'Another admin must unlock your account.',
    })
    const { queries, now } = context
    const locked = await findLocked(queries, [admin.email], now)
    if (!locked.has(admin.email)) reject('This account is not locked.')
    await resetFailures(queries, admin.email)
    return { message: 'The account is open again.' }
  },

  resetPassword: async ({ admin_id }, context) => {
    const { admin } = await guardAccount(context, admin_id, {
      state: 'active',
      selfMessage: 'Change your own password under Settings.',
    })
    const { queries, now } = context
    const passwordHash = await issuePassword(context, 'admin', admin.email)
    await queries
      .update(admins)
      .set({ passwordHash, mustChangePassword: true })
      .where(eq(admins.id, admin_id))
    await context.setAuditSubject('admin', admin_id, await revokeAllAccess(queries, admin_id, now))
    return { message: 'A one-time password was sent to the admin by email.' }
  },
}
