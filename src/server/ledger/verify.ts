import { sql } from 'drizzle-orm'
import type { Database, Queries } from '../db/database'
import { agentCashKinds } from '../db/tables/ledgerKinds'
import { importRules } from './importRules'
import { type LedgerRule, loanRules } from './loanRules'

const rules: readonly LedgerRule[] = [
  {
    fault: 'has no two postings that sum to zero',
    place: sql`select 'entry ' || e.reference as place from ledger_entries e
      left join (select entry_id, count(*) as lines, sum(amount) as total from ledger_postings group by entry_id) p
        on p.entry_id = e.id
      where p.total is distinct from 0 or p.lines < 2 order by e.id limit 1`,
  },
  {
    fault: 'differs from its entry or its account',
    place: sql`select 'posting ' || p.id || ' of ' || p.reference as place from ledger_postings p
      left join ledger_entries e on e.id = p.entry_id
      left join ledger_accounts a on a.id = p.account_id
      where (p.reference, p.source, p.made_at, p.admin_id, p.agent_id, p.customer_id)
          is distinct from (e.reference, e.kind, e.made_at, e.admin_id, e.agent_id, e.customer_id)
        or p.wallet_code is distinct from a.code
        or p.flow is distinct from case when a.kind in ('customer', 'savings') then 'payable'
          when a.kind = 'loan' then 'receivable' end
      order by p.id limit 1`,
  },
  {
    fault: 'does not follow the posting before it',
    place: sql`select 'posting ' || c.seq || ' of account ' || a.name || ' (' || c.reference || ')' as place
      from (select account_id, seq, reference, amount, balance_after,
          lag(seq, 1, 0) over account as seq_before, lag(balance_after, 1, 0) over account as balance_before
        from ledger_postings window account as (partition by account_id order by seq)) c
      join ledger_accounts a on a.id = c.account_id
      where c.seq <> c.seq_before + 1 or c.balance_after <> c.balance_before + c.amount
      order by c.account_id, c.seq limit 1`,
  },
  {
    fault: 'has another balance than its postings make',
    place: sql`select 'account ' || a.name as place from ledger_accounts a
      left join (select account_id, count(*) as lines, sum(amount) as total from ledger_postings group by account_id) p
        on p.account_id = a.id
      where a.balance <> coalesce(p.total, 0) or a.postings <> coalesce(p.lines, 0) order by a.id limit 1`,
  },
  {
    fault: 'is below what it may be',
    place: sql`select 'account ' || name as place from ledger_accounts
      where kind <> 'outside' and balance < held order by id limit 1`,
  },
  {
    fault: 'holds something else than its pending withdrawals',
    place: sql`select 'account ' || a.name as place from ledger_accounts a
      left join (select customer_id, sum(amount) as total from withdrawals where status = 'pending' group by 1) w
        on w.customer_id = a.customer_id and a.kind = 'customer'
      where a.held <> coalesce(w.total, 0) order by a.id limit 1`,
  },
  {
    fault: 'has no main wallet',
    place: sql`select 'customer ' || c.id as place from customers c
      where not exists (select from ledger_accounts a where a.customer_id = c.id and a.kind = 'customer')
      order by c.id limit 1`,
  },
  {
    fault: 'has no cash account',
    place: sql`select 'agent ' || g.id as place from agents g
      where not exists (select from ledger_accounts a where a.agent_id = g.id) order by g.id limit 1`,
  },
  {
    fault: 'moves the cash of an agent, which its kind never does',
    place: sql`select 'posting ' || p.id || ' of ' || p.reference as place from ledger_postings p
      where p.wallet_code = 'AGENT' and not (p.source = any(${sql.param(agentCashKinds)}::text[])) order by p.id limit 1`,
  },
  {
    fault: 'moves the cash of an agent without its document',
    place: sql`select 'posting ' || p.id || ' of ' || p.reference as place from ledger_postings p
      where p.source in ('Remittance', 'Cash difference') and not exists (
        select from remittances r where r.entry_id = p.entry_id and p.source = 'Remittance'
        union all select from cash_differences d where d.entry_id = p.entry_id and p.source = 'Cash difference')
      order by p.id limit 1`,
  },
  {
    fault: 'differs from its posting',
    place: sql`select 'remittance ' || r.reference as place from remittances r
      join ledger_accounts a on a.agent_id = r.agent_id
      left join ledger_postings p on p.entry_id = r.entry_id and p.account_id = a.id
      where (p.reference, p.source, p.amount, -p.balance_before, p.admin_id, p.made_at)
        is distinct from (r.reference, 'Remittance', r.counted, r.expected, r.admin_id, r.created_at)
      order by r.id limit 1`,
  },
  {
    fault: 'differs from its posting',
    place: sql`select 'cash difference ' || d.reference as place from cash_differences d
      join ledger_accounts a on a.agent_id = d.agent_id
      left join ledger_postings p on p.entry_id = d.entry_id and p.account_id = a.id
      where d.state = 2 and (p.source, p.amount, p.admin_id, p.made_at)
        is distinct from ('Cash difference', d.amount, d.second_decided_by, d.second_decided_at)
      order by d.id limit 1`,
  },
  {
    fault: 'differs from what it posted',
    place: sql`select 'line ' || n.place || ' of collection ' || c.reference as place from collection_lines n
      join collections c on c.id = n.collection_id
      left join savings s on s.id = n.savings_id
      left join loans l on l.id = n.loan_id
      left join ledger_accounts a on a.agent_id = c.agent_id
      left join ledger_postings cash on cash.entry_id = n.entry_id and cash.account_id = a.id
      left join ledger_postings wallet on wallet.entry_id = n.entry_id and wallet.account_id = coalesce(s.account_id, l.account_id)
      where n.entry_id is not null and (cash.source, -cash.amount, abs(wallet.amount), cash.customer_id, cash.agent_id,
          cash.admin_id, cash.made_at)
        is distinct from (case when n.loan_id is null then 'Savings deposit' else 'Loan repayment' end, n.amount, n.amount,
          n.customer_id, c.agent_id, c.admin_id, c.created_at)
      order by n.id limit 1`,
  },
  {
    fault: 'has other sums than its lines and its cash',
    place: sql`select 'collection ' || c.reference as place from collections c
      left join (select collection_id, count(*) as lines, count(entry_id) as collected, sum(amount) as total
        from collection_lines group by collection_id) n on n.collection_id = c.id
      left join remittances r on r.id = c.remittance_id
      where (n.lines, n.collected, n.total) is distinct from (c.lines, c.collected_lines, c.total)
        or c.remittance_id is not null and (r.agent_id, r.counted, r.expected, r.admin_id, r.created_at)
          is distinct from (c.agent_id, c.counted, c.expected, c.admin_id, c.created_at)
      order by c.id limit 1`,
  },
  {
    fault: 'does not mirror one entry that is not a reversal',
    place: sql`select 'reversal ' || e.reference as place from ledger_entries e
      left join ledger_entries o on o.id = e.reverses_id
      where (e.kind = 'Reversal' or e.reverses_id is not null) and (
        e.kind <> 'Reversal' or o.id is null or o.reverses_id is not null
        or (o.customer_id, o.agent_id) is distinct from (e.customer_id, e.agent_id)
        or exists (select from ledger_postings p where p.entry_id in (e.id, o.id)
          group by p.account_id having sum(p.amount) <> 0))
      order by e.id limit 1`,
  },
  {
    fault: 'is reversed twice',
    place: sql`select 'entry ' || o.reference as place from ledger_entries o
      join (select reverses_id from ledger_entries where reverses_id is not null group by reverses_id
        having count(*) > 1) twice on twice.reverses_id = o.id
      order by o.id limit 1`,
  },
  {
    fault: 'was not approved as it stands',
    place: sql`select 'reversal ' || e.reference as place from ledger_entries e
      left join reversals r on r.entry_id = e.id
      where e.kind = 'Reversal' and not exists (select from ledger_entries o where o.id = e.reverses_id and o.kind = 'Opening balance') and (r.status, r.original_id, r.customer_id, r.decided_by, r.decided_at, r.amount)
        is distinct from ('approved', e.reverses_id, e.customer_id, e.admin_id, e.made_at,
          (select max(p.amount) from ledger_postings p join ledger_entries o on o.id = e.reverses_id
            where p.entry_id = e.id and (o.kind <> 'Loan disbursement' or p.wallet_code = 'MBW')))
      order by e.id limit 1`,
  },
  {
    fault: 'has no entry that reverses',
    place: sql`select 'request ' || r.reference as place from reversals r
      left join ledger_entries e on e.id = r.entry_id
      where r.status = 'approved' and e.reverses_id is distinct from r.original_id order by r.id limit 1`,
  },
  {
    fault: 'is not reversed as its entry is',
    place: sql`select 'savings history ' || h.reference as place from savings_history h
      left join ledger_entries e on e.reverses_id = h.entry_id
      left join savings_history r on r.reverses_id = h.id
      where r.entry_id is distinct from e.id or r.id is not null
        and (r.amount, r.savings_id, r.kind, r.status) is distinct from (-h.amount, h.savings_id, h.kind, h.status)
      order by h.id limit 1`,
  },
  {
    fault: 'differs from its posting',
    place: sql`select 'savings history ' || h.reference as place from savings_history h
      join savings s on s.id = h.savings_id
      left join ledger_postings p on p.entry_id = h.entry_id and p.account_id = s.account_id
      where h.status = 'approved'
        and (p.balance_before, p.balance_after) is distinct from (h.amount_before, h.amount_after)
      order by h.id limit 1`,
  },
  {
    fault: 'does not make what its postings make',
    place: sql`select 'loan history of ' || p.reference as place from ledger_postings p
      join loans l on l.account_id = p.account_id
      left join (select entry_id, loan_id, min(reference) as reference, count(distinct reference) as refs,
          sum(amount_after - amount_before) as change, count(*)::int as lines,
          array_agg(amount_before order by id) as befores, array_agg(amount_after order by id) as afters
        from loan_history group by entry_id, loan_id) h on h.entry_id = p.entry_id and h.loan_id = l.id
      where p.entry_id <> l.disbursement_entry_id
        and not exists (select from ledger_entries e where e.id = p.entry_id and e.reverses_id = l.disbursement_entry_id)
        and (
        (h.reference, h.refs, h.change) is distinct from (p.reference, 1, p.amount)
        or h.befores is distinct from (p.balance_before || h.afters[:h.lines - 1]))
      order by p.id limit 1`,
  },
  {
    fault: 'has no posting of its loan',
    place: sql`select 'loan history ' || h.reference as place from loan_history h
      join loans l on l.id = h.loan_id
      where not exists (select from ledger_postings p where p.entry_id = h.entry_id and p.account_id = l.account_id)
      order by h.id limit 1`,
  },
  {
    fault: 'is not reversed as its entry is',
    place: sql`select 'loan history ' || h.reference as place from loan_history h
      left join ledger_entries e on e.reverses_id = h.entry_id
      left join loan_history r on r.reverses_id = h.id
      where r.entry_id is distinct from e.id or r.id is not null
        and (r.kind, r.repayment, r.penalty, r.amount_after - r.amount_before, r.instalment_id)
          is distinct from (h.kind, -h.repayment, -h.penalty, h.amount_before - h.amount_after, h.instalment_id)
      order by h.id limit 1`,
  },
  {
    fault: 'differs from the movements of its history',
    place: sql`select 'instalment ' || s.number || ' of loan ' || l.reference as place from loan_repayment_schedule s
      join loans l on l.id = s.loan_id
      left join (select instalment_id, sum(repayment) as paid, sum(penalty) filter (where kind = 'repayment') as penalty_paid,
          sum(penalty) filter (where kind = 'penalty') as penalty from loan_history group by instalment_id) h
        on h.instalment_id = s.id
      where (s.paid, s.penalty_paid) is distinct from (coalesce(h.paid, 0), coalesce(h.penalty_paid, 0))
        or s.penalty < coalesce(h.penalty, 0)
      order by s.id limit 1`,
  },
  {
    fault: 'has other penalties than its history and its reschedulings make',
    place: sql`select 'loan ' || l.reference as place from loans l
      join (select loan_id, sum(penalty - penalty_moved) as penalty from loan_repayment_schedule group by loan_id) s
        on s.loan_id = l.id
      left join (select loan_id, sum(penalty) as penalty from loan_history where kind = 'penalty' group by loan_id) h
        on h.loan_id = l.id
      where s.penalty <> coalesce(h.penalty, 0) order by l.id limit 1`,
  },
  {
    fault: 'owes something else than its schedule leaves open',
    place: sql`select 'loan ' || l.reference as place from loans l
      join ledger_accounts a on a.id = l.account_id
      left join (select loan_id, sum(amount - moved + penalty_moved) as total,
          coalesce(sum(amount + penalty - paid - moved) filter (where status = 'pending'), 0) as open,
          coalesce(sum(amount + penalty - paid - moved) filter (where status = 'written-off'), 0) as written_off,
          coalesce(sum(amount + penalty - paid - moved) filter (where status = 'reversed'), 0) as reversed,
          min(due_date) filter (where status = 'pending') as next_due from loan_repayment_schedule group by loan_id) s
        on s.loan_id = l.id
      where a.balance is distinct from s.open or (a.balance > 0) <> (l.loan_status = 'active')
        or s.written_off <> l.written_off
        or s.reversed <> case l.loan_status when 'reversed' then l.total_payable else 0 end
        or s.total <> l.total_payable or s.next_due is distinct from l.next_due
      order by l.id limit 1`,
  },
  {
    fault: 'is not written off, or reversed, as its entries are',
    place: sql`select 'loan ' || l.reference as place from loans l
      left join (select p.account_id, sum(-p.amount) as amount from ledger_postings p
        where p.source = 'Loan write-off' and p.wallet_code = 'LOAN'
          and not exists (select from ledger_entries e where e.reverses_id = p.entry_id) group by p.account_id) w
        on w.account_id = l.account_id
      left join ledger_entries e on e.reverses_id = l.disbursement_entry_id
      where l.written_off <> coalesce(w.amount, 0) or e.made_at is distinct from l.reversed_date
      order by l.id limit 1`,
  },
  {
    fault: 'differs from the change that was approved',
    place: sql`select 'write-off ' || e.reference as place from ledger_entries e
      left join loan_changes c on c.entry_id = e.id
      left join loans l on l.id = c.loan_id
      left join ledger_postings p on p.entry_id = e.id and p.account_id = l.account_id
      where e.kind = 'Loan write-off' and (c.kind, c.state, c.customer_id, c.second_decided_by, c.second_decided_at, -c.amount)
        is distinct from ('write-off', 2::smallint, e.customer_id, e.admin_id, e.made_at, p.amount)
      order by e.id limit 1`,
  },
  {
    fault: 'is not scheduled as its application and its approved changes say',
    place: sql`select 'loan ' || l.reference as place from loans l
      join (select loan_id, count(*) as instalments, max(number) as last, sum(moved) as moved,
          (array_agg(due_date order by number desc))[1] as maturity
        from loan_repayment_schedule group by loan_id) s on s.loan_id = l.id
      left join (select loan_id, sum(instalment_times) as times, sum(amount) as amount, max(second_decided_at) as at
        from loan_changes where kind = 'reschedule' and state = 2 group by loan_id) c on c.loan_id = l.id
      where s.instalments <> l.instalment_times + coalesce(c.times, 0) or s.last <> s.instalments
        or s.moved <> coalesce(c.amount, 0) or c.at is distinct from l.rescheduled_date
        or c.at is not null and s.maturity <> l.maturity_date
      order by l.id limit 1`,
  },
  {
    fault: 'has another interest paid than its postings make',
    place: sql`select 'loan ' || l.reference as place from loans l
      left join (select h.loan_id, sum(p.amount) as profit from (select distinct loan_id, entry_id from loan_history
            where kind = 'repayment') h
          join ledger_postings p on p.entry_id = h.entry_id
          join ledger_accounts a on a.id = p.account_id and a.name = 'PW'
        group by h.loan_id) gained on gained.loan_id = l.id
      left join (select loan_id, sum(penalty) as penalties from loan_history where kind = 'repayment' group by loan_id) paid
        on paid.loan_id = l.id
      where l.interest_paid <> coalesce(gained.profit, 0) - coalesce(paid.penalties, 0) order by l.id limit 1`,
  },
  {
    fault: 'differs from the balances that it sums up',
    place: sql`select 'portfolio total of ' || k.of as place
      from (values ('savings'), ('loan')) k (of)
      left join (
        select a.kind, sum(a.balance) as total from ledger_accounts a
          left join savings s on s.account_id = a.id
          left join loans l on l.account_id = a.id
          where s.status = 'active' or l.loan_status = 'active' group by a.kind) b on b.kind = k.of
      left join (select "of", sum(amount) as total from balance_sums group by "of") kept on kept.of = k.of
      where coalesce(b.total, 0) <> coalesce(kept.total, 0) order by k.of limit 1`,
  },
  {
    fault: 'differs from the rows that it sums up',
    place: sql`select concat_ws(' ', 'kept sum', coalesce(b.of, k.of), coalesce(b.day, k.day),
        'of agent ' || coalesce(b.agent_id, k.agent_id), coalesce(b.rhythm, k.rhythm)) as place
      from (select s."of", s.day, s.agent_id, null as rhythm, sum(s.amount) as amount from ledger_postings p
          join ledger_accounts a on a.id = p.account_id join ledger_entries e on e.id = p.entry_id
          left join ledger_entries o on o.id = e.reverses_id
          cross join lateral sums_of_posting(a.kind, a.code, coalesce(o.kind, e.kind), e.made_at, a.agent_id, p.amount) s
          group by 1, 2, 3
        union all
        select 'due', due_date, null, null, sum(amount - moved + penalty_moved) from loan_repayment_schedule
          where status not in ('written-off', 'reversed') group by due_date
        union all
        select 'deposits', null, null, deposit_rhythm(s.market_id, s.deposit_type, s.created_at), sum(s.fixed_amount)
          from savings s join customers c on c.id = s.customer_id
          where s.status = 'active' and c.is_active and not c.is_deleted group by 4
        union all
        select unnest(array['owed', 'open']), l.next_due, null, null, unnest(array[sum(a.balance), count(*)])
          from loans l join ledger_accounts a on a.id = l.account_id where l.loan_status = 'active' group by l.next_due) b
      full join (select "of", day, agent_id, rhythm, sum(amount) as amount from (
          select "of", day, agent_id, rhythm, amount from kept_sums
          union all select "of", day, agent_id, rhythm, amount from sum_changes) parts group by 1, 2, 3, 4) k
        on (b.of, coalesce(b.day, '0001-01-01'), coalesce(b.agent_id, 0), coalesce(b.rhythm, ''))
          = (k.of, coalesce(k.day, '0001-01-01'), coalesce(k.agent_id, 0), coalesce(k.rhythm, ''))
      where coalesce(b.amount, 0) <> coalesce(k.amount, 0) order by 1 limit 1`,
  },
  {
    fault: 'is not kept as its loan, its account and its customer have it',
    place: sql`select 'open loan ' || coalesce(l.reference, 'with the id ' || o.loan_id) as place
      from (select l.*, c.assigned_agent_id, market_of(c.id) as market_id, a.balance from loans l join customers c on c.id = l.customer_id
          join ledger_accounts a on a.id = l.account_id where l.loan_status = 'active') l
      full join open_loans o on o.loan_id = l.id
      where (o.loan_id, o.customer_id, o.agent_id, o.loan_type_id, o.market_id, o.next_due, o.owed, o.rescheduled_date) is distinct from
        (l.id, l.customer_id, l.assigned_agent_id, l.loan_type_id, l.market_id, l.next_due, l.balance, l.rescheduled_date)
      order by coalesce(l.id, o.loan_id) limit 1`,
  },
  {
    fault: 'has another late amount than its instalments due by then make',
    place: sql`select 'open loan ' || l.reference as place from open_loans o join loans l on l.id = o.loan_id
      left join lateral (select sum(amount + penalty - paid - moved) filter (where due_date < o.late_from) as late,
          max(due_date) filter (where due_date < o.late_from) + 1 as from_day,
          min(due_date) filter (where due_date >= o.late_from) as through_day
        from loan_repayment_schedule where loan_id = o.loan_id and status = 'pending') s on true
      where (o.late, o.late_from, o.late_through) is distinct from
        (coalesce(s.late, 0), coalesce(s.from_day, '-infinity'), coalesce(s.through_day, 'infinity'))
      order by o.loan_id limit 1`,
  },
  {
    fault: 'differs from what its run posted',
    place: sql`select 'row ' || i.id || ' of run ' || r.kind || ' ' || r.day as place
      from run_items i join runs r on r.id = i.run_id left join ledger_entries e on e.id = i.entry_id
      left join savings s on s.id = i.savings_id left join loans l on l.id = i.loan_id
      where (i.savings_id is null) <> (r.kind = 'penalties') or (i.entry_id is not null and (
        e.kind <> case r.kind when 'penalties' then 'Loan penalty' when 'interest' then 'Savings interest' else 'Savings charge' end
        or not exists (select from ledger_postings p where p.entry_id = i.entry_id
          and p.account_id = coalesce(s.account_id, l.account_id) and abs(p.amount) = i.amount)))
      order by i.id limit 1`,
  },
  {
    fault: 'has other totals than its rows',
    place: sql`select 'run ' || r.kind || ' ' || r.day as place from runs r left join (
        select run_id, count(entry_id) as posted, sum(amount) as amount, count(*) filter (where open > 0) as skipped
        from run_items group by run_id) i on i.run_id = r.id
      where (r.posted, r.amount, r.skipped)
        is distinct from (coalesce(i.posted, 0), coalesce(i.amount, 0), coalesce(i.skipped, 0))
      order by r.id limit 1`,
  },
  {
    fault: 'got other interest than a twelfth of its rate of the lowest balance of the month',
    place: sql`select 'saving ' || s.reference || ' in ' || to_char(r.day, 'YYYY-MM') as place
      from run_items i join runs r on r.id = i.run_id and r.kind = 'interest' join savings s on s.id = i.savings_id
      cross join lateral (select date_trunc('month', r.day)::timestamp at time zone 'Africa/Lagos' as start,
        (r.day + 1)::timestamp at time zone 'Africa/Lagos' as next) month
      cross join lateral (select least(
        coalesce((select p.balance_after from ledger_postings p where p.account_id = s.account_id
          and p.made_at < month.start order by p.made_at desc, p.id desc limit 1), 0),
        (select min(p.balance_after) from ledger_postings p where p.account_id = s.account_id
          and p.made_at >= month.start and p.made_at < month.next)) as lowest) b
      where i.amount + i.open <> (b.lowest * s.interest_basis_points + 60000) / 120000
      order by i.id limit 1`,
  },
  {
    fault: 'was charged something else than its charge and what was open before',
    place: sql`select 'saving ' || s.reference || ' in ' || to_char(i.day, 'YYYY-MM') as place
      from (select i.id, i.savings_id, i.entry_id, i.amount, i.open, r.day,
          lag(i.open, 1, 0::bigint) over (partition by i.savings_id order by r.day) as owed
        from run_items i join runs r on r.id = i.run_id and r.kind = 'charges') i
      join savings s on s.id = i.savings_id
      left join ledger_postings p on p.entry_id = i.entry_id and p.account_id = s.account_id
      where i.amount + i.open <> s.charge + i.owed or (i.open > 0 and coalesce(p.balance_after, 0) <> 0)
      order by i.id limit 1`,
  },
  {
    fault: 'owes other charges than its last run left open',
    place: sql`select 'saving ' || s.reference as place from savings s left join lateral (
        select i.open from run_items i join runs r on r.id = i.run_id and r.kind = 'charges'
        where i.savings_id = s.id order by r.day desc limit 1) last on true
      where s.charge_owed <> coalesce(last.open, 0) order by s.id limit 1`,
  },
]

/** All checks. */
export const ledgerRules: readonly LedgerRule[] = [...rules, ...importRules, ...loanRules]

/** The faults that checks find, each with the first place where it occurs. */
export async function faultsOf(queries: Queries, checks = ledgerRules): Promise<string[]> {
  const faults: string[] = []
  for (const { fault, place } of checks) {
    const { rows } = await queries.execute<{ place: string }>(place)
    if (rows[0]) faults.push(`${rows[0].place} ${fault}`)
  }
  return faults
}

export type Verdict = { accounts: number; entries: number; postings: number; faults: string[] }

/** Recomputes the ledger from its postings in one snapshot. */
export const verifyLedger = (database: Database): Promise<Verdict> =>
  database.transaction(
    async (tx) => {
      const faults = await faultsOf(tx)
      const { rows } = await tx.execute<Record<'accounts' | 'entries' | 'postings', string>>(sql`
        select (select count(*) from ledger_accounts) as accounts, (select count(*) from ledger_entries) as entries,
          (select count(*) from ledger_postings) as postings`)
      const [counts] = rows
      return {
        accounts: Number(counts?.accounts),
        entries: Number(counts?.entries),
        postings: Number(counts?.postings),
        faults,
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
