import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/call'
import { type CustomerFigure, figureAccess } from '#contract/calls/customers'
import { calls } from '#contract/index'
import { can } from '#contract/permissions'
import type { Kobo } from '#contract/values'
import { lagosDay } from '#domain/time/lagos'
import { customerDebts } from '../../db/tables/arrears'
import { customers } from '../../db/tables/schema'
import { forbid } from '../../errors/refusals'
import type { Context } from '../../handler'
import { equals, lagosStamp } from '../../lists/conditions'
import { defineList, sortedName } from '../../lists/listRows'
import { type ListQuery, pageOf, storedTotal } from '../../lists/lists'
import { searchByOwner, searchQuery } from '../../lists/searchText'
import { collector, customerName, notDeleted, profileFields, recruiter } from '../../people/customerColumns'

export const customerRow = {
  id: customers.id,
  user_id: sql<number>`${customers.id}`.mapWith(customers.id),
  ...profileFields,
  has_idcard: sql<boolean>`${customers.idCardFile} is not null`,
  user_type: customers.userType,
  home_address: customers.homeAddress,
  office_address: customers.officeAddress,
  created_at: lagosStamp(customers.createdAt),
  updated_at: lagosStamp(sql`coalesce(${customers.updatedAt}, ${customers.createdAt})`),
}

/**
 * The last day of collection in the history of an account `x`, without what was reversed. What was recorded before the newest row
 * that counts on its own day counts on no later one, so that few rows are read.
 */
const lastDayIn = (history: string, isPayment: (row: string) => string) => {
  const stands = (row: string) =>
    `${isPayment(row)} and ${row}.reverses_id is null and not exists (select from ${history} r where r.reverses_id = ${row}.id)`
  return `(select max(coalesce(h.collected_on, timezone('Africa/Lagos', h.created_at)::date)) from ${history} h
    where ${stands('h')} and h.created_at >= coalesce((select n.created_at from ${history} n
      where ${stands('n')} and n.collected_on is null order by n.created_at desc limit 1), '-infinity'))`
}
const lastDeposit = lastDayIn(
  'savings_history',
  (row) => `${row}.savings_id = x.id and ${row}.kind = 'deposit' and ${row}.status = 'approved'`,
)
const lastRepayment = lastDayIn(
  'loan_history',
  (row) => `${row}.loan_id = x.id and ${row}.kind = 'repayment'`,
)

const isLate = (today: SQL) => sql`${customerDebts.nextDue} < ${today}`

/** Savings as `hasPlan` has them, debts as the customer's page adds them up (views/customerPage/loans.ts). */
const figures = (today: SQL) => ({
  savings: sql<Kobo>`(select coalesce(sum(a.balance), 0)::bigint from ledger_accounts a
    where a.customer_id = ${customers.id} and a.kind = 'savings')`,
  loan_owed: sql<Kobo>`coalesce(${customerDebts.owed}, 0)`,
  days_late: sql<number | null>`case when ${isLate(today)} then ${today} - ${customerDebts.nextDue} end`,
  last_paid: sql<string | null>`(select max(day) from (
    select ${sql.raw(lastDeposit)} from savings x where x.customer_id = ${customers.id}
    union all select ${sql.raw(lastRepayment)} from loans x where x.customer_id = ${customers.id}) paid (day))::text`,
})

