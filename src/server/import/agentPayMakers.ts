import { sql } from 'drizzle-orm'
import type { ImportNoun } from '#contract/calls/imports'
import { documentPrefixes } from '../db/tables/ledgerKinds'
import { cell, moneyCell, monthCell, statementPay, statementTotal, there } from './cells'
import { type Maker, madeIn, next, none, record, recordOf, reference } from './parts'

type AgentPayNoun = Extract<ImportNoun, `agent${string}`>

const agent = recordOf('agents', cell('agent'), there.agent(cell('agent')))
const [ofCommissions, ofSavings, ofRepayments] = ['of_commissions', 'of_savings', 'of_repayments'].map(
  (rate) => sql`${cell(rate)}::int`,
)
const brought = sql.join(['commissions', 'savings', 'repayments'].map(moneyCell), sql`, `)

/** Rates, targets and statements of agents. A statement that is taken over has what the old books paid of it, and no entry. */
export const agentPayMakers: Record<Exclude<AgentPayNoun, 'agents'>, Maker> = {
  agentPayTerms: async (tx, part) => {
    await record(tx, 'agentPayTerms', part, { id: next('agent_pay_terms_id_seq') })
    await tx.execute(sql`insert into agent_pay_terms (id, agent_id, from_month, commission_basis_points, savings_basis_points,
        repayment_basis_points, admin_id, created_at)
      select c.record_id, case when ${cell('agent')} is not null then ${agent} end, ${monthCell('from_month')}, ${ofCommissions},
        ${ofSavings}, ${ofRepayments}, ${part.adminId}, ${part.now.toISOString()}::timestamptz
      from ${madeIn('agentPayTerms', part)} order by c.id`)
  },
  agentTargets: async (tx, part) => {
    const made = sql`${part.now.toISOString()}::timestamptz`
    await record(tx, 'agentTargets', part, { id: next('agent_targets_id_seq') })
    await tx.execute(sql`insert into agent_targets (id, agent_id, month, savings, repaid, customers, admin_id, created_at)
      select c.record_id, ${agent}, ${monthCell('month')}, ${moneyCell('savings')}, ${moneyCell('repaid')}, ${moneyCell('customers')},
        ${part.adminId}, ${made} from ${madeIn('agentTargets', part)} order by c.id`)
    await tx.execute(
      sql`update agents set target_set_at = ${made} where id in (select ${agent} from ${madeIn('agentTargets', part)})`,
    )
  },
  agentStatements: async (tx, part) => {
    const made = sql`${part.now.toISOString()}::timestamptz`
    const ifApproved = (value: ReturnType<typeof sql>) => sql`case when n.state = 2 then ${value} end`
    await record(tx, 'agentStatements', part, { id: next('agent_statements_id_seq') })
    await tx.execute(sql`insert into agent_statements (id, agent_id, month, commissions, savings, repayments, commission_basis_points,
        savings_basis_points, repayment_basis_points, commission_pay, savings_pay, repayment_pay, total, paid_before, state, reference,
        requested_by, first_decided_by, first_decided_at, first_comment, second_decided_by, second_decided_at, created_at)
      select n.record_id, n.agent_id, n.month, n.commissions, n.savings, n.repayments, n.of_commissions, n.of_savings, n.of_repayments,
        n.commission_pay, n.savings_pay, n.repayment_pay, n.total, n.paid, n.state, ${reference(documentPrefixes.agentStatement, part.day)},
        ${part.createdBy}, ${ifApproved(sql`${part.createdBy}::bigint`)}, ${ifApproved(made)},
        ${ifApproved(sql`'Taken over from ' || n.statement`)}, ${ifApproved(sql`${part.adminId}::bigint`)}, ${ifApproved(made)}, ${made}
      from (select c.record_id, ${agent} as agent_id, ${monthCell('month')} as month, ${cell('statement')} as statement,
          ${moneyCell('commissions')} as commissions, ${moneyCell('savings')} as savings, ${moneyCell('repayments')} as repayments,
          ${ofCommissions} as of_commissions, ${ofSavings} as of_savings, ${ofRepayments} as of_repayments,
          ${statementPay[0]} as commission_pay, ${statementPay[1]} as savings_pay, ${statementPay[2]} as repayment_pay,
          ${statementTotal} as total, ${moneyCell('paid_before')} as paid, coalesce(${cell('status')}::smallint, 2) as state,
          ${next('reference_numbers')} as number
        from ${madeIn('agentStatements', part)} order by c.id) n order by n.record_id`)
  },
  agentStatementRows: async (tx, part) => {
    await record(tx, 'agentStatementRows', part, { id: none })
    await tx.execute(sql`insert into agent_statement_rows (statement_id, customer_id, commissions, savings, repayments, created_at)
      select ${recordOf('agentStatements', cell('statement'))}, ${recordOf('customers', cell('customer'), there.customer(cell('customer')))},
        ${brought}, ${part.now.toISOString()}::timestamptz
      from ${madeIn('agentStatementRows', part)} order by c.id`)
  },
}
