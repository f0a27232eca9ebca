import pg from 'pg'
import { afterAll } from 'vitest'
import type { Records } from '#contract/call'

/** The records that a table's rows belong to; null for what no screen shows: sessions, keys, row counts. */
export const recordsOf: Record<string, Records | null> = {
  ledger_accounts: 'ledger',
  ledger_entries: 'ledger',
  ledger_postings: 'ledger',
  loans: 'loans',
  loan_repayment_schedule: 'loans',
  loan_history: 'loans',
  loan_rate_changes: 'loans',
  loan_changes: 'loanChanges',
  loan_types: 'loanTypes',
  savings: 'savings',
  savings_history: 'savings',
  saving_types: 'savingTypes',
  term_changes: 'termChanges',
  tills: 'tills',
  till_sessions: 'tills',
  bank_movements: 'bank',
  business_settings: 'businessSettings',
  setting_changes: 'settingChanges',
  fund_requests: 'requests',
  withdrawals: 'withdrawals',
  credit_requests: 'credits',
  customer_freezes: 'freezes',
  messages_off_requests: 'messagesOff',
  role_limits: 'rights',
  // Each is of a change of rights, which the activity log has.
  rights_grants: 'activity',
  agent_pay_terms: 'agentPay',
  agent_statements: 'agentPay',
  agent_statement_rows: 'agentPay',
  agent_payments: 'agentPay',
  agent_targets: 'agentTargets',
  agent_payouts: 'withdrawals',
  payout_batches: 'payouts',
  payout_items: 'payouts',
  remittances: 'cash',
  cash_differences: 'cash',
  collections: 'collections',
  collection_lines: 'collections',
  sheet_requests: 'sheetRequests',
  sheet_request_lines: 'sheetRequests',
  customer_messages: 'messages',
  reversals: 'reversals',
  runs: 'runs',
  reopenings: 'reopenings',
  business_days: 'businessDays',
  day_openings: 'businessDays',
  run_items: 'runs',
  day_figures: 'runs',
  interest_corrections: 'savings',
  savings_cycles: 'savings',
  // Kept from savings and their history.
  last_deposits: 'savings',
  plan_changes: 'savings',
  loan_recoveries: 'loans',
  fees: 'fees',
  loan_fees: 'loans',
  // Each has an entry.
  fee_payments: 'ledger',
  // A hold is seen in the loan and in the wallet's account.
  holds: 'loans',
  book_parts: 'ledger',
  book_entries: 'ledger',
  book_accounts: 'books',
  expense_categories: 'expenses',
  expenses: 'expenses',
  arrears_terms: 'arrearsTerms',
  // Kept from loans, their balances, and their customers' agents and savings.
  open_loans: 'loans',
  // Kept from open loans; each customer has a row from the registration on. Reading it reads loans.
  customer_debts: null,
  customers: 'customers',
  customer_identities: 'identities',
  guarantor_identities: 'identities',
  customer_reassignments: 'reassignments',
  guarantors: 'guarantors',
  market_days: 'markets',
  collection_calendars: 'calendar',
  holidays: 'calendar',
  agents: 'agents',
  agent_devices: 'devices',
  agent_activity: 'agentActivity',
  device_tokens: null,
  used_nonces: null,
  // What a device has, and the replies to what it sent.
  customer_syncs: null,
  field_uploads: null,
  field_acts: null,
  field_batches: 'fieldBatches',
  field_lines: 'fieldBatches',
  late_batches: 'fieldBatches',
  admins: 'admins',
  // An account that is locked after failed sign-ins is shown as a state of its admin.
  sign_in_throttles: 'admins',
  roles: 'rights',
  permissions: 'rights',
  role_permissions: 'rights',
  admin_permissions: 'rights',
  saved_views: 'views',
  default_views: 'views',
  admin_activity: 'activity',
  record_changes: 'activity',
  // Shown only once a guarantor names it.
  uploads: null,
  sessions: null,
  sign_ins: null,
  idempotency_keys: null,
  row_counts: null,
  row_count_changes: null,
  balance_sums: 'ledger',
  // Kept from the ledger, instalments and savings.
  kept_sums: 'ledger',
  sum_changes: 'ledger',
  // What verify-ledger has verified.
  ledger_checkpoints: null,
  verified_accounts: null,
  verified_sums: null,
  settings: null,
  servers: null,
  imports: 'imports',
  import_files: 'imports',
  import_same_rows: 'imports',
  import_uploads: 'imports',
  import_rows: 'imports',
  import_faults: 'imports',
  import_records: 'imports',
}

const named = new RegExp(
  String.raw`\b(?:from|join)\s+(?:only\s+)?(?:"public"\.)?"?(${Object.keys(recordsOf).join('|')})"?(?=[\s)(,;]|$)`,
  'gi',
)
/** Reading the stored count of a list counts as reading its rows. */
const counted: readonly Records[] = ['customers', 'guarantors']

/** The records whose tables a statement reads. */
export function recordsIn(statement: string): Records[] {
  const read = [...statement.matchAll(named)].flatMap(
    ([, table]) => recordsOf[(table ?? '').toLowerCase()] ?? [],
  )
  const counts = statement.includes('row_counts')
    ? counted.filter((list) => statement.includes(`= '${list}'`))
    : []
  // A function that reads savings (migration "open_loans_market").
  const markets: Records[] = statement.includes('market_of(') ? ['savings'] : []
  const debts: Records[] = statement.includes('customer_debts') ? ['loans'] : []
  return [...read, ...counts, ...markets, ...debts]
}

/** Collects the text of every statement that the driver sends. */
export function statementLog() {
  let statements: string[] = []
  // The driver's method takes text, a config or a cursor.
  const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function log(this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string; cursor?: { text?: string } }]
    const text = typeof first === 'string' ? first : (first?.text ?? first?.cursor?.text)
    if (text) statements.push(text)
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
  afterAll(() => {
    Reflect.set(pg.Client.prototype, 'query', query)
  })
  return {
    take: () => {
      const taken = statements
      statements = []
      return taken
    },
  }
}
