import { and, eq, sql } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import type { Queries } from '../../db/database'
import { accounts } from '../../db/tables/ledger'
import { customers } from '../../db/tables/schema'
import type { customerPageCalls } from '#contract/calls/customerPage'
import type { HandlersFor } from '../../handler'
import { storedTotal } from '../../lists/lists'
import { reject } from '../../errors/refusals'
import { fileKinds } from '../../files/fileKinds'
import { linkIfThere } from '../../people/fileLinks'
import { savingsPlansOf } from '../../people/savingsPlans'
import { customerMoneyHandlers } from './money'
import { collector, notDeleted, notFound, recruiter } from '../../people/customerColumns'
import { customerRow, customersPage } from './list'
import { identityHandlers } from './identity'
import { customerExportHandlers } from './export/handlers'
import { freezeHandlers } from './freezes'
import { reassignmentHandlers } from './reassignments'
import { registrationHandlers } from './registrations'

export const customerHandlers: HandlersFor<Omit<Calls['customers'], keyof typeof customerPageCalls>> = {
  ...customerMoneyHandlers,
  ...reassignmentHandlers,
  ...registrationHandlers,

  getCustomerIdForLoan: async ({ customer_id: id }, context) => ({
    data: (await linkIfThere(context, 'customerIdCard', id)) ?? reject(fileKinds.customerIdCard.missing),
  }),
  ...identityHandlers,
  ...customerExportHandlers,
  ...freezeHandlers,

  getCustomers: customersPage,

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
      data: {
        main_wallet: main,
        savings_wallets: (await savingsPlansOf(queries, customer_id)).map(walletRow),
      },
    }
  },
}

type Plan = Awaited<ReturnType<typeof savingsPlansOf>>[number]
const walletRow = ({ code, type, balance, fixed_amount, held }: Plan) => ({
  code,
  type,
  balance,
  fixed_amount,
  ...(held > 0 && { held }),
})

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
