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
  'Agent commission': 'AP',
  'Opening balance': 'OB',
  Reversal: 'RV',
} as const
export type EntryKind = keyof typeof entryKinds

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

/** Reference prefixes of other documents. */
export const documentPrefixes = {
  saving: 'SV',
  savingHistory: 'SH',
  loan: 'LN',
  fundRequest: 'RQ',
  withdrawal: 'WR',
  reassignment: 'RA',
  cashDifference: 'DF',
  collection: 'CS',
  reversal: 'RR',
  reopening: 'RO',
  sheetRequest: 'SQ',
  loanChange: 'LC',
  termChange: 'TC',
  settingChange: 'SX',
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
export const savingsCodes = { daily: 'DSW', market: 'MSW', microsoft: 'MCW' } as const
export type SavingCategory = keyof typeof savingsCodes
