import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { LimitKind, LimitStep } from '#contract/calls/limits'
import type { BasisPoints, Kobo } from '#contract/values'
import { momentText, subjectText } from '#domain/feeText'
import { interestKindLabels, penaltyKindLabels, settlementLabels } from '#domain/money/loanTerms'
import { formatNaira } from '#domain/money/kobo'
import { formatRate } from '#domain/money/rates'
import { limitText } from '#domain/limitTexts'
import { termChoices } from '#domain/savings/termsText'
import { activeText } from '#domain/statusText'
import { loanTermWords, savingTermWords } from '#domain/termWords'
import { monthText } from '#domain/time/months'
import { showDate } from '#domain/time/lagos'
import { periodText } from '#domain/time/weekdays'
import { loans, loanTypes } from '../../db/tables/loans'
import { marketDays, savingTypes } from '../../db/tables/money'
import { agents, permissions, roles } from '../../db/tables/schema'

/** Whose name a stored id stands for. */
export type Named = PgTable & { id: PgColumn } & ({ name: PgColumn } | { reference: PgColumn })
/** What a column is called on the screens, and how its value is read there: as it is, by a function, or by the name of its id. */
export type Word = readonly [label: string, read?: ((value: string) => string) | Named]

const money = (value: string) => formatNaira(Number(value) as Kobo)
const rate = (value: string) => formatRate(Number(value) as BasisPoints)
const yesNo = (value: string) => (value === 'true' ? 'Yes' : 'No')
const active = (value: string) => activeText(value === 'true')
const listed = (value: string) => (JSON.parse(value) as string[]).join(', ')
const oneOf = (words: Readonly<Record<string, string>>) => (value: string) => words[value] ?? value
/** A limit of a role: its kind, step and kobo. */
function storedLimit(value: string) {
  const [kind, step, amount] = value.split('/')
  return limitText({
    kind: kind as LimitKind,
    step: Number(step) as LimitStep,
    amount: Number(amount) as Kobo,
  })
}
/** A term in which 0 is none. */
const bound =
  (read: (value: string) => string = String) =>
  (value: string) =>
    value === '0' ? 'None' : read(value)
const [label, loanLabel] = [
  (term: keyof typeof savingTermWords) => savingTermWords[term][0],
  (term: keyof typeof loanTermWords) => loanTermWords[term][0],
]

const commission = {
  charge: [label('charge'), money],
  commission_kind: [label('commission'), oneOf(termChoices.commission)],
  commission_basis_points: [label('commission_rate'), rate],
  cycle_kind: [label('cycle'), oneOf(termChoices.cycle)],
  cycle_days: [label('cycle_days')],
  taken: [label('taken'), oneOf(termChoices.taken)],
  plan_end: [label('plan_end'), oneOf(termChoices.plan_end)],
} as const satisfies Record<string, Word>

