import type { BookGroup } from '#contract/calls/books'

/**
 * The lines of the books, by their keys in `book_line` (migration "books"), which also has their codes and names until the business
 * gives others (`book_accounts`). Categories of expenses have lines of their own (`expenseLine`).
 */
export const chart = {
  cash: 'asset',
  tills: 'asset',
  bank: 'asset',
  agents: 'asset',
  'taken-over': 'asset',
  loans: 'asset',
  other: 'asset',
  'daily-savings': 'owed',
  'market-savings': 'owed',
  'microsoft-savings': 'owed',
  'main-wallets': 'owed',
  'to-pay': 'owed',
  owner: 'owner',
  'earlier-years': 'owner',
  interest: 'income',
  commission: 'income',
  charges: 'income',
  fees: 'income',
  penalties: 'income',
  recoveries: 'income',
  'agents-commission': 'expense',
  'interest-paid': 'expense',
  'written-off': 'expense',
  'cash-differences': 'expense',
  expenses: 'expense',
} as const satisfies Record<string, BookGroup>
export type ChartKey = keyof typeof chart

/** The line of a category of expenses. */
export const expenseLine = (categoryId: number) => `expense ${categoryId}`
/** Its code at first, if no other line has it. */
export const expenseCode = (categoryId: number) => String(firstExpenseCode + categoryId)
export const firstExpenseCode = 6000

const groups: Readonly<Record<string, BookGroup>> = chart
export const groupOf = (line: string): BookGroup => groups[line] ?? 'expense'

/** The line of penalties, which posts them apart from interest. */
export const penaltyLine = 'penalties' satisfies ChartKey

/** What was earned before this year is the owner's: the balance of all income and expense until then. No entry has this line. */
export const earlierYears: ChartKey = 'earlier-years'

/** Kept sums of the books are of this and the line (db/tables/sums.ts). */
export const bookSumPrefix = 'books '

/** Lines that show what the wallets of the business have; the others are accounts of customers and places of cash. */
export const walletLines: readonly ChartKey[] = [
  'loans',
  'owner',
  'interest',
  'commission',
  'charges',
  'fees',
  'penalties',
  'recoveries',
  'agents-commission',
  'interest-paid',
  'written-off',
  'expenses',
]
