import type { MovementKind } from '#contract/movementKinds'

/** Kinds of entries, as reports show them, with the prefix of their references. */
export const entryKinds = {
  'Main wallet credit': 'MC',
  'Fund request': 'FR',
  'Customer credit': 'CC',
  'Savings deposit': 'SD',
  'Savings to main wallet': 'ST',
  'Savings interest': 'SI',
  'Savings charge': 'SC',
  'Savings commission': 'SM',
  'Interest correction': 'IX',
  'Loan disbursement': 'LD',
  'Loan repayment': 'LR',
  'Loan settlement': 'LS',
  'Loan set-off': 'LO',
  'Loan penalty': 'LP',
  'Loan correction': 'LX',
  'Loan write-off': 'LW',
  'Loan recovery': 'LV',
  Fee: 'FE',
  Withdrawal: 'WD',
  'Withdrawal payment': 'WP',
  'Withdrawal cancellation': 'WC',
  Remittance: 'RM',
  'Cash difference': 'CD',
  'Till float': 'TF',
  'Till handover': 'TH',
  'Bank deposit': 'BD',
  'Bank withdrawal': 'BW',
  'Agent commission': 'AP',
  Expense: 'EX',
  'Opening balance': 'OB',
  Reversal: 'RV',
} as const satisfies Record<MovementKind, string>
export type EntryKind = MovementKind

/** Kinds that may move the cash of an agent; `verify-ledger` reports any other. */
export const agentCashKinds: readonly EntryKind[] = [
  'Savings deposit',
  'Loan repayment',
  'Withdrawal payment',
  'Remittance',
  'Cash difference',
  'Agent commission',
  'Opening balance',
  'Reversal',
]

/** Kinds of movements at the counter: through the open till of who makes them, or the vault. */
export const counterKinds: readonly EntryKind[] = [
  'Savings deposit',
  'Customer credit',
  'Loan repayment',
  'Loan settlement',
  'Loan recovery',
  'Fee',
  'Withdrawal',
  'Withdrawal payment',
  'Agent commission',
  'Expense',
]

/** Kinds that may move the cash of a till; `verify-ledger` reports any other. */
export const tillKinds: readonly EntryKind[] = [
  ...counterKinds,
  'Till float',
  'Till handover',
  'Cash difference',
  'Opening balance',
  'Reversal',
]

/** The same of the bank. */
export const bankKinds: readonly EntryKind[] = [
  'Bank deposit',
  'Bank withdrawal',
  'Expense',
  'Opening balance',
  'Reversal',
]

/** Kinds by which a till, the vault or the bank pays no more than it holds. */
export const coveredKinds: readonly EntryKind[] = [
  ...counterKinds,
  'Till float',
  'Bank deposit',
  'Bank withdrawal',
]

/** Kinds of entries by which savings earn the business commissions and charges, in TW: what agents are paid a share of. */
export const earningKinds: readonly EntryKind[] = ['Savings charge', 'Savings commission']

/** Kinds by which cash comes in, from customers: what a day's reversals take off what was collected. */
export const cashInKinds: readonly EntryKind[] = [
  'Savings deposit',
  'Customer credit',
  'Loan repayment',
  'Loan settlement',
  'Loan recovery',
  'Fee',
]

/**
 * Kinds by which people take, pay or move the business's cash: only on an open day. Not what admins approve or reverse, what the server
 * posts, and what settles cash after the close: a till is counted and handed over then too (rules.md, "Closed day").
 */
export const openDayKinds: readonly EntryKind[] = [
  'Savings deposit',
  'Customer credit',
  'Loan repayment',
  'Loan settlement',
  'Loan recovery',
  'Fee',
  'Withdrawal',
  'Withdrawal payment',
  'Remittance',
  'Agent commission',
  'Expense',
  'Till float',
  'Bank deposit',
  'Bank withdrawal',
]

/** Reference prefixes of other documents. */
export const documentPrefixes = {
  saving: 'SV',
  savingHistory: 'SH',
  loan: 'LN',
  fundRequest: 'RQ',
  withdrawal: 'WR',
  reassignment: 'RA',
  cashDifference: 'DF',
  expense: 'EQ',
  collection: 'CS',
  reversal: 'RR',
  reopening: 'RO',
  dayOpening: 'DO',
  sheetRequest: 'SQ',
  fieldBatch: 'FB',
  lateBatch: 'LB',
  loanChange: 'LC',
  termChange: 'TC',
  settingChange: 'SX',
  tillSession: 'TS',
  agentStatement: 'AS',
  payout: 'PB',
  messagesOff: 'MO',
  creditRequest: 'QC',
} as const

/**
 * Kinds of accounts. business: one of the four wallets. customer: a main wallet. savings: a savings wallet. loan: what is
 * owed on one. outside: contra accounts, the only ones that may be negative.
 */
export const accountKinds = ['business', 'customer', 'savings', 'loan', 'outside'] as const
export type AccountKind = (typeof accountKinds)[number]

/** Payable: what the business owes its customers. Receivable: what they owe it (rules.md, "Wallets"). */
export type Flow = 'payable' | 'receivable'
export const flowOf = (kind: AccountKind): Flow | null =>
  kind === 'customer' || kind === 'savings' ? 'payable' : kind === 'loan' ? 'receivable' : null

const walletCodes = ['MBW', 'PW', 'TW', 'SW'] as const
export type WalletCode = (typeof walletCodes)[number]

/** The wallet codes that postings show in reports (business wallets have their own). */
export const loanCode = 'LOAN'
export const agentCashCode = 'AGENT'
export const vaultCode = 'CASH'
export const tillCode = 'TILL'
export const bankCode = 'BANK'
/** The accounts of cash at the counter. */
export const counterCodes: readonly string[] = [vaultCode, tillCode]
export const savingsCodes = { daily: 'DSW', market: 'MSW', microsoft: 'MCW' } as const
export type SavingCategory = keyof typeof savingsCodes
