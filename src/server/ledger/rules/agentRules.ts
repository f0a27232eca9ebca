import { sql } from 'drizzle-orm'
import { broughtIn, shareOf } from '../agentBrought'
import { isAtCounter, type LedgerRule } from './extent'

const share = (brought: string, rate: string) => shareOf(sql.raw(brought), sql.raw(rate))

const startOf = (edge: 'min' | 'max', months: string) =>
  sql.raw(`(${edge}(month)::date${months})::timestamp at time zone 'Africa/Lagos'`)

/** What agents get of what they brought, recomputed from the ledger, and what was paid of it. */
export const agentRules: readonly LedgerRule[] = [
  {
    fault: 'has other rows than what its agent brought in its month',
    place: (read) => sql`select distinct 'statement ' || s.reference as place, s.id from (
        select s.id, b.customer_id, b.commissions, b.savings, b.repayments from agent_statements s
        join (${broughtIn(sql`p.made_at >= (select ${startOf('min', '')} from agent_statements where ${read.statement('id')})
          and p.made_at < (select ${startOf('max', " + interval '1 month'")} from agent_statements where ${read.statement('id')})`)}) b
          on b.agent_id = s.agent_id and b.month = s.month
        where s.paid_before is null and ${read.statement('s.id')}) b
      full join (select r.* from agent_statement_rows r join agent_statements s on s.id = r.statement_id
        where s.paid_before is null and ${read.statement('r.statement_id')}) r
        on r.statement_id = b.id and r.customer_id = b.customer_id
      join agent_statements s on s.id = coalesce(b.id, r.statement_id)
      where (r.commissions, r.savings, r.repayments) is distinct from (b.commissions, b.savings, b.repayments) order by s.id`,
  },
  {
    fault: 'pays something else than the terms of its month of its rows',
    place: (read) => sql`select 'statement ' || s.reference as place from agent_statements s
      left join (select statement_id, sum(commissions) as commissions, sum(savings) as savings, sum(repayments) as repayments
        from agent_statement_rows where ${read.statement('statement_id')} group by statement_id) r on r.statement_id = s.id
      left join lateral (select * from agent_pay_terms t where t.agent_id = s.agent_id and t.from_month <= s.month
        order by t.from_month desc, t.id desc limit 1) own on true
      left join lateral (select * from agent_pay_terms t where t.agent_id is null and t.from_month <= s.month
        order by t.from_month desc, t.id desc limit 1) general on true
      where ${read.statement('s.id')} and (s.paid_before is null and ((s.commissions, s.savings, s.repayments)
          is distinct from (r.commissions, r.savings, r.repayments)
        or (s.commission_basis_points, s.savings_basis_points, s.repayment_basis_points)
          is distinct from (coalesce(own.commission_basis_points, general.commission_basis_points),
            coalesce(own.savings_basis_points, general.savings_basis_points),
            coalesce(own.repayment_basis_points, general.repayment_basis_points)))
        or (s.commission_pay, s.savings_pay, s.repayment_pay) is distinct from
          (${share('s.commissions', 's.commission_basis_points')}, ${share('s.savings', 's.savings_basis_points')},
            ${share('s.repayments', 's.repayment_basis_points')}))
      order by s.id`,
  },
  {
    fault: 'is paid before its approval, or with more than its total',
    place: (read) => sql`select 'statement ' || s.reference as place from agent_statements s
      left join (select statement_id, sum(amount) as paid, min(created_at) as at from agent_payments
        where ${read.statement('statement_id')} and not exists (select from ledger_entries r where r.reverses_id = entry_id)
        group by statement_id) y on y.statement_id = s.id
      cross join lateral (select coalesce(s.paid_before, 0) + coalesce(y.paid, 0) as paid) p
      where ${read.statement('s.id')} and (p.paid <> 0 or y.paid is not null) and (s.state <> 2 or y.at < s.second_decided_at
        or sign(p.paid) <> sign(s.total) or abs(p.paid) > abs(s.total)) order by s.id`,
  },
  {
    fault: 'differs from its postings',
    place: (read) => sql`select 'payment ' || y.reference as place from agent_payments y
      join agent_statements s on s.id = y.statement_id
      left join ledger_postings p on p.entry_id = y.entry_id and p.wallet_code = 'PW'
      left join (ledger_postings o join ledger_accounts a on a.id = o.account_id) on o.entry_id = y.entry_id
        and case y.way when 'cash' then ${isAtCounter('a.code')} else a.agent_id = s.agent_id end
      where ${read.entry('y.entry_id')} and (p.reference, p.source, -p.amount, o.amount, p.admin_id, p.agent_id, p.made_at)
        is distinct from (y.reference, 'Agent commission', y.amount, y.amount, y.admin_id, s.agent_id, y.created_at)
      order by y.id`,
  },
  {
    fault: 'is no payment of a statement',
    place: (read) => sql`select 'entry ' || e.reference as place from ledger_entries e
      where ${read.entry('e.id')} and e.kind = 'Agent commission'
        and not exists (select from agent_payments y where y.entry_id = e.id) order by e.id`,
  },
]
