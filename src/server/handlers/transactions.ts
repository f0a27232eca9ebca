import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Named, Read } from '#contract/call'
import { type Calls, calls } from '#contract/index'
import { longestMainRange } from '#contract/transactions'
import type { Kobo } from '#contract/values'
import { daysFrom } from '#domain/lagos'
import { betweenBothDays, lagosStamp } from '../conditions'
import { CsvRows } from '../csvRows'
import type { Queries } from '../db/database'
import { accounts, postings } from '../db/ledgerTables'
import { admins, agents, customers } from '../db/schema'
import type { Context, HandlersFor } from '../handler'
import { type Flow, type SavingCategory, savingsCodes } from '../ledger/kinds'
import { listOf } from '../listRows'
import { type JsonPage, type PageInput, pageOf } from '../lists'
import { invalid } from '../refusals'
import { customerName } from './customerParts'
import { isOfCustomer, matches, notDeleted } from './customerRows'
import { byReference } from './entryReferences'

type Somebody = { name: string; phone_number: string } | null

const transactionRow = {
  id: postings.id,
  created_at: lagosStamp(postings.madeAt),
  reference: postings.reference,
  amount: sql<Kobo>`abs(${postings.amount})`.mapWith(postings.amount),
  balance_before: sql<Kobo>`${postings.balanceBefore}`.mapWith(postings.amount),
  balance: postings.balanceAfter,
  source: postings.source,
  type: sql<'credit' | 'debit'>`${postings.type}`,
  wallet_code: postings.walletCode,
  admin: sql<{
    name: string
  } | null>`case when ${admins.id} is not null then json_build_object('name', ${admins.name}) end`,
  user: sql<Somebody>`case when ${customers.id} is not null
    then json_build_object('name', ${customerName}, 'phone_number', ${customers.phoneNumber}) end`,
  agent: sql<Somebody>`case when ${agents.id} is not null
    then json_build_object('name', ${agents.name}, 'phone_number', ${agents.phoneNumber}) end`,
  user_id: postings.customerId,
  admin_name: admins.name,
  user_name: sql<string | null>`${customerName}`,
  agent_name: agents.name,
}

type ReportCall = Named<Read> & Pick<typeof calls.transactions.businessHistory, 'output'>
const reportOf = (call: ReportCall) =>
  listOf({
    call,
    table: postings,
    at: postings.madeAt,
    row: transactionRow,
    rows: (queries, row) =>
      queries
        .select(row)
        .from(postings)
        .leftJoin(admins, eq(admins.id, postings.adminId))
        .leftJoin(customers, eq(customers.id, postings.customerId))
        .leftJoin(agents, eq(agents.id, postings.agentId))
        .$dynamic(),
  })
const { businessHistory, transactionFlowHistory, userTransactionHistory } = calls.transactions
const businessReport = reportOf(businessHistory)
const flowReport = reportOf(transactionFlowHistory)
const userReport = reportOf(userTransactionHistory)

type Filter = { search?: string | undefined; start_date?: string | undefined; end_date?: string | undefined }

export const transactionHandlers: HandlersFor<Calls['transactions']> = {
  businessHistory: async (input, context) =>
    inReport(await page(context, input, businessReport, ofBusiness(input))),
  transactionFlowHistory: async (input, context) =>
    inReport(await page(context, input, flowReport, ofFlow(input))),
  userTransactionHistory: async (input, context) =>
    inReport(await page(context, input, userReport, ofUser(input))),

  businessTotals: (input, { queries }) => totals(queries, filtered(ofBusiness(input), input)),
  transactionFlowTotals: (input, { queries }) => totals(queries, filtered(ofFlow(input), input)),
  userTransactionTotals: (input, { queries }) => totals(queries, filtered(ofUser(input), input)),
}

/** Too many to count: beyond `mostFound` the reply says so. */
const page = (context: Context, input: PageInput & Filter, report: typeof businessReport, wallets: Wallets) =>
  pageOf(context, input, report, { ...filtered(wallets, input), searched: true })

/** The histories have their rows under `history` (spec 2, "Page response shape for histories"). */
function inReport<Row>(found: { message: string; data: JsonPage<Row> } | CsvRows) {
  if (found instanceof CsvRows) return found
  const { data: history, ...place } = found.data
  return { message: found.message, data: { ...place, history } }
}

/** Which postings a report is about. */
type Wallets = SQL | undefined

/** Of no flow, as none of the business's own wallets is: their index has no others. */
function ofBusiness({ business_id, start_date, end_date }: Filter & { business_id: number }): Wallets {
  const tooLong = start_date && end_date && daysFrom(start_date, end_date) > longestMainRange
  if (business_id === mainBusiness && tooLong) invalid('Date range cannot exceed 31 days')
  return and(eq(postings.accountId, business_id), isNull(postings.flow))
}
const mainBusiness = 1

const ofFlow = ({ transaction_type }: { transaction_type: Flow | 'all' }): Wallets =>
  transaction_type === 'all' ? isNotNull(postings.flow) : eq(postings.flow, transaction_type)

/** Every wallet that is this customer's: the main one, savings, and what is owed on loans. */
function ofUser(input: { customer_id: number; savings_type: SavingCategory | 'all' }): Wallets {
  const { customer_id, savings_type } = input
  const theirs = and(
    eq(accounts.customerId, customer_id),
    savings_type === 'all' ? undefined : eq(accounts.code, savingsCodes[savings_type]),
  )
  return sql`${postings.accountId} = any(array(select ${accounts.id} from ${accounts} where ${theirs}))`
}

/** The postings of wallets that a filter finds. */
function filtered(wallets: Wallets, { search, ...dates }: Filter) {
  const days = and(wallets, betweenBothDays(postings.madeAt, dates))
  if (!search) return { where: days }
  const found = byReference(postings, search, isOfCustomer(postings.customerId, search))
  if (found) return { where: and(days, found) }
  const named = sql`${postings.customerId} in (select ${customers.id} from ${customers}
    where ${and(notDeleted, matches(search))})`
  // In these words it is a question for each row, and no join that would have to be sorted.
  return { where: and(days, named), inOrder: and(days, sql`(${named}) is true`) }
}

/** Summed up by the database in whole kobo, of which it has as many digits as it needs. */
async function totals(queries: Queries, { where }: { where: SQL | undefined }) {
  const { amount } = postings
  const sumOf = (of: SQL) => sql`coalesce(${of}, 0)`.mapWith(amount)
  const [found] = await queries
    .select({
      credits: sumOf(sql`sum(${amount}) filter (where ${amount} > 0)`),
      debits: sumOf(sql`-sum(${amount}) filter (where ${amount} < 0)`),
      net: sumOf(sql`sum(${amount})`),
    })
    .from(postings)
    .where(where)
  if (!found) throw new Error('A sum has no row.')
  return { data: found }
}
