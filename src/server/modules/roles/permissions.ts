import { eq, sql } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import type { HandlersFor } from '../../handler'
import type { Queries } from '../../db/database'
import { adminPermissions, admins, permissions, rolePermissions, roles } from '../../db/tables/schema'
import { openGuards } from '../../auth/guards'
import { newestFirst } from '../../lists/conditions'
import { pluralize } from '#domain/money/figures'
import { reject } from '../../errors/refusals'
import { directPermissions } from '../../people/roleRights'
import { tidyName } from '#domain/text/tidyName'

type PermissionCalls = Pick<
  Calls['roles'],
  | 'getPermission'
  | 'getDirectPermissions'
  | 'getPermissions'
  | 'createPermission'
  | 'editPermission'
  | 'deletePermission'
>

const row = { id: permissions.id, name: permissions.name }

export const permissionHandlers: HandlersFor<PermissionCalls> = {
  getPermission: async ({ id }, { queries }) => ({ data: [await requirePermission(queries, id)] }),

  getDirectPermissions: async ({ admin_id }, { queries }) => {
    if ((await queries.$count(admins, eq(admins.id, admin_id))) === 0)
      return reject(`Admin with ID ${admin_id} not found`)
    return { data: await directPermissions(queries, admin_id) }
  },

  getPermissions: async (_input, { queries }) => ({
    data: await queries
      .select(row)
      .from(permissions)
      .orderBy(...newestFirst(permissions)),
  }),

  /** SuperAdmin gets a new permission at once, and can grant it. */
  createPermission: async ({ name }, context) => {
    const { queries, setAuditSubject, now } = context
    await openGuards(context)
    const [created] = await queries
      .insert(permissions)
      .values({ name: tidyName(name), createdAt: now })
      .returning(row)
    if (!created) throw new Error('No permission was made.')
    await setAuditSubject('permission', created.id, created.name)
    await queries.insert(rolePermissions).select(
      queries
        .select({ roleId: roles.id, permissionId: sql<number>`${created.id}::bigint`.as('permission_id') })
        .from(roles)
        .where(eq(roles.name, 'SuperAdmin')),
    )
    return { message: 'Permission created successfully.' }
  },

  editPermission: async ({ permission_id, name }, context) => {
    const { queries, setAuditSubject } = context
    await setAuditSubject('permission', permission_id)
    const guards = await openGuards(context)
    const permission = await requirePermission(queries, permission_id)
    assertNotBuiltIn(permission.name, 'renamed')
    if (guards.holds(permission.name) && !guards.actorIsSuperadmin)
      reject('You cannot rename a permission that you hold yourself.')
    const tidy = tidyName(name)
    await queries.update(permissions).set({ name: tidy }).where(eq(permissions.id, permission_id))
    await setAuditSubject('permission', permission_id, `From ${permission.name} to ${tidy}`)
    return { message: 'Permission updated successfully.' }
  },

  deletePermission: async ({ permission_id }, context) => {
    const { queries, setAuditSubject } = context
    await setAuditSubject('permission', permission_id)
    await openGuards(context)
    const permission = await requirePermission(queries, permission_id)
    assertNotBuiltIn(permission.name, 'deleted')
    const inRoles = await queries.$count(
      rolePermissions,
      sql`${rolePermissions.permissionId} = ${permission_id} and ${rolePermissions.roleId} <> (select ${roles.id} from ${roles} where ${roles.name} = 'SuperAdmin')`,
    )
    const direct = await queries.$count(adminPermissions, eq(adminPermissions.permissionId, permission_id))
    if (inRoles + direct > 0)
      reject(`${pluralize(inRoles, 'role')} and ${pluralize(direct, 'admin')} still hold this permission.`)
    await setAuditSubject('permission', permission_id, permission.name)
    await queries.delete(permissions).where(eq(permissions.id, permission_id))
    return { message: 'Permission deleted successfully.' }
  },
}

async function requirePermission(queries: Queries, id: number) {
  const [permission] = await queries.select(row).from(permissions).where(eq(permissions.id, id))
  return permission ?? reject(`Permission with ID ${id} not found`)
}

/** The code refers to these permissions by name. */
function assertNotBuiltIn(name: string, what: 'renamed' | 'deleted') {
  if ((permissionCatalogue as readonly string[]).includes(name))
    reject(`${name} is part of the program and cannot be ${what}.`)
}
