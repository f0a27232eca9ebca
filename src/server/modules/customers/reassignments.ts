import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { figureAccess } from '#contract/calls/customers'
import { type Calls, calls } from '#contract/index'
import { can } from '#contract/permissions'
import { groupedBy } from '#domain/lists/groupedBy'
import type { Queries } from '../../db/database'
import { customerReassignments } from '../../db/tables/money'
import { loans } from '../../db/tables/loans'
import { admins, agents, customers } from '../../db/tables/schema'
import type { Context, HandlersFor } from '../../handler'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { isLoanOverdue, overdueAmount } from '../../ledger/loanFigures'
import { newReference } from '../../ledger/references'
import { betweenBothDays, lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { searchQuery } from '../../lists/searchText'
import { pluralize } from '#domain/money/figures'
import { kobo, sumKobo } from '#domain/money/kobo'
import { reject } from '../../errors/refusals'
import { lockActiveAgent } from './activeAgent'
import { customerName, notFound } from '../../people/customerColumns'

const before = alias(agents, 'had_before')

const withoutDebts = {
  id: customerReassignments.id,
  user_id: customerReassignments.customerId,
  reference: customerReassignments.reference,
  created_at: lagosStamp(customerReassignments.createdAt),
  name: customerName,
  phone_number: customers.phoneNumber,
  status: sql<string>`case when ${customers.isActive} then 'Active' else 'Non Active' end`,
  assignedAgentName: sql<string>`${agents.name}`,
  from_agent: sql<string>`${before.name}`,
  moved_by: sql<string>`${admins.name}`,
}

const withDebts = { ...withoutDebts, late: customerReassignments.late }

const listOf = (row: typeof withDebts) =>
  defineList({
    call: calls.customers.customerRescheduled,
    table: customerReassignments,
    sorted: { created_at: customerReassignments.createdAt },
    row,
    rows: (queries, fields) =>
      queries
        .select(fields)
        .from(customerReassignments)
        .innerJoin(customers, eq(customers.id, customerReassignments.customerId))
        .innerJoin(agents, eq(agents.id, customerReassignments.toAgentId))
        .innerJoin(before, eq(before.id, customerReassignments.fromAgentId))
        .innerJoin(admins, eq(admins.id, customerReassignments.adminId))
        .$dynamic(),
  })
/** For callers who may see what is owed on loans, and for others. */
const lists = {
  withDebts: listOf(withDebts),
  withoutDebts: listOf(withoutDebts as typeof withDebts),
}

type ReassignmentCalls = Pick<
  Calls['customers'],
  'assignAgentToCustomer' | 'BatchassignAgentToCustomer' | 'customerRescheduled'
>

export const reassignmentHandlers: HandlersFor<ReassignmentCalls> = {
  assignAgentToCustomer: async ({ agent_id, customer_id }, context) => {
    await context.setAuditSubject('customer', customer_id)
    const { agent, moved, all } = await reassign(context, agent_id, [customer_id])
    await context.setAuditSubject('customer', customer_id, `To agent ${agent_id}`)
    const name = all[0]?.name ?? ''
    return {
      message:
        moved.length > 0 ? `${name} moved to ${agent.name}.` : `${name} is with ${agent.name} already.`,
    }
  },

  BatchassignAgentToCustomer: async ({ agent_id, customer_id }, context) => {
    await context.setAuditSubject('agent', agent_id)
    const { agent, moved, all } = await reassign(context, agent_id, customer_id)
    await context.setAuditSubject('agent', agent_id, pluralize(moved.length, 'customer'))
    const stayed = all.length - moved.length
    const there = `${pluralize(stayed, 'customer')} ${stayed === 1 ? 'was' : 'were'} there already.`
    const message = `${pluralize(moved.length, 'customer')} moved to ${agent.name}.`
    return { message: stayed > 0 ? `${message} ${there}` : message }
  },

  customerRescheduled: async (input, context) => {
    const within = and(hasSearchText, betweenBothDays(customerReassignments.createdAt, input))
    const query = searchQuery(customerReassignments, input.search, within)
    const seesDebts = can(context.actor, figureAccess.loan_owed, 'read')
    return pageOf(context, input, seesDebts ? lists.withDebts : lists.withoutDebts, query)
  },
}

/** Reassignments of deleted customers have no search text and are hidden. */
const hasSearchText = ne(customerReassignments.searchText, '')

/** Moves all customers or none: rejects with the names of those that can't be moved. Duplicates count once. */
async function reassign(context: Context, agentId: number, customerIds: readonly number[]) {
  const { queries, actor, now } = context
  const agent = await lockActiveAgent(queries, agentId)
  const all = await lockCustomers(queries, [...new Set(customerIds)])
  const moved = all.filter(({ assignedAgentId }) => assignedAgentId !== agentId)
  if (moved.length === 0) return { agent, moved, all }
  const ids = moved.map(({ id }) => id)
  const late = await lateOf(queries, ids, now)
  await queries
    .update(customers)
    .set({ assignedAgentId: agentId, updatedAt: now })
    .where(inArray(customers.id, ids))
  const reference = await newReference(queries, documentPrefixes.reassignment, now)
  await queries.insert(customerReassignments).values(
    moved.map(({ id, assignedAgentId }) => ({
      reference,
      customerId: id,
      fromAgentId: assignedAgentId,
      toAgentId: agentId,
      adminId: actor.adminId,
      late: late.get(id) ?? kobo(0),
      createdAt: now,
    })),
  )
  return { agent, moved, all }
}

/** What is late of the active loans of customers. */
async function lateOf(queries: Queries, ids: readonly number[], now: Date) {
  const rows = await queries
    .select({ id: loans.customerId, late: overdueAmount(now) })
    .from(loans)
    .where(and(inArray(loans.customerId, [...ids]), isLoanOverdue(now)))
  return new Map(
    [...groupedBy(rows, ({ id }) => id)].map(([id, some]) => [id, sumKobo(some.map(({ late }) => late))]),
  )
}

/** Locks customers in the order of their ids, which prevents deadlocks. */
async function lockCustomers(queries: Queries, ids: readonly number[]) {
  const rows = await queries
    .select({
      id: customers.id,
      name: customerName,
      reference: customers.reference,
      isDeleted: customers.isDeleted,
      assignedAgentId: customers.assignedAgentId,
    })
    .from(customers)
    .where(inArray(customers.id, [...ids]))
    .orderBy(asc(customers.id))
    .for('no key update')
  const existing = new Set(rows.map(({ id }) => id))
  const missing = ids.find((id) => !existing.has(id))
  if (missing !== undefined) reject(`${notFound(missing)}. Nobody was moved.`)
  const deleted = rows.filter((one) => one.isDeleted).map(({ name, reference }) => `${name} (${reference})`)
  if (deleted.length > 0)
    reject(`${firstNames(deleted)} ${deleted.length === 1 ? 'is' : 'are'} deleted. Nobody was moved.`)
  return rows
}

/** Up to ten names for a message. */
function firstNames(names: readonly string[]) {
  const some = names.slice(0, 10).join(', ')
  return names.length > 10 ? `${some} and ${names.length - 10} more` : some
}
