import type { Permission } from './permissionCatalogue'

/** What a call or a route requires of the caller. There is no default. */
export type Access =
  | 'public'
  | 'loginToken'
  | 'session'
  | { role: 'superadmin'; and?: Permission }
  | { anyOf: readonly Permission[]; withoutViewAll?: true; tellsBalances?: true }

/** Any one of these permissions is enough. */
export const anyOf = (...permissions: Permission[]) => ({ anyOf: permissions }) satisfies Access
/** Any one of these permissions is enough; can-view-all is not, even for a read. */
export const onlyWith = (...permissions: Permission[]) =>
  ({ anyOf: permissions, withoutViewAll: true }) satisfies Access

/** What tells the balances of business wallets: the superadmin's alone where the business hides them (rules.md, "Business wallet balances"). */
export const tellingBalances = <A extends Extract<Access, { anyOf: unknown }>>(access: A) => ({
  ...access,
  tellsBalances: true as const,
})

/** The part of a session that access depends on. */
export type Actor = {
  adminId: number
  role: string | null
  permissions: ReadonlySet<string>
  stage: 'loginToken' | 'signedIn'
  /** The business hides the balances of its wallets (HIDE_BUSINESS_BALANCES). */
  balancesHidden?: boolean
}

/** Permissions that only show something, or files of it. */
export const isViewing = (permission: string) =>
  permission.startsWith('can-view-') || ['can-download-csv-file', 'can-filter-data'].includes(permission)

/** Role labels are compared without case and spaces: 'SuperAdmin', 'super admin' (rules.md, "Role names"). */
export const isSuperadmin = (role: string | null | undefined) =>
  (role ?? '').toLowerCase().replaceAll(/\s/g, '') === 'superadmin'

/**
 * Whether the actor has this access. can-view-all opens every read and screen that requires permissions; never a change,
 * nor what is for superadmins only, nor a customer's identity numbers (rules.md, "View all").
 */
export function can(actor: Actor | null, access: Access, kind: 'read' | 'write' | 'route'): boolean {
  if (access === 'public') return true
  if (!actor) return false
  if (access === 'loginToken') return actor.stage === 'loginToken'
  if (actor.stage !== 'signedIn') return false
  if (access === 'session') return true
  if ('role' in access) return isSuperadmin(actor.role) && (!access.and || actor.permissions.has(access.and))
  if (access.tellsBalances && actor.balancesHidden && !isSuperadmin(actor.role)) return false
  if (kind !== 'write' && !access.withoutViewAll && actor.permissions.has('can-view-all')) return true
  return access.anyOf.some((permission) => actor.permissions.has(permission))
}
