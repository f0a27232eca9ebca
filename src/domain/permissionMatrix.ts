import type { Permission } from '#contract/permissionCatalogue'

export const matrixColumns = ['see', 'make', 'change', 'decide'] as const
export type MatrixColumn = (typeof matrixColumns)[number]

type Cell = readonly (readonly [Permission, string])[]
type Row = { thing: string } & Partial<Record<MatrixColumn, Cell>>
type Area = { area: string; rows: readonly Row[] }

/** A permission as people read it. */
export type NamedPermission = { code: string; name: string }
export type MatrixRow = { thing: string } & Record<MatrixColumn, NamedPermission[]>
export type MatrixArea = { area: string; rows: MatrixRow[]; codes: string[] }

/** The permission that is a switch above the matrix: it opens every screen. */
export const viewAll: Permission = 'can-view-all'
const otherArea = 'Other'

/** Where each permission stands in the matrix of a role, with its plain name: what admins see, make, change and decide. */
const areas: readonly Area[] = [
  {
    area: 'Loans',
    rows: [
      {
        thing: 'Loans',
        see: [
          ['can-view-loan', 'Loans'],
          ['can-view-loan-details', 'Loan details'],
        ],
        make: [['can-create-loan', 'Apply for a loan']],
        change: [
          ['can-reschedule-loan', 'Reschedule'],
          ['can-set-off-loan', 'Set off security'],
          ['can-write-off-loan', 'Write off'],
        ],
      },
      {
        thing: 'Pending',
        see: [['can-view-pending-loan', 'Pending loans']],
        change: [['can-update-interest', 'Interest of an application']],
        decide: [
          ['can-do-first-approval', 'First approval'],
          ['can-do-second-approval', 'Second approval'],
        ],
      },
      {
        thing: 'Late',
        see: [
          ['can-view-overdue-loan', 'Overdue loans'],
          ['can-view-arrears', 'Arrears'],
        ],
        change: [['can-edit-arrears-terms', 'Buckets and provision']],
      },
      {
        thing: 'Other lists',
        see: [
          ['can-view-approved-loan', 'Approved loans'],
          ['can-view-loan-portfolio', 'Portfolio, paid'],
          ['can-view-loan-history', 'History, repayments'],
          ['can-view-loan-disbursement', 'Disbursement'],
        ],
      },
      {
        thing: 'Guarantors',
        see: [['can-view-guarantor', 'Guarantors']],
        make: [['can-add-guarantor', 'Add a guarantor']],
      },
      {
        thing: 'Loan types',
        make: [['can-create-loan-type', 'New loan type']],
        change: [['can-edit-loan-type', 'Loan types']],
      },
    ],
  },
  {
    area: 'Savings and withdrawals',
    rows: [
      {
        thing: 'Savings',
        see: [
          ['can-view-saving', 'Savings'],
          ['can-view-saving-portfolio', 'Portfolio'],
          ['can-view-saving-details', 'Details'],
          ['can-view-saving-history', 'History'],
        ],
        make: [['can-open-saving', 'Open a wallet']],
        change: [['can-close-saving', 'Close a wallet']],
      },
      {
        thing: 'Payouts',
        make: [['can-request-payout', 'Request a payout']],
        decide: [['can-approve-payout', 'Payouts']],
      },
      {
        thing: 'Saving types',
        make: [['can-create-saving-type', 'New saving type']],
        change: [['can-edit-saving-type', 'Saving types']],
      },
      {
        thing: 'Withdrawals',
        see: [['can-view-withdrawal', 'Withdrawals, reports']],
        make: [['can-create-withdrawal', 'Request a withdrawal']],
        decide: [['can-approve-withdrawal', 'Withdrawals']],
      },
    ],
  },
  {
    area: 'Collecting',
    rows: [
      {
        thing: 'Sheets',
        see: [['can-view-collection', 'Collections']],
        make: [['can-record-collection', 'Record a collection']],
        decide: [['can-approve-collection', 'Sheets of closed days']],
      },
      {
        thing: 'Cash',
        see: [
          ['can-view-remittance', "Agents' cash"],
          ['can-view-day-close', "Day's close"],
        ],
        make: [['can-record-remittance', 'Count a remittance']],
      },
      {
        thing: 'Business day',
        change: [['can-close-day', 'Close a day']],
        decide: [['can-open-day', 'Open a closed day']],
      },
      {
        thing: 'Tills',
        see: [['can-view-till', 'Tills, vault and bank']],
        make: [
          ['can-open-till', 'Open a till'],
          ['can-move-bank', 'Move cash to and from the bank'],
        ],
        change: [['can-edit-till', 'Tills']],
      },
      {
        thing: 'Reversals',
        make: [['can-request-reversal', 'Request a reversal']],
        decide: [['can-approve-reversal', 'Reversals']],
      },
      { thing: 'Calendar', change: [['can-edit-calendar', 'Days without collection']] },
    ],
  },
  {
    area: 'People',
    rows: [
      {
        thing: 'Customers',
        see: [
          ['can-view-customer', 'Customers'],
          ['can-view-customer-details', 'Customer details'],
          ['can-view-customer-identity', 'BVN and NIN'],
        ],
        make: [
          ['can-register-customer', 'Register a customer'],
          ['can-credit-customer', 'Credit a customer'],
        ],
        change: [
          ['can-edit-customer', 'Customer'],
          ['can-change-customer-status', 'Status of a customer'],
          ['can-reassign-customer-to-agent', 'Agent of a customer'],
          ['can-freeze-customer', 'Freeze a customer'],
        ],
        decide: [
          ['can-approve-credit', 'Requested credits'],
          ['can-approve-messages-off', 'Messages switched off'],
        ],
      },
      {
        thing: 'Agents',
        see: [
          ['can-view-agent', 'Agents'],
          ['can-view-agent-details', 'Agent details'],
          ['can-view-more-agent-details', 'More agent details'],
        ],
        make: [['can-create-agent', 'New agent']],
        change: [
          ['can-edit-agent', 'Agent'],
          ['can-reset-agent-password', 'Password of an agent'],
          ['can-reactivate-agent-account', 'Suspend, reactivate'],
          ['can-delete-agent', 'Delete an agent'],
        ],
      },
      {
        thing: 'Field work',
        see: [
          ['can-view-agent-downline', 'Downlines'],
          ['can-view-agent-targets', 'Targets'],
          ['can-view-agent-history', 'Activity'],
        ],
        change: [['can-edit-target', 'Target of an agent']],
      },
      {
        thing: "Agents' pay",
        see: [['can-view-agent-pay', 'Statements']],
        make: [['can-pay-agent', 'Pay an agent']],
        change: [['can-edit-agent-pay', 'Rates, statements']],
      },
      {
        thing: 'Agent devices',
        see: [['can-view-agent-device', 'Devices']],
        change: [
          ['can-set-device', 'Primary device'],
          ['can-delete-device', 'Delete a device'],
        ],
        decide: [
          ['can-approve-device', 'Approve a device'],
          ['can-disapprove-device', 'Disapprove a device'],
        ],
      },
    ],
  },
  {
    area: 'Business',
    rows: [
      {
        thing: 'Fund requests',
        see: [['can-view-request', 'Fund requests']],
        make: [['can-create-request', 'Request funds']],
      },
      {
        thing: 'Books',
        see: [['can-view-books', 'Books']],
        change: [['can-edit-books', 'Account codes']],
      },
      {
        thing: 'Expenses',
        see: [['can-view-expense', 'Expenses']],
        make: [['can-request-expense', 'Request an expense']],
      },
      { thing: 'Main wallet', make: [['can-credit-main-wallet', 'Credit the main wallet']] },
      {
        thing: 'Fees',
        see: [['can-view-fee', 'Fees']],
        make: [['can-take-fee', 'Take a fee']],
        change: [['can-edit-fee', 'Fees of the business']],
      },
      { thing: 'Terms', decide: [['can-approve-terms', 'Terms of types']] },
      {
        thing: 'Settings',
        make: [['can-edit-setting', 'Request a setting']],
        decide: [['can-approve-setting', 'Settings']],
      },
      {
        thing: 'Market days',
        see: [
          ['can-view-market-day', 'Market days'],
          ['can-view-market-list', 'Market list'],
        ],
        make: [['can-create-market-day', 'New market day']],
        change: [
          ['can-edit-market-day', 'Market day'],
          ['can-set-market-day-active/inactive', 'Status of a market day'],
          ['can-delete-market-day', 'Delete a market day'],
        ],
      },
      {
        thing: 'Files',
        see: [
          ['can-download-csv-file', 'CSV and Excel files'],
          ['can-filter-data', 'Filters of reports'],
          ['can-export-customer', 'All of a customer'],
          ['can-export-all', 'All books'],
        ],
        make: [['can-import', 'Import books']],
      },
    ],
  },
  {
    area: 'Admins and roles',
    rows: [
      {
        thing: 'Admins',
        see: [['can-view-admin', 'Admins']],
        make: [['can-create-admin', 'New admin']],
        change: [
          ['can-edit-admin', 'Phone of an admin'],
          ['can-reset-admin-password', 'Password of an admin'],
          ['can-reactivate-admin-account', 'Reactivate an admin'],
          ['can-delete-admin', 'Delete an admin'],
        ],
      },
      {
        thing: 'Roles',
        see: [['can-view-roles', 'Roles']],
        make: [['can-create-role', 'New role']],
        change: [
          ['can-edit-role', 'Role'],
          ['can-assign-role', 'Role of an admin'],
          ['can-delete-roles', 'Delete a role'],
        ],
      },
      {
        thing: 'Permissions',
        see: [['can-view-permission', 'Permissions']],
        make: [['can-create-permission', 'New permission']],
        change: [
          ['can-edit-permission', 'Permission'],
          ['can-assign-permission', 'Permissions of an admin'],
          ['can-delete-permission', 'Delete a permission'],
        ],
      },
      { thing: 'History', see: [['can-view-history', 'History of a record']] },
    ],
  },
]

