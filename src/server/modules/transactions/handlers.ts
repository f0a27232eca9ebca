import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AmountRange } from '#contract/filters'
import type { MovementKind } from '#contract/movementKinds'
import { type Calls, calls } from '#contract/index'
import { maxMainRangeDays } from '#contract/calls/transactions'
import type { Kobo } from '#contract/values'
import { daysFrom } from '#domain/time/lagos'
import { betweenAmounts, betweenBothDays, equals, lagosStamp } from '../../lists/conditions'
import { CsvRows } from '../../wire/csvRows'
import type { Queries } from '../../db/database'
import { accounts, postings } from '../../db/tables/ledger'
import { loans } from '../../db/tables/loans'
import { savings } from '../../db/tables/money'
import { admins, agents, customers } from '../../db/tables/schema'
import type { Context, HandlersFor } from '../../handler'
import { type Flow, type SavingCategory, savingsCodes } from '../../db/tables/ledgerKinds'
import { defineList } from '../../lists/listRows'
import { type ListQuery, type JsonPage, type PageInput, pageOf } from '../../lists/lists'
import { invalid } from '../../errors/refusals'
import { openAgent } from '../../people/agentColumns'
import { customerName, notDeleted } from '../../people/customerColumns'
import { reversalOfPosting } from '../../ledger/reversalColumns'
import { searchByReference, referencePattern } from '../../lists/entryReferences'

type Person = { name: string; phone_number: string } | null

const transactionRow = {
  id: postings.id,
  created_at: lagosStamp(postings.madeAt),
  reference: postings.reference,
  amount: postings.amount,
  balance_before: sql<Kobo>`${postings.balanceBefore}`.mapWith(postings.amount),
  balance: postings.balanceAfter,
  source: postings.source,
  type: sql<'credit' | 'debit'>`${postings.type}`,
  wallet_code: postings.walletCode,
  flow: sql<Flow | null>`${postings.flow}`,
  admin: sql<{
    name: string
  } | null>`case when ${admins.id} is not null then json_build_object('name', ${admins.name}) end`,
  user: sql<Person>`case when ${customers.id} is not null
    then json_build_object('name', ${customerName}, 'phone_number', ${customers.phoneNumber}) end`,
  agent: sql<Person>`case when ${agents.id} is not null
    then json_build_object('name', ${agents.name}, 'phone_number', ${agents.phoneNumber}) end`,
  user_id: postings.customerId,
  agent_id: openAgent,
  loan_id: loans.id,
  savings_id: savings.id,
  account_reference: sql<string | null>`coalesce(${loans.reference}, ${savings.reference})`,
  customer_firstname: customers.firstName,
  customer_lastname: customers.lastName,
  admin_name: admins.name,
  user_name: sql<string | null>`${customerName}`,
  user_phone: customers.phoneNumber,
  agent_name: agents.name,
  agent_phone: agents.phoneNumber,
  ...reversalOfPosting,
}

type ReportCall = Calls['transactions'][
  | 'businessHistory'
  | 'transactionFlowHistory'
  | 'userTransactionHistory']
const reportOf = (call: ReportCall) =>
  defineList({
    call,
    table: postings,
    at: postings.madeAt,
    sorted: { created_at: postings.madeAt },
    row: transactionRow,
    rows: (queries, selected) =>
      queries
        .select(selected)
        .from(postings)
        .leftJoin(admins, eq(admins.id, postings.adminId))
        .leftJoin(customers, eq(customers.id, postings.customerId))
        .leftJoin(agents, eq(agents.id, postings.agentId))
        .leftJoin(loans, eq(loans.accountId, postings.accountId))
        .leftJoin(savings, eq(savings.accountId, postings.accountId))
        .$dynamic(),
  })
const { businessHistory, transactionFlowHistory, userTransactionHistory } = calls.transactions
const businessReport = reportOf(businessHistory)
const flowReport = reportOf(transactionFlowHistory)
const userReport = reportOf(userTransactionHistory)

type Filter = AmountRange & {
  search?: string | undefined
  start_date?: string | undefined
  end_date?: string | undefined
  kind?: MovementKind | undefined
}

export const transactionHandlers: HandlersFor<Calls['transactions']> = {
  businessHistory: async (input, context) =>
    toReport(await page(context, input, businessReport, ofBusiness(input))),
  transactionFlowHistory: async (input, context) =>
    toReport(await page(context, input, flowReport, ofFlow(input))),
  userTransactionHistory: async (input, context) =>
    toReport(await page(context, input, userReport, ofUser(input))),

  businessTotals: async (input, { queries }) => ({
    data: await totals(queries, listQuery(ofBusiness(input), input)),
  }),
  transactionFlowTotals: async (input, { queries }) => {
    const sums = await totals(queries, listQuery(ofFlow(input), input))
    return { data: input.transaction_type === 'all' ? { ...sums, net: null } : sums }
  },
  userTransactionTotals: async (input, { queries }) => {
    const sums = await totals(queries, listQuery(ofUser(input), input))
    return { data: input.savings_type === 'all' ? { ...sums, net: null } : sums }
  },
}

