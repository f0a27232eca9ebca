/** What an entry records, in the words that reports show as its source; and the letters its reference begins with. */
export const entryKinds = {
  'Main wallet credit': 'MC',
  'Fund request': 'FR',
  'Customer credit': 'CC',
  'Savings deposit': 'SD',
  'Savings to main wallet': 'ST',
  'Savings interest': 'SI',
  'Savings charge': 'SC',
  'Loan disbursement': 'LD',
  'Loan repayment': 'LR',
  'Loan penalty': 'LP',
  Withdrawal: 'WD',
} as const
export type EntryKind = keyof typeof entryKinds

/** What else has a reference. */
export const documentPrefixes = {
  saving: 'SV',
  savingHistory: 'SH',
  loan: 'LN',
  fundRequest: 'RQ',
  withdrawal: 'WR',
  reassignment: 'RA',
} as const

/**
 * Whose money an account is. Business: one of the four wallets. Customer: a main wallet. Savings: a savings wallet.
 * Loan: what is still owed on one. Outside: the other side of what comes in or goes out; the only kind below zero.
 */
export const accountKinds = ['business', 'customer', 'savings', 'loan', 'outside'] as const
export type AccountKind = (typeof accountKinds)[number]

/** Payable: what the business owes its customers. Receivable: what they owe it (rules.md, "Wallets"). */
export type Flow = 'payable' | 'receivable'
export const flowOf = (kind: AccountKind): Flow | null =>
  kind === 'customer' || kind === 'savings' ? 'payable' : kind === 'loan' ? 'receivable' : null

export const walletCodes = ['MBW', 'PW', 'TW', 'SW'] as const
export type WalletCode = (typeof walletCodes)[number]

/** The code that a wallet's postings carry in reports (business wallets: their own). */
export const mainWalletCode = 'CMW'
export const loanCode = 'LOAN'
export const savingsCodes = { daily: 'DSW', market: 'MSW', microsoft: 'MCW' } as const
export type SavingCategory = keyof typeof savingsCodes
