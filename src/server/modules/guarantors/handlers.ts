import { eq, type SQLWrapper, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import { guarantors } from '../../db/loanTables'
import { agents, customers } from '../../db/schema'
import type { HandlersFor } from '../../handler'
import { lagosStamp } from '../../lists/conditions'
import { defineList, sortedName } from '../../lists/listRows'
import { storedTotal, pageOf } from '../../lists/lists'
import { searchQuery } from '../../lists/searchText'
import { guarantorFileHandlers } from '../files'

const guarantorName = sql<string>`(${guarantors.firstName} || ' ' || ${guarantors.lastName})`
const ifPresent = (file: SQLWrapper, what: string) =>
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
  idcard: ifPresent(guarantors.idCardFile, 'ID card'),
  utitity: ifPresent(guarantors.utilityFile, 'Utility bill'),
}

const guarantorList = defineList({
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
      input.search ? searchQuery(guarantors, input.search) : { total: storedTotal('guarantors') },
    ),
}
