import { and, eq, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { endOfLagosDay, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { monthOf } from '#domain/time/months'
import { loans, loanTypes } from '../../db/tables/loans'
import { agents, customers } from '../../db/tables/schema'
import { invalid } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { equals, lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { searchQuery } from '../../lists/searchText'
import { openAgent } from '../../people/agentColumns'
import { customerName } from '../../people/customerColumns'

/**
 * What was paid on loans from one instant to another, by loan. The interest of an entry is what the profit wallet got of it besides
 * penalties, as verify-ledger has it (rules/bookRules.ts).
 */
const paidIn = (from: Date, to: Date) => {
  const within = (column: string) =>
    sql`${sql.raw(column)} >= ${from.toISOString()} and ${sql.raw(column)} < ${to.toISOString()}`
  return sql`(select h.loan_id, sum(h.penalties)::bigint as penalties, sum(h.repaid)::bigint as repaid,
      sum(coalesce(p.profit, 0) - h.penalties)::bigint as interest
    from (select loan_id, entry_id, sum(penalty) as penalties, sum(repayment) as repaid from loan_history
      where kind in ('repayment', 'correction') and ${within('created_at')} group by 1, 2) h
    left join lateral (select sum(amount) as profit from ledger_postings where entry_id = h.entry_id
      and account_id = (select id from ledger_accounts where name = 'PW') and ${within('made_at')}) p on true
    group by 1) paid`
}
const figure = (column: string) => sql<Kobo>`coalesce(paid.${sql.raw(column)}, 0)`.mapWith(loans.amount)

const listOf = (from: Date, to: Date) =>
  defineList({
    call: calls.loans.loanInterest,
    table: loans,
    sorted: { created_at: loans.createdAt, amount: loans.amount },
    row: {
      id: loans.id,
      created_at: lagosStamp(loans.createdAt),
      reference: loans.reference,
      user_id: loans.customerId,
      customer: customerName,
      customer_phone: customers.phoneNumber,
      loan_type_name: loanTypes.name,
      agent_id: openAgent,
      agentName: agents.name,
      amount: loans.amount,
      interest: figure('interest'),
      penalties: figure('penalties'),
      repaid: figure('repaid'),
    },
    rows: (queries, row) =>
      queries
        .select(row)
        .from(loans)
        .innerJoin(customers, eq(customers.id, loans.customerId))
        .innerJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
        .innerJoin(agents, eq(agents.id, loans.agentId))
        .leftJoin(paidIn(from, to), sql`paid.loan_id = ${loans.id}`)
        .$dynamic(),
  })

export const loanInterestHandlers: HandlersFor<Pick<Calls['loans'], 'loanInterest'>> = {
  loanInterest: (input, context) => {
    const { search, agent_id, loan_type_id } = input
    const today = lagosDay(context.now)
    if (!input.start_date !== !input.end_date) invalid('Please select both start and end dates')
    const { start_date = monthOf(today), end_date = today } = input
    if (end_date < start_date) invalid('End date cannot be before start date')
    const [from, to] = [startOfLagosDay(start_date), endOfLagosDay(end_date)]
    const paid = sql`${loans.id} in (select loan_id from loan_history where kind in ('repayment', 'correction')
      and created_at >= ${from.toISOString()} and created_at < ${to.toISOString()})`
    const within = and(paid, equals(loans.agentId, agent_id), equals(loans.loanTypeId, loan_type_id))
    return pageOf(context, input, listOf(from, to), searchQuery(loans, search, within))
  },
}