/** One page of a report. Counts stop at a limit, because reports have millions of rows. */
const page = (context: Context, input: PageInput & Filter, report: typeof businessReport, wallets: Wallets) =>
  pageOf(context, input, report, listQuery(wallets, input))

/** Renames `data` to `history` in the reply. */
function toReport<Row>(list: { message: string; data: JsonPage<Row> } | CsvRows) {
  if (list instanceof CsvRows) return list
  const { data: history, ...paging } = list.data
  return { message: list.message, data: { ...paging, history } }
}

/** The postings of a report; the same condition for searches, and split into parts with an index of references each. */
type Wallets = { where: SQL | undefined; searched?: SQL | undefined; parts: (SQL | undefined)[] }

function ofBusiness({ business_id, start_date, end_date }: Filter & { business_id: number }): Wallets {
  const tooLong = start_date && end_date && daysFrom(start_date, end_date) > maxMainRangeDays
  if (business_id === mainBusiness && tooLong) invalid('Date range cannot exceed 31 days')
  const where = eq(postings.accountId, business_id)
  // Business wallets have no flow; this condition selects the search indexes.
  const searched = and(where, isNull(postings.flow))
  return { where, searched, parts: [searched] }
}
const mainBusiness = 1

function ofFlow({ transaction_type }: { transaction_type: Flow | 'all' }): Wallets {
  const flows: Flow[] = transaction_type === 'all' ? ['payable', 'receivable'] : [transaction_type]
  const searched = inArray(postings.flow, flows)
  const where = transaction_type === 'all' ? isNotNull(postings.flow) : searched
  return { where, searched, parts: flows.map((flow) => eq(postings.flow, flow)) }
}

/** All accounts of this customer: main wallet, savings and loans. */
function ofUser(input: { customer_id: number; savings_type: SavingCategory | 'all' }): Wallets {
  const { customer_id, savings_type } = input
  const theirs = and(
    eq(accounts.customerId, customer_id),
    savings_type === 'all' ? undefined : eq(accounts.code, savingsCodes[savings_type]),
  )
  const ids = sql`array(select ${accounts.id} from ${accounts} where ${theirs})`
  return { where: sql`${postings.accountId} = any(${ids})`, parts: [] }
}

/** The query of a report's postings with a filter. */
function listQuery(
  { where, searched = where, parts }: Wallets,
  { search, kind, ...range }: Filter,
): ListQuery {
  const days = and(
    betweenBothDays(postings.madeAt, range),
    equals(postings.source, kind),
    // Of either direction.
    betweenAmounts(sql`abs(${postings.amount})`, range),
  )
  const within = and(where, days)
  if (!search) return { where: within, uncounted: true }
  const query = searchByReference(ofCustomers, search, and(searched, days))
  const exists = existsAnywhere(search, parts)
  return {
    ...query,
    where: and(query.where, exists),
    ...(query.scan && { scan: { ...query.scan, within: and(within, exists) } }),
  }
}

const ofCustomers = {
  table: postings,
  ownerId: postings.customerId,
  owner: customers,
  isOwner: notDeleted,
  movement: postings,
}

/**
 * Whether any posting has such a reference, checked once before the scan: without a match the database would scan all
 * postings of the wallets.
 */
function existsAnywhere(search: string, parts: Wallets['parts']): SQL | undefined {
  const beginning = referencePattern(search)
  if (!beginning) return undefined
  return or(
    ...parts.map(
      (part) => sql`exists (select from (select from ${postings}
        where ${part} and ${postings.reference} like ${beginning}
        order by ${postings.reference} using ~<~ limit 1) as one)`,
    ),
  )
}

/** Sums in whole kobo, calculated by the database as numeric. */
async function totals(queries: Queries, { where }: ListQuery) {
  const { amount } = postings
  const sumOf = (column: SQL) => sql`coalesce(${column}, 0)`.mapWith(amount)
  const [sums] = await queries
    .select({
      credits: sumOf(sql`sum(${amount}) filter (where ${amount} > 0)`),
      debits: sumOf(sql`-sum(${amount}) filter (where ${amount} < 0)`),
      net: sumOf(sql`sum(${amount})`),
    })
    .from(postings)
    .where(where)
  if (!sums) throw new Error('A sum has no row.')
  return sums
}
