/**
 * Every permission name of the product, by family.
 * The role screens group their checkboxes by these families. In its own file, so that sign-in does not load the names.
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
