import { eq, inArray, type SQL } from 'drizzle-orm'
import type { RoleLimit } from '#contract/calls/limits'
import type { ListedPermission, RoleWithPermissions } from '#contract/calls/session'
import type { Queries } from '../db/database'
import { roleLimits } from '../db/tables/limits'
import { adminPermissions, admins, permissions, rolePermissions, roles } from '../db/tables/schema'
import { newestFirst } from '../lists/conditions'
import { reject } from '../errors/refusals'

const permissionRow = { id: permissions.id, name: permissions.name }

/** Roles with their permissions, newest first. */
export async function rolesWhere(queries: Queries, where?: SQL): Promise<RoleWithPermissions[]> {
  const rows = await queries
    .select({ id: roles.id, name: roles.name })
    .from(roles)
    .where(where)
    .orderBy(...newestFirst(roles))
  const ids = rows.map(({ id }) => id)
  const held = await queries
    .select({ roleId: rolePermissions.roleId, ...permissionRow })
    .from(rolePermissions)
    .innerJoin(permissions, eq(permissions.id, rolePermissions.permissionId))
    .where(inArray(rolePermissions.roleId, ids))
    .orderBy(permissions.id)
  return rows.map((role) => ({
    ...role,
    permissions: held.filter(({ roleId }) => roleId === role.id).map(({ id, name }) => ({ id, name })),
  }))
}

export async function requireRole(queries: Queries, id: number): Promise<RoleWithPermissions> {
  const [role] = await rolesWhere(queries, eq(roles.id, id))
  return role ?? reject(`Role with ID ${id} not found`)
}

export const directPermissions = (queries: Queries, adminId: number): Promise<ListedPermission[]> =>
  queries
    .select(permissionRow)
    .from(adminPermissions)
    .innerJoin(permissions, eq(permissions.id, adminPermissions.permissionId))
    .where(eq(adminPermissions.adminId, adminId))
    .orderBy(permissions.id)

/** An admin's role with its permissions, and the direct ones. */
export const rightsOf = async (queries: Queries, adminId: number) => ({
  roles: await rolesWhere(
    queries,
    inArray(roles.id, queries.select({ id: admins.roleId }).from(admins).where(eq(admins.id, adminId))),
  ),
  permissions: await directPermissions(queries, adminId),
})

/** The permissions with these names, without duplicates; rejects if one does not exist. */
export async function requirePermissions(
  queries: Queries,
  names: readonly string[],
): Promise<ListedPermission[]> {
  const uniqueNames = [...new Set(names)]
  const rows = await queries
    .select(permissionRow)
    .from(permissions)
    .where(inArray(permissions.name, uniqueNames))
  if (rows.length < uniqueNames.length)
    reject('One of these permissions does not exist. Load the list again.')
  return rows
}

/** The names, as text for the activity log. */
export const namesOf = (some: readonly { name: string }[]) => some.map(({ name }) => name).join(', ')

/** The limits of a role; none without a role. */
export const limitsOf = async (queries: Queries, roleId: number | null): Promise<RoleLimit[]> =>
  roleId === null
    ? []
    : ((await queries
        .select({ kind: roleLimits.kind, step: roleLimits.step, amount: roleLimits.amount })
        .from(roleLimits)
        .where(eq(roleLimits.roleId, roleId))
        .orderBy(roleLimits.id)) as RoleLimit[])

/** Whether other limits let decide on more than these. */
export const areRaised = (before: readonly RoleLimit[], after: readonly RoleLimit[]) =>
  before.some(({ kind, step, amount }) => {
    const next = after.find((one) => one.kind === kind && one.step === step)
    return next === undefined || next.amount > amount
  })