/** Every column that a history keeps, by its table; a test finds one that lacks words. */
export const historyWords: Readonly<Record<string, Readonly<Record<string, Word>>>> = {
  customers: {
    first_name: ['First Name'],
    last_name: ['Last Name'],
    phone_number: ['Phone'],
    state: ['State'],
    lga: ['LGA'],
    home_address: ['Home Address'],
    office_address: ['Office Address'],
    user_type: ['User Type'],
    is_active: ['Status', active],
    is_deleted: ['Deleted', yesNo],
    is_frozen: ['Frozen', yesNo],
    takes_messages: ['Messages', (value) => (value === 'true' ? 'On' : 'Off')],
    agent_id: ['Agent', agents],
    assigned_agent_id: ['Assigned Agent', agents],
    id_card_file: ['ID Card'],
  },
  customer_identities: { bvn: ['BVN'], nin: ['NIN'] },
  guarantors: {
    loan_id: ['Guarantor: Loan', loans],
    agent_id: ['Guarantor: Agent', agents],
    first_name: ['Guarantor: First Name'],
    last_name: ['Guarantor: Last Name'],
    phone: ['Guarantor: Phone'],
    address: ['Guarantor: Address'],
    email: ['Guarantor: Email'],
    id_card_file: ['Guarantor: ID Card'],
    utility_file: ['Guarantor: Utility Bill'],
  },
  agents: {
    name: ['Full Name'],
    email: ['Email'],
    phone_number: ['Phone'],
    state: ['State'],
    lga: ['LGA'],
    home_address: ['Home Address'],
    office_address: ['Office Address'],
    profile_photo: ['Photo'],
    status: ['Status'],
    password_hash: ['Password'],
    one_time_password: ['One-Time Password', yesNo],
    pin_hash: ['PIN'],
    two_factor_enabled: ['Two-Step Sign-In', yesNo],
    notification_status: ['Notifications', yesNo],
    upline_agent_id: ['Upline', agents],
  },
  agent_pay_terms: {
    from_month: ['Commission: From', monthText],
    commission_basis_points: ['Commission: of Commissions', rate],
    savings_basis_points: ['Commission: of Savings', rate],
    repayment_basis_points: ['Commission: of Repayments', rate],
  },
  admins: {
    name: ['Full Name'],
    email: ['Email'],
    phone_number: ['Phone'],
    status: ['Status'],
    deleted: ['Deleted', yesNo],
    role_id: ['Role', roles],
    password_hash: ['Password'],
  },
  admin_permissions: { permission_id: ['Own Permission', permissions] },
  roles: { name: ['Name'] },
  role_limits: { shown: ['Limit', storedLimit] },
  role_permissions: { permission_id: ['Permission', permissions] },
  savings: {
    saving_type_id: ['Savings Type', savingTypes],
    market_id: ['Market Day', marketDays],
    fixed_amount: ['Fixed Amount', money],
    interest_basis_points: [label('interest'), rate],
    penalty_basis_points: ['Penalty', rate],
    ...commission,
    status: ['Status'],
    deposit_type: ['Deposit Type'],
    duration: ['Duration'],
    due_date: ['Due Date', showDate],
  },
  plan_changes: {
    from_day: ['New Plan: From', showDate],
    fixed_amount: ['New Plan: Fixed Amount', money],
    deposit_type: ['New Plan: Deposit Type'],
    market_id: ['New Plan: Market Day', marketDays],
  },
  saving_types: {
    name: ['Name'],
    category: ['Category'],
    interest_basis_points: [label('interest'), rate],
    ...commission,
    status: ['Status'],
  },
  loan_types: {
    name: ['Name'],
    description: ['Description'],
    interest_basis_points: [loanLabel('interest_rate'), rate],
    penalty_basis_points: [loanLabel('penalty_rate'), rate],
    grace_days: [loanLabel('grace_days')],
    periods: [loanLabel('periods'), listed],
    interest_kind: [loanLabel('interest_kind'), oneOf(interestKindLabels)],
    settlement: [loanLabel('settlement'), oneOf(settlementLabels)],
    penalty_kind: [loanLabel('penalty_kind'), oneOf(penaltyKindLabels)],
    penalty_amount: [loanLabel('penalty_amount'), bound(money)],
    penalty_ceiling: [loanLabel('penalty_ceiling'), bound(rate)],
    security_basis_points: [loanLabel('security_rate'), bound(rate)],
    least_guarantors: [loanLabel('least_guarantors'), bound()],
    least_amount: [loanLabel('least_amount'), bound(money)],
    most_amount: [loanLabel('most_amount'), bound(money)],
    least_times: [loanLabel('least_times'), bound()],
    most_times: [loanLabel('most_times'), bound()],
    savings_wanted: [loanLabel('savings_wanted'), bound(rate)],
    status: ['Status'],
  },
  fees: {
    name: ['Name'],
    kind: ['Kind'],
    amount: ['Amount', bound(money)],
    basis_points: ['Percentage', bound(rate)],
    applies_to: ['For', (value) => subjectText({ applies_to: value as 'loan', loan_type_name: null })],
    loan_type_id: ['Loan Type', loanTypes],
    moment: ['Paid', (value) => momentText(value as 'registration')],
    status: ['Status'],
  },
  market_days: {
    name: ['Name'],
    period: ['Period', (value) => periodText(Number(value))],
    every_days: ['Every', (value) => `${value} days`],
    first_day: ['First Day', showDate],
    state: ['State'],
    lga: ['LGA'],
    status: ['Status'],
  },
}

/** Columns of which a history keeps only that they changed; their triggers have the same (migration "record_changes"). */
export const sealedColumns: Readonly<Record<string, readonly string[]>> = {
  customers: ['id_card_file'],
  customer_identities: ['bvn', 'nin'],
  guarantors: ['id_card_file', 'utility_file'],
  agents: ['password_hash', 'pin_hash', 'profile_photo'],
  admins: ['password_hash'],
}

/** A stored value as the screens have it. `name` is what an id stands for, null once its row is gone. */
export function valueText(
  { part, column }: { part: string; column: string },
  value: string | null,
  name: string | null = null,
): string | null {
  if (value === null || value === '') return null
  if (sealedColumns[part]?.includes(column)) return 'Sealed'
  const [, read] = historyWords[part]?.[column] ?? []
  if (read === undefined) return value
  return typeof read === 'function' ? read(value) : (name ?? `Deleted, id ${value}`)
}
