import { and, eq, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import type { Queries } from '../../db/database'
import { accounts } from '../../db/tables/ledger'
import { customers } from '../../db/tables/schema'
import type { customerPageCalls } from '#contract/calls/customerPage'
import type { HandlersFor } from '../../handler'
import { lagosStamp } from '../../lists/conditions'
import { defineList, sortedName } from '../../lists/listRows'
import { storedTotal, pageOf } from '../../lists/lists'
import { reject } from '../../errors/refusals'
import { searchQuery } from '../../lists/searchText'
import { fileKinds } from '../../files/fileKinds'
import { linkIfThere } from '../../people/fileLinks'
import { savingsPlansOf } from '../../people/savingsPlans'
import { customerMoneyHandlers } from './money'
import {
  customerName,
  collector,
  notDeleted,
  notFound,
  profileFields,
  recruiter,
} from '../../people/customerColumns'
import { identityHandlers } from './identity'
import { customerExportHandlers } from './export/handlers'
import { reassignmentHandlers } from './reassignments'
import { registrationHandlers } from './registrations'

const customerRow = {
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
const listedRow = { ...customerRow, name: customerName }

const customerList = defineList({
  call: calls.customers.getCustomers,
  table: customers,
  sorted: { created_at: customers.createdAt, name: sortedName(customers), reference: customers.id },
  row: listedRow,
  rows: (queries, row) =>
    queries
      .select(row)
      .from(customers)
      .innerJoin(recruiter, eq(recruiter.id, customers.agentId))
      .innerJoin(collector, eq(collector.id, customers.assignedAgentId))
      .$dynamic(),
})

export const customerHandlers: HandlersFor<Omit<Calls['customers'], keyof typeof customerPageCalls>> = {
  ...customerMoneyHandlers,
  ...reassignmentHandlers,
  ...registrationHandlers,

  getCustomerIdForLoan: async ({ customer_id: id }, context) => ({
    data: (await linkIfThere(context, 'customerIdCard', id)) ?? reject(fileKinds.customerIdCard.missing),
  }),
  ...identityHandlers,
  ...customerExportHandlers,

  getCustomers: async (input, context) => {
    const { search } = input
    const all = { where: notDeleted, total: storedTotal('customers') }
    return pageOf(context, input, customerList, search ? searchQuery(customers, search, notDeleted) : all)
  },

  getCustomer: async ({ customer_id }, { queries }) => oneCustomer(queries, customer_id),
  getCustomerByUserId: async ({ user_id }, { queries }) => oneCustomer(queries, user_id),

  getCustomerTotal: async (_input, { queries }) => ({ data: { total: await customerTotal(queries) } }),

  getCustomersBalance: async ({ customer_id }, { queries }) => {
    const [main] = await queries
      .select({ balance: accounts.balance, held: accounts.held })
      .from(accounts)
      .innerJoin(customers, eq(customers.id, accounts.customerId))
      .where(and(eq(customers.id, customer_id), notDeleted, eq(accounts.kind, 'customer')))
    if (!main) return reject(notFound(customer_id))
    return {
      data: { main_wallet: main, savings_wallets: await savingsPlansOf(queries, customer_id) },
    }
  },
}

async function customerTotal(queries: Queries) {
  const { rows } = await queries.execute<{ total: string | null }>(
    sql`select ${storedTotal('customers')} as total`,
  )
  return Number(rows[0]?.total ?? 0)
}

async function oneCustomer(queries: Queries, id: number) {
  const rows = await queries
    .select(customerRow)
    .from(customers)
    .innerJoin(recruiter, eq(recruiter.id, customers.agentId))
    .innerJoin(collector, eq(collector.id, customers.assignedAgentId))
    .where(and(eq(customers.id, id), notDeleted))
  return rows.length > 0 ? { data: { data: rows } } : reject(notFound(id))
}
