import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { bookAccounts } from '../../db/tables/books'
import { admins, agents, customers } from '../../db/tables/schema'
import type { HandlersFor } from '../../handler'
import { bookEntries } from '../../ledger/bookEntries'
import {
  businessAccountId,
  cashAccount,
  openingAccount,
  overShortAccount,
  toPayAccount,
} from '../../ledger/accounts'
import { groupOf } from '../../ledger/chart'
import { betweenDays, lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { customerName } from '../../people/customerColumns'

const { amount } = bookEntries

const entryRow = {
  id: bookEntries.id,
  created_at: lagosStamp(bookEntries.madeAt),
  reference: bookEntries.reference,
  source: bookEntries.source,
  code: bookAccounts.code,
  account: bookAccounts.name,
  counter_account: sql<
    string | null
  >`(select string_agg(distinct n.name, ', ') from book_entries x join book_accounts n on n.line = x.line
    where x.entry_id = ${bookEntries.entryId} and sign(x.amount) <> sign(${amount}))`,
  subject: sql<string | null>`coalesce(${customerName}, ${agents.name})`,
  debit: sql<Kobo | null>`case when ${amount} < 0 then -${amount} end`.mapWith(amount),
  credit: sql<Kobo | null>`case when ${amount} > 0 then ${amount} end`.mapWith(amount),
  admin: admins.name,
  user_id: bookEntries.customerId,
}

const listOf = (call: Calls['books']['getBookEntries' | 'getJournal']) =>
  defineList({
    call,
    table: bookEntries,
    at: bookEntries.madeAt,
    sorted: { created_at: bookEntries.madeAt },
    row: entryRow,
    rows: (queries, row) =>
      queries
        .select(row)
        .from(bookEntries)
        .innerJoin(bookAccounts, eq(bookAccounts.line, bookEntries.line))
        .leftJoin(admins, eq(admins.id, bookEntries.adminId))
        .leftJoin(customers, eq(customers.id, bookEntries.customerId))
        .leftJoin(agents, eq(agents.id, bookEntries.agentId))
        .$dynamic(),
  })
const entryList = listOf(calls.books.getBookEntries)
const journal = listOf(calls.books.getJournal)

export const entryHandlers: HandlersFor<Pick<Calls['books'], 'getBookEntries' | 'getJournal'>> = {
  getBookEntries: ({ line, ...input }, context) => {
    const where = and(eq(bookEntries.line, line), whereIs(line), betweenDays(bookEntries.madeAt, input))
    return pageOf(context, input, entryList, { where, uncounted: true })
  },
  getJournal: (input, context) =>
    pageOf(context, input, journal, {
      where: and(ne(bookEntries.line, 'lent'), betweenDays(bookEntries.madeAt, input)),
      uncounted: true,
      wholeFile: true,
    }),
}

/** The accounts of lines that only these have: an index finds their entries. */
const accountsOf: Readonly<Record<string, readonly string[]>> = {
  cash: [cashAccount],
  'taken-over': [openingAccount],
  'to-pay': [toPayAccount],
  'cash-differences': [overShortAccount],
  loans: ['MBW'],
  'written-off': ['MBW'],
  owner: ['MBW', 'PW', 'TW', 'SW'],
  interest: ['PW'],
  penalties: ['PW'],
  recoveries: ['PW'],
  'agents-commission': ['PW'],
  commission: ['TW'],
  charges: ['TW'],
  fees: ['TW'],
  'interest-paid': ['SW'],
}
const ofCustomers = ['daily-savings', 'market-savings', 'microsoft-savings', 'main-wallets']

/** Where the entries of a line are, so that an index finds them. */
function whereIs(line: string): SQL | undefined {
  if (ofCustomers.includes(line)) return eq(bookEntries.flow, 'payable')
  const names = groupOf(line) === 'expense' ? (accountsOf[line] ?? ['PW']) : accountsOf[line]
  return names && inArray(bookEntries.accountId, names.map(businessAccountId))
}
