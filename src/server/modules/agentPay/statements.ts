import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import type { AgentPaymentWay, StatementCase } from '#contract/calls/agentPay'
import type { BasisPoints, Kobo } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { formatNaira, subtractKobo, sumKobo } from '#domain/money/kobo'
import { addDays } from '#domain/time/lagos'
import { monthAfter, monthText } from '#domain/time/months'
import type { Queries, Selects } from '../../db/database'
import { agentPayments, agentStatementRows, agentStatements } from '../../db/tables/agentPay'
import { admins, agents, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { businessBalances } from '../../ledger/accounts'
import { makeStatements } from '../../ledger/agentStatements'
import { reversedByEntry } from '../../ledger/reversalColumns'
import { betweenAmounts, decidedByAdmin, equals, lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { searchQuery } from '../../lists/searchText'
import { agentNotFound, canSeeAgentCash, cashOf } from '../../people/agentCash'
import { openAgent } from '../../people/agentColumns'
import { customerName } from '../../people/customerColumns'
import { lastEndedDay } from '../../runs/run'
import { decidedBy, decidedRow, firstDecider, requester, secondDecider } from '../../approvals/decidedColumns'
import {
  approved,
  awaitsFirst,
  awaitsSecond,
  commentOf,
  decisionBlocker,
  firstDecision,
  lockRequest,
  requestNotFound,
  secondDecision,
} from '../../approvals/decisions'
import { waitingApprovals } from '../../approvals/waiting'

type StatementCalls = Omit<Calls['agentPay'], 'getAgentPayTerms' | 'setAgentPayTerms' | 'payAgent'>

const paid =
  sql<Kobo>`(coalesce(${agentStatements.paidBefore}, 0) + coalesce((select sum(p.amount) from agent_payments p
  where p.statement_id = ${agentStatements.id} and not exists (select from ledger_entries r where r.reverses_id = p.entry_id)), 0))::bigint`.mapWith(
    agentStatements.total,
  )
const decided = decidedRow(agentStatements)

const statementRow = {
  id: agentStatements.id,
  created_at: lagosStamp(agentStatements.createdAt),
  reference: agentStatements.reference,
  agent_id: openAgent,
  agent: agents.name,
  month: agentStatements.month,
  commissions: agentStatements.commissions,
  savings: agentStatements.savings,
  repayments: agentStatements.repayments,
  commission_rate: sql<BasisPoints>`${agentStatements.commissionBasisPoints}`,
  savings_rate: sql<BasisPoints>`${agentStatements.savingsBasisPoints}`,
  repayment_rate: sql<BasisPoints>`${agentStatements.repaymentBasisPoints}`,
  commission_pay: agentStatements.commissionPay,
  savings_pay: agentStatements.savingsPay,
  repayment_pay: agentStatements.repaymentPay,
  total: agentStatements.total,
  paid,
  ...decided,
  status: sql<string>`(case when ${agentStatements.state} = ${sql.raw(String(approved))} and ${paid} = ${agentStatements.total}
    then 'Paid' else ${decided.status} end)`,
}

const rowsOf = (queries: Selects, row = statementRow) =>
  queries
    .select(row)
    .from(agentStatements)
    .innerJoin(agents, eq(agents.id, agentStatements.agentId))
    .innerJoin(requester, eq(requester.id, agentStatements.requestedBy))
    .leftJoin(firstDecider, eq(firstDecider.id, agentStatements.firstDecidedBy))
    .leftJoin(secondDecider, eq(secondDecider.id, agentStatements.secondDecidedBy))

const statementList = defineList({
  call: calls.agentPay.getAgentStatements,
  table: agentStatements,
  sorted: {
    created_at: agentStatements.createdAt,
    month: agentStatements.month,
    total: agentStatements.total,
  },
  row: statementRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

const broughtList = defineList({
  call: calls.agentPay.getAgentStatementRows,
  table: agentStatementRows,
  sorted: { created_at: agentStatementRows.createdAt },
  row: {
    id: agentStatementRows.id,
    created_at: lagosStamp(agentStatementRows.createdAt),
    user_id: agentStatementRows.customerId,
    customer: customerName,
    commissions: agentStatementRows.commissions,
    savings: agentStatementRows.savings,
    repayments: agentStatementRows.repayments,
  },
  rows: (queries, row) =>
    queries
      .select(row)
      .from(agentStatementRows)
      .innerJoin(customers, eq(customers.id, agentStatementRows.customerId))
      .$dynamic(),
})

export const statementHandlers: HandlersFor<StatementCalls> = {
  getAgentStatements: (input, context) => {
    const within = and(
      waitingApprovals(context, input.waiting, ['statements_first', 'statements_second']),
      equals(agentStatements.agentId, input.agent_id),
      betweenAmounts(agentStatements.total, input),
      decidedByAdmin(input.decided_by, agentStatements.firstDecidedBy, agentStatements.secondDecidedBy),
      equals(statementRow.status, input.status),
    )
    return pageOf(context, input, statementList, searchQuery(agentStatements, input.search, within))
  },

  getAgentStatementCase: async ({ id }, context) => ({ data: [await caseOf(context, id)] }),

  getAgentStatementRows: (input, context) =>
    pageOf(context, input, broughtList, {
      where: eq(agentStatementRows.statementId, input.statement_id),
      uncounted: true,
    }),

  makeAgentStatements: async ({ month, agent_id: agentId }, context) => {
    const { queries, actor, now, setAuditSubject } = context
    await setAuditSubject('month of statements', 1, monthText(month))
    // What was begun before midnight has been committed by then.
    if (addDays(monthAfter(month), -1) > lastEndedDay(now)) reject(`${monthText(month)} has not ended yet.`)
    if (agentId !== undefined && (await queries.$count(agents, eq(agents.id, agentId))) === 0)
      reject(agentNotFound(agentId))
    const made = await makeStatements(queries, { month, agentId, madeBy: actor.adminId, madeAt: now })
    if (made.length === 0)
      reject(
        agentId === undefined
          ? `No agent without a statement gets anything for ${monthText(month)}.`
          : `This agent gets nothing for ${monthText(month)}, or has its statement already.`,
      )
    const total = sumKobo(made.map((one) => one.total))
    return {
      message: `${pluralize(made.length, 'statement')} of ${monthText(month)}, ${formatNaira(total)} in all. Each awaits its first approval.`,
      data: { made: made.length, total },
    }
  },

  firstAgentStatementDecision: async (input, context) => {
    const comment = commentOf(input)
    const statement = await lockRequest('statements', input.id, context, awaitsFirst)
    const accepted = input.status === 'accept'
    await context.queries
      .update(agentStatements)
      .set(firstDecision(accepted, comment, context))
      .where(eq(agentStatements.id, statement.id))
    if (!accepted) return { message: rejection(statement) }
    return { message: `Statement ${titleOf(statement)} has its first approval. It awaits the second.` }
  },

  secondAgentStatementDecision: async (input, context) => {
    const comment = commentOf(input)
    const statement = await lockRequest('statements', input.id, context, awaitsSecond)
    const accepted = input.status === 'accept'
    await context.queries
      .update(agentStatements)
      .set(secondDecision(accepted, comment, context))
      .where(eq(agentStatements.id, statement.id))
    if (!accepted) return { message: rejection(statement) }
    return { message: `Statement ${titleOf(statement)} approved. It can be paid.` }
  },
}

type Statement = typeof agentStatements.$inferSelect

const titleOf = ({ reference, total }: Statement) => `${reference} (${formatNaira(total)})`
const rejection = (statement: Statement) => `Statement ${titleOf(statement)} was rejected. Nothing is paid.`

async function caseOf(context: Context, id: number): Promise<StatementCase> {
  const { queries, actor } = context
  const [statement] = await rowsOf(queries).where(eq(agentStatements.id, id))
  const [owner] = await queries
    .select({ id: agentStatements.agentId })
    .from(agentStatements)
    .where(eq(agentStatements.id, id))
  if (!statement || !owner) return reject(requestNotFound('statements', id))
  const { PW } = await businessBalances(queries)
  return {
    ...statement,
    payments: await paymentsOf(queries, eq(agentPayments.statementId, id)),
    holds: canSeeAgentCash(actor) ? (await cashOf(queries, owner.id)).holds : null,
    is_short: subtractKobo(statement.total, statement.paid) > PW,
    against: decisionBlocker('statements', decidedBy(statement), context),
  }
}

/** Payments, the oldest first. */
export const paymentsOf = (queries: Queries, where: SQL | undefined) =>
  queries
    .select({
      id: agentPayments.id,
      created_at: lagosStamp(agentPayments.createdAt),
      reference: agentPayments.reference,
      way: sql<AgentPaymentWay>`${agentPayments.way}`,
      amount: agentPayments.amount,
      admin: admins.name,
      reversed_by: reversedByEntry(agentPayments.entryId),
    })
    .from(agentPayments)
    .innerJoin(admins, eq(admins.id, agentPayments.adminId))
    .where(and(where))
    .orderBy(agentPayments.id)
