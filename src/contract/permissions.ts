/**
 * Every permission name of the product, by family (spec 1 and 2, point 6).
 * The screens of roles group their checkboxes by these families.
 */
export const permissionFamilies = {
  Admin: [
    'can-view-admin',
    'can-create-admin',
    'can-edit-admin',
    'can-delete-admin',
    'can-reset-admin-password',
    'can-reactivate-admin-account',
    'can-assign-role',
    'can-credit-main-wallet',
  ],
  Role: ['can-view-roles', 'can-create-role', 'can-edit-role', 'can-delete-roles'],
  Permission: [
    'can-view-permission',
    'can-create-permission',
    'can-edit-permission',
    'can-delete-permission',
    'can-assign-permission',
  ],
  Agent: [
    'can-view-agent',
    'can-create-agent',
    'can-edit-agent',
    'can-delete-agent',
    'can-view-agent-details',
    'can-view-more-agent-details',
    'can-view-agent-device',
    'can-view-agent-downline',
    'can-view-agent-targets',
    'can-view-agent-history',
    'can-reactivate-agent-account',
    'can-reset-agent-password',
    'can-set-device',
    'can-approve-device',
    'can-disapprove-device',
    'can-delete-device',
  ],
  Customer: [
    'can-view-customer',
    'can-view-customer-details',
    'can-credit-customer',
    'can-reassign-customer-to-agent',
  ],
  Saving: [
    'can-view-saving',
    'can-view-saving-portfolio',
    'can-view-saving-details',
    'can-view-saving-history',
    'can-edit-saving-type',
    'can-create-saving-type',
  ],
  Loan: [
    'can-view-loan',
    'can-view-loan-portfolio',
    'can-view-pending-loan',
    'can-view-overdue-loan',
    'can-view-approved-loan',
    'can-view-loan-details',
    'can-view-loan-history',
    'can-view-loan-disbursement',
    'can-edit-loan-type',
    'can-do-first-approval',
    'can-do-second-approval',
    'can-update-interest',
  ],
  Request: ['can-view-request', 'can-create-request'],
  'Market day': [
    'can-view-market-day',
    'can-view-market-list',
    'can-create-market-day',
    'can-edit-market-day',
    'can-delete-market-day',
    'can-set-market-day-active/inactive',
  ],
  Withdrawal: ['can-view-withdrawal', 'can-create-withdrawal', 'can-approve-withdrawal'],
  Guarantor: ['can-view-guarantor'],
  Export: ['can-download-csv-file', 'can-filter-data'],
  All: ['can-view-all'],
} as const

export type PermissionFamily = keyof typeof permissionFamilies
export type Permission = (typeof permissionFamilies)[PermissionFamily][number]

export const permissionCatalogue: readonly Permission[] = Object.values(permissionFamilies).flat()

/** What a call or a route asks of the caller. There is no default: each names one. */
export type Access =
  | 'public'
  | 'loginToken'
  | 'session'
  | { role: 'superadmin'; and?: Permission }
  | { anyOf: readonly Permission[] }

/** Any one of these permissions is enough. */
export const anyOf = (...permissions: Permission[]): Access => ({ anyOf: permissions })

/** Who asks: the part of a session that access depends on. */
export type Actor = {
  adminId: number
  role: string | null
  permissions: ReadonlySet<string>
  stage: 'loginToken' | 'signedIn'
}

/** Role labels are compared without case and spaces: 'SuperAdmin', 'super admin' (readings). */
export const isSuperadmin = (role: string | null | undefined) =>
  (role ?? '').toLowerCase().replaceAll(/\s/g, '') === 'superadmin'

/**
 * Whether the actor may do what `access` names. can-view-all opens every read and every screen,
 * and never a change (contract, "Calls").
 */
export function may(actor: Actor | null, access: Access, kind: 'read' | 'write' | 'route'): boolean {
  if (access === 'public') return true
  if (!actor) return false
  if (access === 'loginToken') return actor.stage === 'loginToken'
  if (actor.stage !== 'signedIn') return false
  if (access === 'session') return true
  if ('role' in access) return isSuperadmin(actor.role) && (!access.and || actor.permissions.has(access.and))
  if (kind !== 'write' && actor.permissions.has('can-view-all')) return true
  return access.anyOf.some((permission) => actor.permissions.has(permission))
}