const plainNames = new Map<string, string>(
  areas.flatMap(({ rows }) => rows.flatMap((row) => matrixColumns.flatMap((column) => row[column] ?? []))),
)

/** The plain name of a permission; of one that the matrix does not know its code. */
export const plainNameOf = (code: string): string =>
  code === viewAll ? 'View all' : (plainNames.get(code) ?? code)

/** The matrix of these permissions, without empty rows. Those that it does not know are in the area Other, never lost. */
export function permissionMatrix(codes: readonly string[]): MatrixArea[] {
  const all = new Set(codes)
  const known = areas.map(({ area, rows }) =>
    areaOf(
      area,
      rows.map((row) => rowOf(row.thing, (column) => (row[column] ?? []).filter(([code]) => all.has(code)))),
    ),
  )
  const others = codes
    .filter((code) => code !== viewAll && !plainNames.has(code))
    .map((code) => rowOf(code, (column) => (column === 'see' ? [[code, code]] : [])))
  return [...known, areaOf(otherArea, others)].filter(({ rows }) => rows.length > 0)
}

/** The matrix with the rows whose area, thing, names or codes contain the text. */
export function searchMatrix(matrix: readonly MatrixArea[], text: string): MatrixArea[] {
  const wanted = text.trim().toLowerCase()
  const hits = (...words: string[]) => words.some((word) => word.toLowerCase().includes(wanted))
  return matrix
    .map((one) => ({
      ...one,
      rows: one.rows.filter(
        (row) => hits(row.thing) || cellsOf(row).some(({ code, name }) => hits(code, name)),
      ),
    }))
    .filter(({ rows }) => rows.length > 0)
}

/** Things that these permissions both let an admin make and decide on: nobody should do both alone. */
export const madeAndDecided = (matrix: readonly MatrixArea[], chosen: ReadonlySet<string>): string[] =>
  matrix
    .flatMap(({ rows }) => rows)
    .filter(({ make, decide }) => [make, decide].every((cell) => cell.some(({ code }) => chosen.has(code))))
    .map(({ thing }) => thing)

const cellsOf = (row: MatrixRow) => matrixColumns.flatMap((column) => row[column])

function areaOf(area: string, rows: readonly MatrixRow[]): MatrixArea {
  const some = rows.filter((row) => cellsOf(row).length > 0)
  return { area, rows: some, codes: some.flatMap((row) => cellsOf(row).map(({ code }) => code)) }
}

function rowOf(
  thing: string,
  cell: (column: MatrixColumn) => readonly (readonly [string, string])[],
): MatrixRow {
  const named = (column: MatrixColumn) => cell(column).map(([code, name]) => ({ code, name }))
  return { thing, see: named('see'), make: named('make'), change: named('change'), decide: named('decide') }
}
