import { and, eq, inArray } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import { isSuperadmin } from '#contract/permissions'
import type { RoleWithPermissions } from '#contract/calls/session'
import type { Context, HandlersFor } from '../../handler'
import { admins, rolePermissions, roles } from '../../db/tables/schema'
import { openGuards } from '../../auth/guards'
import { growsRights, recordGrantToRoles } from '../../auth/rightsGrants'
import { pluralize } from '#domain/money/figures'
import { reject } from '../../errors/refusals'
import { isActive } from '../../auth/sessions'
import { limitHandlers } from './limits'
import { permissionHandlers } from './permissions'
import { namesOf, requirePermissions, requireRole, rolesWhere } from '../../people/roleRights'
import { tidyName } from '#domain/text/tidyName'

export const roleHandlers: HandlersFor<Calls['roles']> = {
  ...permissionHandlers,
  ...limitHandlers,

  getRole: async ({ id }, { queries }) => {
    const role = await requireRole(queries, id)
    const holders = await queries
      .select({ name: admins.name })
      .from(admins)
      .where(activeWith(id))
      .orderBy(admins.name)
    return { data: [{ ...role, holders: holders.map(({ name }) => name) }] }
  },

  getRoles: async (_input, { queries }) => ({ data: await rolesWhere(queries) }),

  getRolesAndPermission: async ({ role_id }, { queries }) => {
    const listed = role_id ? [await requireRole(queries, role_id)] : await rolesWhere(queries)
    return { data: listed.flatMap(({ id, name, permissions }) => [{ id, name }, permissions]) }
  },

  addRoles: async ({ name, permission }, context) => {
    const { queries, setAuditSubject, now } = context
    const guards = await openGuards(context)
    const roleName = tidyName(name)
    if (isSuperadmin(roleName)) reject('No other role may have the name SuperAdmin.')
    const chosen = await requirePermissions(queries, permission)
    guards.assertCanGrant(chosen.map((one) => one.name))
    const [role] = await queries.insert(roles).values({ name: roleName, createdAt: now }).returning()
    if (!role) throw new Error('No role was made.')
    await setAuditSubject('role', role.id, namesOf(chosen))
    await grantToRole(context, role.id, chosen)
    return { message: 'Role created successfully.' }
  },

  editRoles: async ({ role_id, permission }, context) => {
    const { queries, setAuditSubject } = context
    await setAuditSubject('role', role_id)
    const guards = await openGuards(context)
    const role = await requireRole(queries, role_id)
    await guards.assertCanEditRole(role)
    const chosen = await requirePermissions(queries, permission)
    const added = difference(chosen, role.permissions)
    guards.assertCanGrant(added.map(({ name }) => name))
    const removed = difference(role.permissions, chosen)
    await queries.delete(rolePermissions).where(
      and(
        eq(rolePermissions.roleId, role_id),
        inArray(
          rolePermissions.permissionId,
          removed.map(({ id }) => id),
        ),
      ),
    )
    await grantToRole(context, role_id, added)
    if (growsRights(added)) await recordGrantToRoles(context, [role_id])
    await setAuditSubject('role', role_id, describeChange(added, removed))
    return { message: 'Role updated successfully.' }
  },

  deleteRoles: async ({ role_id }, context) => {
    const { queries, setAuditSubject } = context
    await setAuditSubject('role', role_id)
    const guards = await openGuards(context)
    const role = await requireRole(queries, role_id)
    await guards.assertCanEditRole(role)
    const holders = await queries.$count(admins, activeWith(role_id))
    if (holders > 0)
      reject(
        `${pluralize(holders, 'active admin')} still ${holders === 1 ? 'holds' : 'hold'} this role. Give ${holders === 1 ? 'this admin' : 'each of them'} another role first, or remove it.`,
      )
    // Deleted admins who held it have no role after a reactivation.
    await queries.update(admins).set({ roleId: null }).where(eq(admins.roleId, role_id))
    await queries.delete(roles).where(eq(roles.id, role_id))
    return { message: 'Role deleted successfully.' }
  },
}

const activeWith = (roleId: number) => and(eq(admins.roleId, roleId), isActive)

type Permissions = RoleWithPermissions['permissions']

async function grantToRole({ queries }: Context, roleId: number, chosen: Permissions) {
  if (chosen.length === 0) return
  await queries.insert(rolePermissions).values(chosen.map(({ id }) => ({ roleId, permissionId: id })))
}

const difference = (some: Permissions, others: Permissions) =>
  some.filter(({ id }) => !others.some((one) => one.id === id))

const describeChange = (added: Permissions, removed: Permissions) =>
  [added.length > 0 && `Added: ${namesOf(added)}.`, removed.length > 0 && `Removed: ${namesOf(removed)}.`]
    .filter(Boolean)
    .join(' ')