/** The list for callers who may see these figures: by fields of the customer, and by what is owed. */
function listsOf(seen: readonly CustomerFigure[], today: SQL) {
  const all = figures(today)
  const row = {
    ...customerRow,
    name: customerName,
    frozen: sql<'Frozen' | null>`case when ${customers.isFrozen} then 'Frozen' end`,
    ...(Object.fromEntries(seen.map((figure) => [figure, all[figure]])) as typeof all),
  }
  const sorted = {
    created_at: customers.createdAt,
    name: sortedName(customers),
    reference: customers.id,
    loan_owed: customerDebts.owed,
  }
  const call = calls.customers.getCustomers
  return {
    byCustomer: defineList({
      call,
      table: customers,
      sorted,
      row,
      rows: (queries, fields) =>
        queries
          .select(fields)
          .from(customers)
          .innerJoin(recruiter, eq(recruiter.id, customers.agentId))
          .innerJoin(collector, eq(collector.id, customers.assignedAgentId))
          .leftJoin(customerDebts, eq(customerDebts.id, customers.id))
          .$dynamic(),
    }),
    byDebt: defineList({
      call,
      table: customerDebts,
      at: customerDebts.createdAt,
      sorted: {
        created_at: customerDebts.createdAt,
        name: customerDebts.nameKey,
        reference: customerDebts.id,
        loan_owed: customerDebts.owed,
      },
      row,
      rows: (queries, fields) =>
        queries
          .select(fields)
          .from(customerDebts)
          .innerJoin(customers, eq(customers.id, customerDebts.id))
          .innerJoin(recruiter, eq(recruiter.id, customers.agentId))
          .innerJoin(collector, eq(collector.id, customers.assignedAgentId))
          .$dynamic(),
    }),
  }
}

/** The lists of today, each built once. */
let built: { day: string; lists: Map<string, ReturnType<typeof listsOf>> } | undefined
function listsFor(seen: readonly CustomerFigure[], day: string, today: SQL) {
  if (built?.day !== day) built = { day, lists: new Map() }
  const lists = built.lists.get(seen.join()) ?? listsOf(seen, today)
  built.lists.set(seen.join(), lists)
  return lists
}

type Input = InputOf<typeof calls.customers.getCustomers>
type Conditions = Pick<Input, 'search' | 'inactive' | 'frozen'> & {
  agent: SQL | undefined
  debt: SQL | undefined
}
const customerConditions = ({ agent, inactive, frozen }: Conditions) =>
  and(agent, inactive && sql`not ${customers.isActive}`, frozen && sql`${customers.isFrozen}`)
const all = { total: storedTotal('customers') }

/** Which customers, for a list of `customers`. */
function customersQuery(conditions: Conditions): ListQuery {
  const { search } = conditions
  const customer = customerConditions(conditions)
  const within = and(notDeleted, customer)
  if (search) return searchQuery(customers, search, within)
  return customer ? { where: within, uncounted: true } : { ...all, where: within }
}

/** The same for a list of their debts, which deleted customers do not have. */
function debtsQuery(conditions: Conditions): ListQuery {
  const { search, agent, inactive, frozen, debt } = conditions
  const theirs = and(agent, frozen && sql`${customers.isFrozen}`)
  const customer = customerConditions(conditions)
  const owned = { table: customerDebts, ownerId: customerDebts.id, owner: customers }
  if (search)
    return searchByOwner({ ...owned, isOwner: and(notDeleted, customer) ?? sql`true` }, search, debt)
  if (!customer && !debt) return all
  const isTheirs =
    theirs &&
    sql`${customerDebts.id} in (select ${customers.id} from ${customers} where ${and(notDeleted, theirs)})`
  return { where: and(debt, inactive && sql`not ${customerDebts.isActive}`, isTheirs), uncounted: true }
}

export async function customersPage(input: Input, context: Context) {
  const { agent_id, owing, late, inactive, frozen, unattended, search, sort } = input
  const { actor, now } = context
  const seen = (Object.keys(figureAccess) as CustomerFigure[]).filter((figure) =>
    can(actor, figureAccess[figure], 'read'),
  )
  if ((owing || late || sort === 'loan_owed') && !seen.includes('loan_owed')) forbid()
  const day = lagosDay(now)
  const today = sql.raw(`date '${day}'`)
  const conditions = {
    search,
    inactive,
    frozen,
    agent: and(
      equals(customers.assignedAgentId, agent_id),
      unattended &&
        sql`${customers.assignedAgentId} in (select g.id from agents g where g.status <> 'ACTIVE')`,
    ),
    debt: and(
      // The second condition names the rows that the indexes have.
      owing && sql`${customerDebts.owed} > 0 and ${customerDebts.nextDue} is not null`,
      late && isLate(today),
    ),
  }
  const { byCustomer, byDebt } = listsFor(seen, day, today)
  return sort === 'loan_owed' || conditions.debt
    ? pageOf(context, input, byDebt, debtsQuery(conditions))
    : pageOf(context, input, byCustomer, customersQuery(conditions))
}
