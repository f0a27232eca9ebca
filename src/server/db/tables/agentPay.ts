import { type SQLWrapper, sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { agentPaymentWays } from '#contract/calls/agentPay'
import { createdAt, id, kobo, ref, searchIndex, searchText } from './columns'
import { decisionChecks, decisionColumns } from './decisionColumns'
import { entries } from './ledger'
import { admins, agents, customers } from './schema'

/** A month, by its first day. */
const month = () => date({ mode: 'string' }).notNull()
const isMonth = (column: SQLWrapper) => sql`extract(day from ${column}) = 1`

/**
 * Append-only. What agents get of what they bring, from a month on; of the same month the last counts. Without an agent it is for
 * all; an agent's own without rates ends them: those of all hold again (rules.md, "Agents' commission").
 */
export const agentPayTerms = pgTable(
  'agent_pay_terms',
  {
    id: id(),
    agentId: ref().references(() => agents.id),
    fromMonth: month(),
    /** In hundredths of a percent. */
    commissionBasisPoints: integer(),
    savingsBasisPoints: integer(),
    repaymentBasisPoints: integer(),
    adminId: ref()
      .notNull()
      .references(() => admins.id),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.agentId, t.fromMonth, t.id),
    check('agent_pay_terms_month', isMonth(t.fromMonth)),
    check(
      'agent_pay_terms_rates',
      sql`num_nulls(${t.commissionBasisPoints}, ${t.savingsBasisPoints}, ${t.repaymentBasisPoints}) in (0, 3)
        and (${t.commissionBasisPoints} is not null or ${t.agentId} is not null)
        and least(${t.commissionBasisPoints}, ${t.savingsBasisPoints}, ${t.repaymentBasisPoints}) >= 0
        and greatest(${t.commissionBasisPoints}, ${t.savingsBasisPoints}, ${t.repaymentBasisPoints}) <= 10000`,
    ),
  ],
)

/** What an agent gets for a month, with its two decisions. One that was rejected can be made again. */
export const agentStatements = pgTable(
  'agent_statements',
  {
    id: id(),
    reference: text().notNull().unique(),
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    month: month(),
    /** What the agent brought in the month: the sums of its rows. */
    commissions: kobo().notNull(),
    savings: kobo().notNull(),
    repayments: kobo().notNull(),
    /** The terms of the month, in hundredths of a percent, and what they make of it. */
    commissionBasisPoints: integer().notNull(),
    savingsBasisPoints: integer().notNull(),
    repaymentBasisPoints: integer().notNull(),
    commissionPay: kobo().notNull(),
    savingsPay: kobo().notNull(),
    repaymentPay: kobo().notNull(),
    /** Above zero: to be paid to the agent. Below zero: owed by the agent, where more was reversed than came. */
    total: kobo().notNull(),
    /** What the old books paid of a statement that was taken over; null for one that was made here. */
    paidBefore: kobo(),
    ...decisionColumns(),
    searchText: searchText(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index('agent_statements_month_order').on(t.month, t.id),
    index('agent_statements_total_order').on(t.total, t.id),
    uniqueIndex('agent_statements_one').on(t.agentId, t.month).where(sql`${t.state} <> 3`),
    index('agent_statements_undecided').on(t.state).where(sql`${t.state} < 2`),
    searchIndex('agent_statements', t.searchText, [t.createdAt]),
    check('agent_statements_month', isMonth(t.month)),
    check(
      'agent_statements_total',
      sql`${t.total} <> 0 and ${t.total} = ${t.commissionPay} + ${t.savingsPay} + ${t.repaymentPay}`,
    ),
    ...decisionChecks('agent_statements', t),
  ],
)

/** Append-only. What the agent brought from one customer: below zero where more was reversed than came. */
export const agentStatementRows = pgTable(
  'agent_statement_rows',
  {
    id: id(),
    statementId: ref()
      .notNull()
      .references(() => agentStatements.id),
    customerId: ref()
      .notNull()
      .references(() => customers.id),
    commissions: kobo().notNull(),
    savings: kobo().notNull(),
    repayments: kobo().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('agent_statement_rows_customer').on(t.statementId, t.customerId),
    index().on(t.statementId, t.createdAt, t.id),
    index().on(t.customerId),
    check(
      'agent_statement_rows_brought',
      sql`(${t.commissions}, ${t.savings}, ${t.repayments}) <> (0, 0, 0)`,
    ),
  ],
)

/** Append-only. What was paid on an approved statement: at the counter, or set off against the agent's cash. */
export const agentPayments = pgTable(
  'agent_payments',
  {
    id: id(),
    /** The entry's. */
    reference: text().notNull().unique(),
    statementId: ref()
      .notNull()
      .references(() => agentStatements.id),
    way: text({ enum: agentPaymentWays }).notNull(),
    /** Of the sign of the statement's total; below zero it is charged to the agent's cash. */
    amount: kobo().notNull(),
    adminId: ref()
      .notNull()
      .references(() => admins.id),
    entryId: ref()
      .notNull()
      .unique()
      .references(() => entries.id),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.statementId, t.id),
    check('agent_payments_way', sql`${t.way} in ('cash', 'set-off')`),
    check('agent_payments_amount', sql`${t.amount} <> 0 and (${t.amount} > 0 or ${t.way} = 'set-off')`),
  ],
)

/** What an agent is to bring in a month; set again, it is changed. */
export const agentTargets = pgTable(
  'agent_targets',
  {
    id: id(),
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    month: month(),
    savings: kobo().notNull(),
    repaid: kobo().notNull(),
    customers: integer().notNull(),
    adminId: ref()
      .notNull()
      .references(() => admins.id),
    createdAt: createdAt(),
  },
  (t) => [
    unique('agent_targets_month_key').on(t.agentId, t.month),
    check('agent_targets_month', isMonth(t.month)),
    check('agent_targets_amounts', sql`${t.savings} >= 0 and ${t.repaid} >= 0 and ${t.customers} >= 0`),
  ],
)
