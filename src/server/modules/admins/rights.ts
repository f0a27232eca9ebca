import { and, eq, inArray } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import type { HandlersFor } from '../../handler'
import { adminPermissions, admins } from '../../db/tables/schema'
import { guardAccount } from '../../auth/guards'
import { growsRights, recordGrant } from '../../auth/rightsGrants'
import { reject } from '../../errors/refusals'
import {
  areRaised,
  directPermissions,
  limitsOf,
  namesOf,
  requirePermissions,
  requireRole,
  rightsOf,
} from '../../people/roleRights'

type RightsCalls = Pick<
  Calls['admins'],
  'assignRoletoAdmin' | 'removeRole' | 'assignPermissionToAdmin' | 'removePermissionFromAdmin'
>

const active = { state: 'active' } as const
const othersRole = { ...active, selfMessage: 'You cannot change your own role.' }
const othersPermissions = { ...active, selfMessage: 'You cannot change your own permissions.' }
const roleChangedMessage = 'Another admin has changed the role of this admin. Load the page again.'

export const adminRightsHandlers: HandlersFor<RightsCalls> = {
  assignRoletoAdmin: async ({ admin_id, role_id, current_role_id }, context) => {
    const { admin, guards } = await guardAccount(context, admin_id, othersRole)
    const role = await requireRole(context.queries, role_id)
    guards.assertCanAssign(role)
    if (current_role_id !== undefined && current_role_id !== admin.roleId) reject(roleChangedMessage)
    if (admin.roleId === role.id) reject('This admin already has this role.')
    const { queries } = context
    const held = await rightsOf(queries, admin_id)
    const before = await limitsOf(queries, admin.roleId)
    await queries.update(admins).set({ roleId: role.id }).where(eq(admins.id, admin_id))
    const heldNames = new Set(
      [...held.permissions, ...held.roles.flatMap(({ permissions }) => permissions)].map(({ name }) => name),
    )
    const added = role.permissions.filter(({ name }) => !heldNames.has(name))
    if (growsRights(added) || areRaised(before, await limitsOf(queries, role.id)))
      await recordGrant(context, [admin_id])
    const to = `Role ${role.id}, ${role.name}`
    await context.setAuditSubject(
      'admin',
      admin_id,
      admin.role ? `${to}, instead of role ${admin.roleId}, ${admin.role}` : to,
    )
    return { message: admin.role ? 'Role changed successfully.' : 'Role assigned successfully.' }
  },

  removeRole: async ({ admin_id, role_id }, context) => {
    const { admin } = await guardAccount(context, admin_id, othersRole)
    const role = await requireRole(context.queries, role_id)
    if (admin.roleId === null) reject('This admin has no role.')
    if (admin.roleId !== role.id) reject(roleChangedMessage)
    await context.queries.update(admins).set({ roleId: null }).where(eq(admins.id, admin_id))
    // Its limits end with a role; what the admin may do directly, and gets later, has none.
    if (areRaised(await limitsOf(context.queries, role.id), [])) await recordGrant(context, [admin_id])
    await context.setAuditSubject('admin', admin_id, `Role ${role.id}, ${role.name}`)
    return { message: 'Role removed successfully.' }
  },

  assignPermissionToAdmin: async ({ admin_id, permission }, context) => {
    const { guards } = await guardAccount(context, admin_id, othersPermissions)
    const { queries } = context
    const chosen = await requirePermissions(queries, permission)
    guards.assertCanGrant(chosen.map(({ name }) => name))
    const held = new Set((await directPermissions(queries, admin_id)).map(({ id }) => id))
    const added = chosen.filter(({ id }) => !held.has(id))
    if (added.length === 0) reject('This admin already has these permissions.')
    await queries
      .insert(adminPermissions)
      .values(added.map(({ id }) => ({ adminId: admin_id, permissionId: id })))
    if (growsRights(added)) await recordGrant(context, [admin_id])
    await context.setAuditSubject('admin', admin_id, namesOf(added))
    return { message: 'Permissions assigned successfully.' }
  },

  /** Removes direct permissions; those of a role are changed with the role. */
  removePermissionFromAdmin: async ({ admin_id, permission }, context) => {
    await guardAccount(context, admin_id, othersPermissions)
    const { queries } = context
    const chosen = new Set((await requirePermissions(queries, permission)).map(({ id }) => id))
    const removed = (await directPermissions(queries, admin_id)).filter(({ id }) => chosen.has(id))
    if (removed.length === 0) reject('This admin does not hold these permissions directly.')
    const ids = removed.map(({ id }) => id)
    await queries
      .delete(adminPermissions)
      .where(and(eq(adminPermissions.adminId, admin_id), inArray(adminPermissions.permissionId, ids)))
    await context.setAuditSubject('admin', admin_id, namesOf(removed))
    return { message: 'Permissions removed successfully.' }
  },
}
