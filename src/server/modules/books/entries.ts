import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { type BookGroup, type BookSum, bookSums } from '#contract/calls/books'
import { type Calls, calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { negateKobo, sumKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
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
import { CsvRows } from '../../wire/csvRows'
import { beginning, gainsOf } from './sums'

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

/** As a figure has it that grows by a credit, or by a debit. */
const gained = {
  credit: sql<Kobo>`${amount}`.mapWith(amount),
  debit: sql<Kobo>`(-${amount})`.mapWith(amount),
}

const listOf = (
  call: Calls['books']['getBookEntries' | 'getJournal'],
  columns: typeof entryRow & { amount?: typeof gained.credit },
) =>
  defineList({
    call,
    table: bookEntries,
    at: bookEntries.madeAt,
    sorted: { created_at: bookEntries.madeAt },
    row: columns,
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
const entryLists = {
  credit: listOf(calls.books.getBookEntries, { ...entryRow, amount: gained.credit }),
  debit: listOf(calls.books.getBookEntries, { ...entryRow, amount: gained.debit }),
}
const journal = listOf(calls.books.getJournal, entryRow)

export const entryHandlers: HandlersFor<Pick<Calls['books'], 'getBookEntries' | 'getJournal'>> = {
  getBookEntries: async ({ line, ...input }, context) => {
    const { queries } = context
    const lines = await linesOf(queries, line)
    const side = growsBy(line)
    const where = and(
      inArray(bookEntries.line, lines),
      whereAre(lines),
      betweenDays(bookEntries.madeAt, input),
    )
    const page = await pageOf(context, input, entryLists[side], { where, uncounted: true })
    if (page instanceof CsvRows || page.data.totals) return page
    // Too many to add up: kept sums have them by day.
    const { start_date = beginning, end_date = lagosDay(context.now) } = input
    const [gains] = await gainsOf(queries, [{ from: start_date, through: end_date }])
    const total = sumKobo(lines.flatMap((one) => gains?.get(one) ?? []))
    return {
      ...page,
      data: { ...page.data, totals: { amount: side === 'debit' ? negateKobo(total) : total } },
    }
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

/** Where the entries of lines are, so that an index finds them. */
function whereAre(lines: readonly string[]): SQL | undefined {
  if (lines.every((line) => ofCustomers.includes(line))) return eq(bookEntries.flow, 'payable')
  const places = lines.map((line) =>
    groupOf(line) === 'expense' ? (accountsOf[line] ?? ['PW']) : accountsOf[line],
  )
  if (places.some((names) => names === undefined)) return undefined
  const names = new Set(places.flatMap((some) => some ?? []))
  return inArray(bookEntries.accountId, [...names].map(businessAccountId))
}

const isSum = (line: string): line is BookSum => Object.hasOwn(bookSums, line)

/** The lines whose entries are asked for: one, or those of a sum. */
async function linesOf(queries: Queries, line: string): Promise<string[]> {
  if (!isSum(line)) return [line]
  const groups: readonly BookGroup[] = bookSums[line]
  const rows = await queries.select({ line: bookAccounts.line }).from(bookAccounts)
  return rows.flatMap((one) => (groups.includes(groupOf(one.line)) ? [one.line] : []))
}

function growsBy(line: string): 'credit' | 'debit' {
  if (isSum(line)) return line === 'all asset' || line === 'all expense' ? 'debit' : 'credit'
  const group = groupOf(line)
  return group === 'asset' || group === 'expense' ? 'debit' : 'credit'
}
