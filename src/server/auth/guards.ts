import { and, eq, isNull, sql } from 'drizzle-orm'
import { isSuperadmin } from '#contract/permissions'
import type { Queries } from '../db/database'
import { admins, roles } from '../db/tables/schema'
import type { Context } from '../handler'
import { reject } from '../errors/refusals'

/**
 * Who may act on whom (rules.md, "Acting on others"). Takes a lock, so that changes of rights run one at a time and the
 * actor's rights hold until the commit. This also keeps one active superadmin: two of them can't demote each other at
 * once.
 */
export async function openGuards({ queries, actorNow }: Pick<Context, 'queries' | 'actorNow'>) {
  await queries.execute(sql`select pg_advisory_xact_lock(${rightsLock})`)
  const actor = await actorNow()
  const actorIsSuperadmin = isSuperadmin(actor.role)

  /** Covers direct grants and roles that are assigned, created or edited. */
  function assertCanGrant(permissions: readonly string[]) {
    const missing = permissions.filter((name) => !actor.permissions.has(name))
    if (actorIsSuperadmin || missing.length === 0) return
    const some = missing.slice(0, 3).join(', ')
    const more = missing.length > 3 ? ` and ${missing.length - 3} more` : ''
    reject(`You can only grant permissions that you hold yourself. You do not hold ${some}${more}.`)
  }

  return {
    assertCanGrant,
    holds: (permission: string) => actor.permissions.has(permission),
    actorIsSuperadmin,

    assertNotSelf(adminId: number, message: string) {
      if (adminId === actor.adminId) reject(message)
    },
    assertCanChange(admin: { role: string | null }) {
      if (isSuperadmin(admin.role) && !actorIsSuperadmin)
        reject('Only a superadmin can change the account of a superadmin.')
    },
    assertCanAssign(role: { name: string; permissions: readonly { name: string }[] }) {
      if (isSuperadmin(role.name) && !actorIsSuperadmin) reject('Only a superadmin can make a superadmin.')
      assertCanGrant(role.permissions.map(({ name }) => name))
    },
    /** An admin can't edit their own role: that would change their own permissions. */
    async assertCanEditRole(role: { id: number; name: string }) {
      if (isSuperadmin(role.name)) reject('The SuperAdmin role cannot be changed or deleted.')
      const own = and(eq(admins.id, actor.adminId), eq(admins.roleId, role.id))
      if ((await queries.$count(admins, own)) > 0)
        reject('You cannot change the role that you hold yourself.')
    },
  }
}

/** Advisory locks: 4300 base data, 4301 activity log, 4302 rights, 4303 start (docs/change/reference.md, "Locks"). */
const rightsLock = 4302

type AccountRequirements = {
  state: 'active' | 'inactive'
  /** The refusal when admins act on themselves; without it they may. */
  selfMessage?: string
}

/** The first step of every change of an account: sets the audit subject, checks rights, existence and state. */
export async function guardAccount(
  context: Context,
  adminId: number,
  { state, selfMessage }: AccountRequirements,
) {
  await context.setAuditSubject('admin', adminId)
  const guards = await openGuards(context)
  const admin = await findAdmin(context.queries, adminId)
  if (selfMessage) guards.assertNotSelf(admin.id, selfMessage)
  guards.assertCanChange(admin)
  if (admin.isActive !== (state === 'active'))
    reject(
      state === 'active'
        ? 'This admin is inactive. Reactivate the account first.'
        : 'This admin is active. Delete the account first.',
    )
  return { admin, guards }
}

/** Active or not; permanently deleted admins are not found. */
async function findAdmin(queries: Queries, id: number) {
  const [admin] = await queries
    .select({
      id: admins.id,
      email: admins.email,
      roleId: admins.roleId,
      role: roles.name,
      isActive: sql<boolean>`${admins.status} = 'active' and not ${admins.deleted}`,
    })
    .from(admins)
    .leftJoin(roles, eq(roles.id, admins.roleId))
    .where(and(eq(admins.id, id), isNull(admins.anonymisedAt)))
  return admin ?? reject(`Admin with ID ${id} not found`)
}
