import { eq, type SQLWrapper, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import { guarantors } from '../../db/loanTables'
import { agents, customers } from '../../db/schema'
import type { HandlersFor } from '../../handler'
import { lagosStamp } from '../../lists/conditions'
import { listOf, sortedName } from '../../lists/listRows'
import { keptTotal, pageOf } from '../../lists/lists'
import { searched } from '../../lists/searchText'
import { guarantorFileHandlers } from '../files'

const guarantorName = sql<string>`(${guarantors.firstName} || ' ' || ${guarantors.lastName})`
const ifThere = (file: SQLWrapper, what: string) =>
  sql<string | null>`case when ${file} is not null then ${what}::text end`

const guarantorRow = {
  id: guarantors.id,
  created_at: lagosStamp(guarantors.createdAt),
  name: guarantorName,
  phone: guarantors.phone,
  address: guarantors.address,
  userFirstName: customers.firstName,
  userLastName: customers.lastName,
  agentName: agents.name,
  idcard: ifThere(guarantors.idCardFile, 'ID card'),
  utitity: ifThere(guarantors.utilityFile, 'Utility bill'),
}

const guarantorList = listOf({
  call: calls.guarantors.getGuarantor,
  table: guarantors,
  sorted: { created_at: guarantors.createdAt, name: sortedName(guarantors) },
  row: guarantorRow,
  rows: (queries, row) =>
    queries
      .select(row)
      .from(guarantors)
      .innerJoin(customers, eq(customers.id, guarantors.customerId))
      .innerJoin(agents, eq(agents.id, guarantors.agentId))
      .$dynamic(),
})

export const guarantorHandlers: HandlersFor<Calls['guarantors']> = {
  ...guarantorFileHandlers,

  getGuarantor: async (input, context) =>
    pageOf(
      context,
      input,
      guarantorList,
      input.search ? searched(guarantors, input.search) : { total: keptTotal('guarantors') },
    ),
}
