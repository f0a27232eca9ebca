import { sql } from 'drizzle-orm'
import { agentCashKinds, cashInKinds } from '../../db/tables/ledgerKinds'
import { roundOf } from '../dayFigures'
import { hasLateRows, lowestByDay } from '../lowestBalance'
import { dayOf, isAtCounter, type LedgerRule } from './extent'

/** What runs posted, with the corrections of its interest. */
const postedByRuns = sql`select run_id, entry_id from run_items where entry_id is not null
  union all select run_id, entry_id from interest_corrections`

/** Postings, balances, and what the documents and histories beside them say, recomputed. */
export const bookRules: readonly LedgerRule[] = [
  {
    fault: 'has no two postings that sum to zero',
    place: (read) => sql`select 'entry ' || e.reference as place from ledger_entries e
      left join (select entry_id, count(*) as lines, sum(amount) as total from ledger_postings
        where ${read.entry('entry_id')} group by entry_id) p on p.entry_id = e.id
      where ${read.entry('e.id')} and (p.total is distinct from 0 or p.lines < 2) order by e.id`,
  },
  {
    fault: 'differs from its entry or its account',
    place: (read) => sql`select 'posting ' || p.id || ' of ' || p.reference as place from ledger_postings p
      left join ledger_entries e on e.id = p.entry_id
      left join ledger_accounts a on a.id = p.account_id
      where ${read.entry('p.entry_id')} and (
        (p.reference, p.source, p.made_at, p.admin_id, p.agent_id, p.customer_id)
          is distinct from (e.reference, e.kind, e.made_at, e.admin_id, e.agent_id, e.customer_id)
        or p.wallet_code is distinct from a.code
        or p.flow is distinct from case when a.kind in ('customer', 'savings') then 'payable'
          when a.kind = 'loan' then 'receivable' end)
      order by p.id`,
  },
  {
    fault: 'does not follow the posting before it',
    place: (
      read,
    ) => sql`select 'posting ' || c.seq || ' of account ' || a.name || ' (' || c.reference || ')' as place
      from (select account_id, seq, reference, amount, balance_after,
          lag(seq, 1, seq_before) over account as last_seq, lag(balance_after, 1, balance_before_all) over account as last_balance
        from ${read.postings} p window account as (partition by account_id order by seq)) c
      join ledger_accounts a on a.id = c.account_id
      where c.seq <> c.last_seq + 1 or c.balance_after <> c.last_balance + c.amount
      order by c.account_id, c.seq`,
  },
  {
    fault: 'has another balance than its postings make',
    place: (read) => sql`select 'account ' || a.name as place from ledger_accounts a
      left join (select account_id, count(*) as lines, sum(amount) as total from ${read.postings} p group by account_id) p
        on p.account_id = a.id
      where ${read.account('a.id')} and (a.balance <> ${read.balanceBefore('a.id')} + coalesce(p.total, 0)
        or a.postings <> ${read.countBefore('a.id')} + coalesce(p.lines, 0)) order by a.id`,
  },
  {
    fault: 'has not the balance with which it was last verified',
    place: (
      read,
    ) => sql`select 'account ' || coalesce(a.name, 'with the id ' || v.account_id) as place from verified_accounts v
      left join ledger_accounts a on a.id = v.account_id
      left join ledger_postings p on p.account_id = a.id and p.seq = v.postings
      where ${read.account('v.account_id')} and p.balance_after is distinct from v.balance order by v.account_id`,
  },
  {
    fault: 'is below what it may be',
    place: () => sql`select 'account ' || name as place from ledger_accounts
      where kind <> 'outside' and balance < held order by id`,
  },
  {
    // Or than the loans that a savings wallet secures.
    fault: 'holds something else than its pending withdrawals',
    place: () => sql`select 'account ' || a.name as place from ledger_accounts a
      left join (select customer_id, sum(amount) as total from withdrawals where status = 'pending' group by 1) w
        on w.customer_id = a.customer_id and a.kind = 'customer'
      left join (select s.account_id, sum(h.amount) as total from holds h join savings s on s.id = h.savings_id
        where h.released_at is null group by 1) secured on secured.account_id = a.id
      where a.held <> coalesce(w.total, 0) + coalesce(secured.total, 0) order by a.id`,
  },
  {
    fault: 'is held for a loan that is not open, or that another wallet secures',
    place:
      () => sql`select 'hold ' || h.id as place from holds h join savings s on s.id = h.savings_id join loans l on l.id = h.loan_id
      where (l.security_savings_id, l.customer_id) is distinct from (h.savings_id, s.customer_id)
        or h.released_at is null and l.loan_status <> 'active' order by h.id`,
  },
  {
    fault: 'has no main wallet',
    place: () => sql`select 'customer ' || c.id as place from customers c
      where not exists (select from ledger_accounts a where a.customer_id = c.id and a.kind = 'customer')
      order by c.id`,
  },
  {
    fault: 'has no cash account',
    place: () => sql`select 'agent ' || g.id as place from agents g
      where not exists (select from ledger_accounts a where a.agent_id = g.id) order by g.id`,
  },
  {
    fault: 'moves the cash of an agent, which its kind never does',
    place: (read) => sql`select 'posting ' || p.id || ' of ' || p.reference as place from ledger_postings p
      where ${read.entry('p.entry_id')} and p.wallet_code = 'AGENT' and not (p.source = any(${sql.param(agentCashKinds)}::text[])) order by p.id`,
  },
  {
    fault: 'moves the cash of an agent without its document',
    place: (read) => sql`select 'posting ' || p.id || ' of ' || p.reference as place from ledger_postings p
      where ${read.entry('p.entry_id')} and p.source in ('Remittance', 'Cash difference') and not exists (
        select from remittances r where r.entry_id = p.entry_id and p.source = 'Remittance'
        union all select from cash_differences d where d.entry_id = p.entry_id and p.source = 'Cash difference')
      order by p.id`,
  },
  {
    fault: 'differs from its posting',
    place: (read) => sql`select 'remittance ' || r.reference as place from remittances r
      join ledger_accounts a on a.agent_id = r.agent_id
      left join ledger_postings p on p.entry_id = r.entry_id and p.account_id = a.id
      where ${read.entry('r.entry_id')} and (p.reference, p.source, p.amount, -p.balance_before, p.admin_id, p.made_at)
        is distinct from (r.reference, 'Remittance', r.counted, r.expected, r.admin_id, r.created_at)
      order by r.id`,
  },
  {
    fault: 'differs from its posting',
    place: (read) => sql`select 'cash difference ' || d.reference as place from cash_differences d
      join ledger_accounts a on a.agent_id = d.agent_id
      left join ledger_postings p on p.entry_id = d.entry_id and p.account_id = a.id
      where ${read.entry('d.entry_id')} and d.state = 2 and (p.source, p.amount, p.admin_id, p.made_at)
        is distinct from ('Cash difference', d.amount, d.second_decided_by, d.second_decided_at)
      order by d.id`,
  },
  {
    fault: 'differs from what it posted',
    place: (
      read,
    ) => sql`select 'line ' || n.place || ' of collection ' || c.reference as place from collection_lines n
      join collections c on c.id = n.collection_id
      left join savings s on s.id = n.savings_id
      left join loans l on l.id = n.loan_id
      left join ledger_accounts a on a.agent_id = c.agent_id
      left join ledger_postings cash on cash.entry_id = n.entry_id and cash.account_id = a.id
      left join ledger_postings wallet on wallet.entry_id = n.entry_id and wallet.account_id = coalesce(s.account_id, l.account_id)
      where ${read.entry('n.entry_id')} and n.entry_id is not null and (cash.source, -cash.amount, abs(wallet.amount), cash.customer_id, cash.agent_id,
          cash.admin_id, cash.made_at)
        is distinct from (case when n.loan_id is null then 'Savings deposit' else 'Loan repayment' end, n.amount, n.amount,
          n.customer_id, c.agent_id, c.admin_id, c.created_at)
      order by n.id`,
  },
  {
    fault: 'differs from what it posted',
    place: (read) => sql`select 'line ' || f.place || ' of batch ' || b.reference as place from field_lines f
      join field_batches b on b.id = f.batch_id
      left join late_batches t on t.id = f.late_id
      left join savings s on s.id = f.savings_id
      left join loans l on l.id = f.loan_id
      left join ledger_entries e on e.id = f.entry_id
      left join ledger_accounts a on a.agent_id = b.agent_id
      left join ledger_postings cash on cash.entry_id = f.entry_id and cash.account_id = a.id
      left join ledger_postings wallet on wallet.entry_id = f.entry_id and wallet.account_id = coalesce(s.account_id, l.account_id)
      where ${read.entry('f.entry_id')} and f.entry_id is not null and (cash.source, -cash.amount, abs(wallet.amount), cash.customer_id,
          cash.agent_id, cash.admin_id, cash.made_at, coalesce(e.collected_on, ${dayOf(sql`e.made_at`)}))
        is distinct from (case when f.loan_id is null then 'Savings deposit' else 'Loan repayment' end, f.amount, f.amount,
          f.customer_id, b.agent_id, t.decided_by, coalesce(t.decided_at, b.created_at), b.day)
      order by f.id`,
  },
  // The first device's line is as old as the first of these: what was recorded before, as in a demo, is none.
  {
    fault: 'came from an agent’s device without its line',
    place: (read) => sql`select 'entry ' || e.reference as place from ledger_entries e
      where ${read.entry('e.id')} and e.kind in ('Savings deposit', 'Loan repayment') and e.agent_id is not null and e.admin_id is null
        and e.id > (select min(entry_id) from field_lines) and not exists (select from field_lines f where f.entry_id = e.id)
      order by e.id`,
  },
  {
    fault: 'has other sums than its lines and its cash',
    place: (read) => sql`select 'collection ' || c.reference as place from collections c
      left join (select collection_id, count(*) as lines, count(entry_id) as collected, sum(amount) as total
        from collection_lines where ${read.sheet('collection_id')} group by collection_id) n on n.collection_id = c.id
      left join remittances r on r.id = c.remittance_id
      where ${read.sheet('c.id')} and ((coalesce(n.lines, 0), coalesce(n.collected, 0), coalesce(n.total, 0)) is distinct from (c.lines, c.collected_lines, c.total)
        or c.remittance_id is not null and (r.agent_id, r.counted, r.expected, r.admin_id, r.created_at)
          is distinct from (c.agent_id, c.counted, c.expected, c.admin_id, c.created_at))
      order by c.id`,
  },
  {
    fault: 'does not mirror one entry that is not a reversal',
    place: (read) => sql`select 'reversal ' || e.reference as place from ledger_entries e
      left join ledger_entries o on o.id = e.reverses_id
      where ${read.entry('e.id')} and (e.kind = 'Reversal' or e.reverses_id is not null) and (
        e.kind <> 'Reversal' or o.id is null or o.reverses_id is not null
        or (o.customer_id, o.agent_id) is distinct from (e.customer_id, e.agent_id)
        -- The cash of a till that was closed is in the vault.
        or exists (select from ledger_postings p where p.entry_id in (e.id, o.id)
          group by case when ${isAtCounter('p.wallet_code')} then 0 else p.account_id end having sum(p.amount) <> 0))
      order by e.id`,
  },
  {
    fault: 'is reversed twice',
    place: (read) => sql`select 'entry ' || o.reference as place from ledger_entries e
      join ledger_entries other on other.reverses_id = e.reverses_id and other.id <> e.id
      join ledger_entries o on o.id = e.reverses_id
      where ${read.entry('e.id')} and e.reverses_id is not null order by o.id`,
  },
  {
    fault: 'was not approved as it stands',
    place: (read) => sql`select 'reversal ' || e.reference as place from ledger_entries e
      left join reversals r on r.entry_id = e.id
      where ${read.entry('e.id')} and e.kind = 'Reversal'
        and not exists (select from ledger_entries o where o.id = e.reverses_id and o.kind = 'Opening balance')
        and not exists (select from (${postedByRuns}) x join runs n on n.id = x.run_id join reopenings o on o.id = n.reopening_id
          where x.entry_id = e.reverses_id and (o.decided_by, o.decided_at) = (e.admin_id, e.made_at)) and (r.status, r.original_id, r.customer_id, r.decided_by, r.decided_at, r.amount)
        is distinct from ('approved', e.reverses_id, e.customer_id, e.admin_id, e.made_at,
          (select max(p.amount) from ledger_postings p join ledger_entries o on o.id = e.reverses_id
            where p.entry_id = e.id and case o.kind when 'Loan disbursement' then p.wallet_code = 'MBW'
              when 'Loan settlement' then ${isAtCounter('p.wallet_code')} else true end))
      order by e.id`,
  },
  {
    fault: 'has no entry that reverses',
    place: (read) => sql`select 'request ' || r.reference as place from reversals r
      left join ledger_entries e on e.id = r.entry_id
      where ${read.entry('r.entry_id')} and r.status = 'approved' and e.reverses_id is distinct from r.original_id order by r.id`,
  },
  {
    fault: 'is not reversed as its entry is',
    place: (read) => sql`select 'savings history ' || h.reference as place from savings_history h
      left join ledger_entries e on e.reverses_id = h.entry_id
      left join savings_history r on r.reverses_id = h.id
      where ${read.entry('h.entry_id')} and (r.entry_id is distinct from e.id or r.id is not null
        and (r.amount, r.savings_id, r.kind, r.status) is distinct from (-h.amount, h.savings_id, h.kind, h.status))
      order by h.id`,
  },
  {
    fault: 'differs from its posting',
    place: (read) => sql`select 'savings history ' || h.reference as place from savings_history h
      join savings s on s.id = h.savings_id
      left join ledger_postings p on p.entry_id = h.entry_id and p.account_id = s.account_id
      where ${read.entry('h.entry_id')} and h.status = 'approved'
        and (p.balance_before, p.balance_after) is distinct from (h.amount_before, h.amount_after)
      order by h.id`,
  },
  {
    fault: 'does not make what its postings make',
    place: (read) => sql`select 'loan history of ' || p.reference as place from ledger_postings p
      join loans l on l.account_id = p.account_id
      left join (select entry_id, loan_id, min(reference) as reference, count(distinct reference) as refs,
          sum(amount_after - amount_before) as change, count(*)::int as lines,
          array_agg(amount_before order by id) as befores, array_agg(amount_after order by id) as afters
        from loan_history where ${read.entry('entry_id')} group by entry_id, loan_id) h on h.entry_id = p.entry_id and h.loan_id = l.id
      where ${read.entry('p.entry_id')} and p.entry_id <> l.disbursement_entry_id
        and not exists (select from ledger_entries e where e.id = p.entry_id and e.reverses_id = l.disbursement_entry_id)
        and (
        (h.reference, h.refs, h.change) is distinct from (p.reference, 1, p.amount)
        or h.befores is distinct from (p.balance_before || h.afters[:h.lines - 1]))
      order by p.id`,
  },
  {
    fault: 'has no posting of its loan',
    place: (read) => sql`select 'loan history ' || h.reference as place from loan_history h
      join loans l on l.id = h.loan_id
      where ${read.entry('h.entry_id')}
        and not exists (select from ledger_postings p where p.entry_id = h.entry_id and p.account_id = l.account_id)
        -- A correction may move interest and penalties alone.
        and not (h.kind = 'correction' and (select sum(c.amount_after - c.amount_before) from loan_history c where c.entry_id = h.entry_id) = 0)
      order by h.id`,
  },
  {
    fault: 'is not reversed as its entry is',
    place: (read) => sql`select 'loan history ' || h.reference as place from loan_history h
      left join ledger_entries e on e.reverses_id = h.entry_id
      left join loan_history r on r.reverses_id = h.id
      where ${read.entry('h.entry_id')} and (r.entry_id is distinct from e.id or r.id is not null
        and (r.kind, r.repayment, r.penalty, r.waived, r.amount_after - r.amount_before, r.instalment_id)
          is distinct from (h.kind, -h.repayment, -h.penalty, -h.waived, h.amount_before - h.amount_after, h.instalment_id))
      order by h.id`,
  },
  {
    fault: 'differs from the movements of its history',
    place: (
      read,
    ) => sql`select 'installment ' || s.number || ' of loan ' || l.reference as place from loan_repayment_schedule s
      join loans l on l.id = s.loan_id
      left join (select instalment_id, sum(repayment) as paid, sum(waived) as waived, sum(penalty) filter (where kind in ('repayment', 'correction')) as penalty_paid,
          sum(case kind when 'penalty' then penalty when 'correction' then -penalty_back end) as penalty from loan_history where ${read.loan('loan_id')} group by instalment_id) h
        on h.instalment_id = s.id
      where ${read.loan('s.loan_id')} and ((s.paid, s.penalty_paid, s.waived) is distinct from (coalesce(h.paid, 0), coalesce(h.penalty_paid, 0), coalesce(h.waived, 0))
        or s.penalty < coalesce(h.penalty, 0))
      order by s.id`,
  },
  {
    fault: 'has other penalties than its history and its reschedulings make',
    place: (read) => sql`select 'loan ' || l.reference as place from loans l
      join (select loan_id, sum(penalty - penalty_moved) as penalty from loan_repayment_schedule
          where ${read.loan('loan_id')} group by loan_id) s
        on s.loan_id = l.id
      left join (select loan_id, sum(case kind when 'penalty' then penalty when 'correction' then -penalty_back end) as penalty
          from loan_history where ${read.loan('loan_id')} group by loan_id) h
        on h.loan_id = l.id
      where ${read.loan('l.id')} and s.penalty <> coalesce(h.penalty, 0) order by l.id`,
  },
  {
    fault: 'owes something else than its schedule leaves open',
    place: (read) => sql`select 'loan ' || l.reference as place from loans l
      join ledger_accounts a on a.id = l.account_id
      left join (select loan_id, sum(amount - moved + penalty_moved) as total, sum(waived) as waived,
          coalesce(sum(amount + penalty - paid - moved - waived) filter (where status = 'pending'), 0) as open,
          coalesce(sum(amount + penalty - paid - moved - waived) filter (where status = 'written-off'), 0) as written_off,
          coalesce(sum(amount + penalty - paid - moved - waived) filter (where status = 'reversed'), 0) as reversed,
          min(due_date) filter (where status = 'pending') as next_due from loan_repayment_schedule
          where ${read.loan('loan_id')} group by loan_id) s
        on s.loan_id = l.id
      where ${read.loan('l.id')} and (a.balance is distinct from s.open or (a.balance > 0) <> (l.loan_status = 'active')
        or s.written_off <> l.written_off
        or s.reversed <> case l.loan_status when 'reversed' then l.total_payable else 0 end
        or s.total <> l.total_payable or s.waived <> l.interest_waived or s.next_due is distinct from l.next_due)
      order by l.id`,
  },
  {
    fault: 'is not written off, or reversed, as its entries are',
    place: (read) => sql`select 'loan ' || l.reference as place from loans l
      left join (select p.account_id, sum(-p.amount) as amount from ledger_postings p
        where p.source = 'Loan write-off' and p.wallet_code = 'LOAN'
          and p.account_id in (select account_id from loans where ${read.loan('id')})
          and not exists (select from ledger_entries e where e.reverses_id = p.entry_id) group by p.account_id) w
        on w.account_id = l.account_id
      left join ledger_entries e on e.reverses_id = l.disbursement_entry_id
      where ${read.loan('l.id')} and (l.written_off <> coalesce(w.amount, 0) or e.made_at is distinct from l.reversed_date)
      order by l.id`,
  },
  {
    fault: 'differs from the change that was approved',
    place: (read) => sql`select lower(substr(e.kind, 6)) || ' ' || e.reference as place from ledger_entries e
      left join loan_changes c on c.entry_id = e.id
      left join loans l on l.id = c.loan_id
      left join ledger_postings p on p.entry_id = e.id and p.account_id = l.account_id
      where ${read.entry('e.id')} and e.kind in ('Loan write-off', 'Loan set-off')
        and (c.kind, c.state, c.customer_id, c.second_decided_by, c.second_decided_at, -least(c.amount, coalesce(c.security, c.amount)))
        is distinct from (lower(substr(e.kind, 6)), 2::smallint, e.customer_id, e.admin_id, e.made_at, p.amount)
      order by e.id`,
  },
  {
    fault: 'is not scheduled as its application and its approved changes say',
    place: (read) => sql`select 'loan ' || l.reference as place from loans l
      join (select loan_id, count(*) as instalments, max(number) as last, sum(moved) as moved,
          (array_agg(due_date order by number desc))[1] as maturity
        from loan_repayment_schedule where ${read.loan('loan_id')} group by loan_id) s on s.loan_id = l.id
      left join (select loan_id, sum(instalment_times) as times, sum(amount) as amount, max(second_decided_at) as at
        from loan_changes where ${read.loan('loan_id')} and kind = 'reschedule' and state = 2 group by loan_id) c on c.loan_id = l.id
      where ${read.loan('l.id')} and (s.instalments <> l.instalment_times + coalesce(c.times, 0) or s.last <> s.instalments
        or s.moved <> coalesce(c.amount, 0) or c.at is distinct from l.rescheduled_date
        or c.at is not null and s.maturity <> l.maturity_date)
      order by l.id`,
  },
  {
    fault: 'has another interest paid than its postings make',
    place: (read) => sql`select 'loan ' || l.reference as place from loans l
      left join (select h.loan_id, sum(p.amount) as profit from (select distinct loan_id, entry_id from loan_history
            where ${read.loan('loan_id')} and kind in ('repayment', 'correction')) h
          join ledger_postings p on p.entry_id = h.entry_id
          join ledger_accounts a on a.id = p.account_id and a.name = 'PW'
        group by h.loan_id) gained on gained.loan_id = l.id
      left join (select loan_id, sum(penalty) as penalties from loan_history
          where ${read.loan('loan_id')} and kind in ('repayment', 'correction') group by loan_id) paid
        on paid.loan_id = l.id
      where ${read.loan('l.id')} and l.interest_paid <> coalesce(gained.profit, 0) - coalesce(paid.penalties, 0) order by l.id`,
  },
  {
    fault: 'is not kept as its loan, its account and its customer have it',
    place: (read) => sql`select 'open loan ' || coalesce(l.reference, 'with the id ' || o.loan_id) as place
      from (select l.*, c.assigned_agent_id, market_of(c.id) as market_id, a.balance from loans l join customers c on c.id = l.customer_id
          join ledger_accounts a on a.id = l.account_id where ${read.loan('l.id')} and l.loan_status = 'active') l
      full join (select * from open_loans where ${read.loan('loan_id')}) o on o.loan_id = l.id
      where (o.loan_id, o.customer_id, o.agent_id, o.loan_type_id, o.market_id, o.next_due, o.owed, o.rescheduled_date) is distinct from
        (l.id, l.customer_id, l.assigned_agent_id, l.loan_type_id, l.market_id, l.next_due, l.balance, l.rescheduled_date)
      order by coalesce(l.id, o.loan_id)`,
  },
  {
    fault: 'has another late amount than its installments due by then make',
    place: (
      read,
    ) => sql`select 'open loan ' || l.reference as place from open_loans o join loans l on l.id = o.loan_id
      left join lateral (select sum(amount + penalty - paid - moved) filter (where due_date < o.late_from) as late,
          max(due_date) filter (where due_date < o.late_from) + 1 as from_day,
          min(due_date) filter (where due_date >= o.late_from) as through_day
        from loan_repayment_schedule where loan_id = o.loan_id and status = 'pending') s on true
      where ${read.loan('o.loan_id')} and (o.late, o.late_from, o.late_through) is distinct from
        (coalesce(s.late, 0), coalesce(s.from_day, '-infinity'), coalesce(s.through_day, 'infinity'))
      order by o.loan_id`,
  },
  {
    fault: 'differs from what its run posted',
    place: (read) => sql`select 'row ' || i.id || ' of run ' || r.kind || ' ' || r.day as place
      from run_items i join runs r on r.id = i.run_id left join ledger_entries e on e.id = i.entry_id
      left join savings s on s.id = i.savings_id left join loans l on l.id = i.loan_id
      where ${read.run('r.id')} and ((i.savings_id is null) <> (r.kind = 'penalties') or (i.entry_id is not null and (
        e.kind <> case r.kind when 'penalties' then 'Loan penalty' when 'interest' then 'Savings interest' when 'charges' then 'Savings charge'
          when 'commissions' then 'Savings commission' else 'Savings to main wallet' end
        or not exists (select from ledger_postings p where p.entry_id = i.entry_id
          and p.account_id = coalesce(s.account_id, l.account_id) and abs(p.amount) = i.amount))))
      order by i.id`,
  },
  {
    fault: 'has other totals than its rows',
    place: (read) => sql`select 'run ' || r.kind || ' ' || r.day as place from runs r left join (
        select run_id, count(entry_id) as posted, sum(amount) as amount, count(*) filter (where open > 0) as skipped
        from run_items where ${read.run('run_id')} group by run_id) i on i.run_id = r.id
      where ${read.run('r.id')} and (r.posted, r.amount, r.skipped)
        is distinct from (coalesce(i.posted, 0), coalesce(i.amount, 0), coalesce(i.skipped, 0))
      order by r.id`,
  },
  {
    fault: 'is not reversed as its run is',
    place: (read) => sql`select 'entry ' || e.reference as place
      from (select x.entry_id, bool_or(r.reopening_id is not null) as is_reopened,
          bool_or((o.decided_by, o.decided_at) = (back.admin_id, back.made_at)) as is_so, count(back.id) > 0 as is_reversed,
          count(q.id) > 0 as is_requested
        from (${postedByRuns}) x join runs r on r.id = x.run_id left join reopenings o on o.id = r.reopening_id
        left join ledger_entries back on back.reverses_id = x.entry_id
        left join reversals q on q.entry_id = back.id
        where ${read.entry('x.entry_id')} group by x.entry_id) i
      join ledger_entries e on e.id = i.entry_id
      -- What was posted on a wallet that was closed since, and penalties that a rescheduling moved, stay.
      where case when i.is_reopened and not i.is_reversed then
          not exists (select from savings_history h join savings s on s.id = h.savings_id where h.entry_id = e.id and s.status = 'closed')
          and not exists (select from loan_history h join loan_repayment_schedule s on s.id = h.instalment_id where h.entry_id = e.id and s.moved > 0)
        when i.is_requested then e.kind = 'Interest correction'
        else i.is_reopened <> i.is_reversed or i.is_reversed and i.is_so is not true end
      order by e.id`,
  },
  {
    fault: 'reversed something else than its runs had posted',
    place: () => sql`select 'reopening ' || o.reference as place from reopenings o
      left join (select o.id, -sum(p.amount) filter (where p.wallet_code = 'LOAN') as penalties,
          -sum(p.amount) filter (where e.kind in ('Savings interest', 'Interest correction')) as interest,
          sum(p.amount) filter (where e.kind = 'Savings charge') as charges,
          sum(p.amount) filter (where e.kind = 'Savings commission') as commissions,
          sum(p.amount) filter (where e.kind = 'Savings to main wallet' and p.amount > 0) as paid_out
        from (select distinct r.reopening_id, x.entry_id from (${postedByRuns}) x join runs r on r.id = x.run_id) x
        join reopenings o on o.id = x.reopening_id
        join ledger_entries e on e.id = x.entry_id
        join ledger_entries back on back.reverses_id = e.id and (back.admin_id, back.made_at) = (o.decided_by, o.decided_at)
        join ledger_postings p on p.entry_id = back.id and p.flow is not null group by o.id) b on b.id = o.id
      where (o.penalties, o.interest, o.charges, o.commissions, o.paid_out) is distinct from (coalesce(b.penalties, 0),
        coalesce(b.interest, 0), coalesce(b.charges, 0), coalesce(b.commissions, 0), coalesce(b.paid_out, 0)) order by o.id`,
  },
  {
    fault: 'got other interest than a twelfth of its rate of the lowest balance of the month',
    place: (read) => sql`select 'saving ' || s.reference || ' in ' || to_char(i.day, 'YYYY-MM') as place
      from (select r.day, i.savings_id, sum(i.amount) as amount, sum(i.open) as open, bool_or(i.is_reversed) as is_reversed from (
          select run_id, savings_id, case when e.id is null then amount else 0 end as amount, open, e.id is not null as is_reversed
            from run_items left join ledger_entries e on e.reverses_id = run_items.entry_id
          union all select run_id, savings_id, amount, 0, false from interest_corrections c
            where not exists (select from ledger_entries e where e.reverses_id = c.entry_id)) i
        join runs r on r.id = i.run_id and r.kind = 'interest' and r.reopening_id is null where ${read.run('r.id')} group by 1, 2) i
      join savings s on s.id = i.savings_id
      cross join lateral (select date_trunc('month', i.day)::date as first) f
      cross join lateral (select ${hasLateRows(sql`s.id`, sql`s.account_id`, sql`f.first`)} as is_late, f.first) l
      cross join lateral (select date_trunc('month', i.day)::timestamp at time zone 'Africa/Lagos' as start,
        (i.day + 1)::timestamp at time zone 'Africa/Lagos' as next) month
      cross join lateral (select case when l.is_late then ${lowestByDay(sql`s.account_id`, sql`l.first`, sql`(i.day + 1)`)} else least(
        coalesce((select p.balance_after from ledger_postings p where p.account_id = s.account_id
          and p.made_at < month.start order by p.made_at desc, p.id desc limit 1), 0),
        (select min(p.balance_after) from ledger_postings p where p.account_id = s.account_id
          and p.made_at >= month.start and p.made_at < month.next)) end as lowest) b
      cross join lateral (select (greatest(b.lowest, 0) * s.interest_basis_points + 60000) / 120000 as earned) e
      -- What SW does not cover is not added for a deposit that was recorded late, and what waits for it is calculated again when it is paid.
      where case when i.is_reversed then i.amount <> 0 when exists (select from savings_history d where d.savings_id = s.id and d.kind = 'deposit'
          and (d.collected_on is not null or d.reverses_id is not null)) then i.amount > e.earned else i.amount + i.open <> e.earned end
      order by i.day, s.id`,
  },
  {
    fault: 'was charged something else than its charge and what was open before',
    place: (read) => sql`select 'saving ' || s.reference || ' in ' || to_char(i.day, 'YYYY-MM') as place
      from (select i.id, i.savings_id, i.entry_id, i.amount, i.open, r.day,
          lag(i.open, 1, 0::bigint) over (partition by i.savings_id order by r.day) as owed
        from run_items i join runs r on r.id = i.run_id and r.kind = 'charges' and r.reopening_id is null
        where ${read.saving('i.savings_id')}) i
      join savings s on s.id = i.savings_id
      left join ledger_postings p on p.entry_id = i.entry_id and p.account_id = s.account_id
      where i.amount + i.open <> s.charge + i.owed or (i.open > 0 and coalesce(p.balance_after, 0) <> 0
          -- What secured a loan was not free.
          and not exists (select from holds h where h.savings_id = s.id))
      order by i.id`,
  },
  {
    fault: 'owes other charges than its last run left open',
    // Not a lateral query: run items have no index by saving, and each look-up would read a whole run.
    // A reopening leaves a wallet that was closed since as it is.
    place: (read) => sql`select 'saving ' || s.reference as place from savings s left join (
        select i.savings_id, (array_agg(i.open order by r.day desc) filter (where r.reopening_id is null))[1] as open,
          (array_agg(i.open order by r.day desc, r.id desc))[1] as posted
        from run_items i join runs r on r.id = i.run_id and r.kind = 'charges'
        where ${read.saving('i.savings_id')} group by 1) last on last.savings_id = s.id
      where ${read.saving('s.id')} and s.charge_owed <> coalesce(last.open, 0)
        and (s.status <> 'closed' or s.charge_owed <> coalesce(last.posted, 0)) order by s.id`,
  },
  {
    fault: 'are not what was recorded of the day until then',
    place: (
      read,
    ) => sql`select concat_ws(' ', 'figures of', f.day, 'of agent ' || f.agent_id) as place from day_figures f
      left join lateral (select
          coalesce(sum(-p.amount) filter (where p.source = 'Savings deposit'), 0) as savings,
          coalesce(sum(-p.amount) filter (where p.source in ('Loan repayment', 'Loan settlement')), 0) as loans,
          coalesce(sum(p.amount) filter (where o.kind = any(${sql.param(cashInKinds)}::text[])), 0) as reversed,
          coalesce(sum(p.amount) filter (where 'Remittance' in (o.kind, e.kind)), 0) as handed_in,
          coalesce(sum(p.amount) filter (where 'Withdrawal payment' in (o.kind, e.kind)), 0) as paid_out
        from ledger_accounts a join ledger_postings p on p.account_id = a.id join ledger_entries e on e.id = p.entry_id
          left join ledger_entries o on o.id = e.reverses_id
        where case when f.agent_id is null then ${isAtCounter('a.code')} else a.agent_id = f.agent_id end and p.made_at >= timezone('Africa/Lagos', f.day::timestamp) and p.made_at < f.created_at
          and coalesce(e.collected_on, timezone('Africa/Lagos', e.made_at)::date) = f.day) p on true
      where f.day in (select day from runs where ${read.run('runs.id')} and kind = 'penalties')
        and f.round = ${roundOf(sql`f.day`)} and (f.savings, f.loans, f.reversed, f.handed_in, coalesce(f.paid_out, p.paid_out))
          is distinct from (p.savings, p.loans, p.reversed, p.handed_in, p.paid_out)
      order by f.id`,
  },
]
