import { type SQL, sql } from 'drizzle-orm'
import { dayOf, isAtCounter, type LedgerRule } from './extent'

/** A share of an amount in hundredths of a percent, half a kobo up, as `percentOf`. */
const share = (amount: SQL, rate: SQL) => sql`div(${amount}::numeric * ${rate} + 5000, 10000)`

/** A period's share of a yearly rate in hundredths of a percent, as `wholeOf`: the rate is divided by it. */
const wholeOf = sql`(10000 * case l.instalment_period when 'daily' then 365 when 'weekly' then 52 else 12 end)`
/** The interest of a period on what is open, half a kobo up. */
const interestOn = (open: SQL) =>
  sql`div(${open}::numeric * l.interest_basis_points * 2 + ${wholeOf}, ${wholeOf} * 2)`
/** The equal instalment of a loan by reducing balance, before it is rounded. */
const equalInstalment = sql`case l.interest_basis_points when 0 then l.amount::numeric / l.instalment_times
  else l.amount * (l.interest_basis_points::numeric(60, 40) / ${wholeOf})
    / (1 - power(1 + l.interest_basis_points::numeric(60, 40) / ${wholeOf}, -l.instalment_times)) end`
/** Half a kobo, with what a rounded quotient may be off. */
const halfKobo = sql`0.500001`

/** Whether instalments of a loan have interest of their own. */
const hasInterest = sql`exists (select from loan_repayment_schedule own where own.loan_id = l.id and own.interest is not null)`
/** Whether a due date is the planned one, or was moved from it over days without collection (rules.md, "Days without collection"). */
const isMoved = (planned: SQL, due: SQL) =>
  sql`(${due} = ${planned} or ${due} > ${planned}
    and ${due} - ${planned} = (select count(*) from closed_days(${planned}, ${due} - 1, true)))`

/** The days of grace that are used up at the end of a day: those with collection since the due date. */
const graceUsed = (due: SQL, day: SQL) =>
  sql`(${day} - ${due} - (select count(*) from closed_days(${due} + 1, ${day})))`

/** What loans cost, their schedules, penalties and interest, recomputed from terms and postings. */
export const loanRules: readonly LedgerRule[] = [
  {
    fault: 'costs something else than its terms make',
    place: (read) => sql`select 'loan ' || l.reference as place from loans l
      where ${read.loan('l.id')} and (l.interest_amount, l.total_payable, l.instalment_amount) is distinct from (
        case when l.taken_over_on is null and l.interest_kind = 'flat' then ${share(sql`l.amount`, sql`l.interest_basis_points`)}
          else l.interest_amount end,
        l.amount + l.interest_amount,
        case when l.taken_over_on is null and l.interest_kind = 'reducing' then l.instalment_amount
          else l.total_payable / l.instalment_times end)
        or l.taken_over_on is null and l.interest_kind = 'reducing' and abs(l.instalment_amount - ${equalInstalment}) > ${halfKobo}
      order by l.id`,
  },
  {
    fault: 'has another schedule than its terms make',
    place: (read) => sql`select 'loan ' || l.reference as place from loans l
      cross join lateral (select ${dayOf(sql`l.disbursed_date`)} as day) paid_out
      left join lateral (select count(*) as lines, max(s.due_date) as last, sum(s.interest) as interest, bool_and(
          s.amount = case when l.interest_kind = 'flat' then l.instalment_amount + case s.number when l.instalment_times
              then mod(l.total_payable, l.instalment_times) else 0 end
            when s.number = l.instalment_times then s.open + ${interestOn(sql`s.open`)}
            else least(l.instalment_amount, s.open + ${interestOn(sql`s.open`)}) end
          and s.interest is not distinct from case when l.interest_kind = 'reducing' then ${interestOn(sql`s.open`)}
            when l.settlement = 'accrued' then l.interest_amount / l.instalment_times
              + case s.number when l.instalment_times then mod(l.interest_amount, l.instalment_times) else 0 end end
          and ${isMoved(sql`planned.day`, sql`s.due_date`)}) as fits
        from (select s.*, l.amount - coalesce(sum(s.amount - s.interest) over (order by s.number
            rows between unbounded preceding and 1 preceding), 0) as open
          from loan_repayment_schedule s where s.loan_id = l.id and s.number <= l.instalment_times) s
        cross join lateral (select (paid_out.day + case l.instalment_period
          when 'daily' then make_interval(days => s.number) when 'weekly' then make_interval(weeks => s.number)
          else make_interval(months => s.number) end)::date as day) planned) s on true
      where ${read.loan('l.id')} and case when l.disbursement_entry_id is null then s.lines > 0 else
        (s.lines, s.fits or l.taken_over_on is not null, l.approved_amount) is distinct from (l.instalment_times, true, l.amount)
        or l.taken_over_on is null and l.interest_kind = 'reducing' and s.interest <> l.interest_amount
        or l.rescheduled_date is null and l.maturity_date <> s.last
        or l.taken_over_on is null and l.maturity_period <> l.maturity_date - paid_out.day end
      order by l.id`,
  },
  {
    fault: 'is due on a day without collection',
    // Old books may have had other ones.
    place: (read) => sql`select 'installment ' || s.number || ' of loan ' || l.reference as place
      from (select min(day) as day from (select from_day as day from collection_calendars union all select day from holidays) c) first
      cross join lateral closed_days(first.day, (select max(due_date) from loan_repayment_schedule)) closed (day)
      join loan_repayment_schedule s on s.due_date = closed.day
      join loans l on l.id = s.loan_id
      where ${read.loan('l.id')} and (l.taken_over_on is null or s.due_date > ${dayOf(sql`l.created_at`)})
      order by s.id`,
  },
  {
    fault: 'moves other amounts or accounts than its kind',
    place: (read) => sql`select 'entry ' || e.reference as place from ledger_entries e
      join (select p.entry_id, max(a.id) filter (where a.kind = 'loan') as loan_account,
          coalesce(sum(p.amount) filter (where a.kind = 'loan'), 0) as owed,
          coalesce(sum(p.amount) filter (where a.name = 'LENT'), 0) as lent,
          coalesce(sum(p.amount) filter (where ${isAtCounter('a.code')} or a.agent_id = p.agent_id), 0) as cash,
          coalesce(sum(p.amount) filter (where a.name = 'MBW'), 0) as main,
          coalesce(sum(p.amount) filter (where a.name = 'PW'), 0) as profit,
          coalesce(sum(p.amount) filter (where a.name = 'TW'), 0) as fees,
          coalesce(sum(p.amount) filter (where a.kind = 'savings' and a.customer_id = p.customer_id), 0) as savings,
          coalesce(sum(p.amount) filter (where a.kind = 'customer' and a.customer_id = p.customer_id), 0) as wallet
        from ledger_postings p join ledger_accounts a on a.id = p.account_id
        where ${read.entry('p.entry_id')} and p.source like 'Loan %' group by p.entry_id) m on m.entry_id = e.id
      left join loans l on l.account_id = m.loan_account
      where ${read.entry('e.id')} and (e.customer_id is distinct from l.customer_id and not (e.kind in ('Loan correction', 'Loan recovery') and m.loan_account is null) or m.owed <> -m.lent or case e.kind
        when 'Loan repayment' then (m.cash, m.main + m.profit, m.wallet) is distinct from (m.owed, -m.owed, 0)
        when 'Loan settlement' then (m.main + m.profit, m.wallet, m.cash - m.owed) is distinct from (-m.cash, 0,
          (select sum(h.waived) from loan_history h where h.entry_id = e.id))
        when 'Loan set-off' then (m.cash, m.wallet, m.main + m.profit, m.savings) is distinct from (0, 0, -m.owed, m.owed)
        when 'Loan recovery' then (m.profit, m.main, m.wallet, m.owed, m.cash < 0) is distinct from (-m.cash, 0, 0, 0, true)
        when 'Loan correction' then (m.cash, m.main + m.profit, m.wallet) <> (0, 0, 0)
        when 'Loan disbursement' then (e.id, m.owed, m.main, m.wallet, m.fees, m.cash, m.profit)
          is distinct from (l.disbursement_entry_id, l.total_payable, -l.amount, l.amount - m.fees,
            (select coalesce(sum(amount), 0) from loan_fees f where f.loan_id = l.id and f.moment = 'kept-back'), 0, 0)
        else (m.cash, m.main, m.profit, m.wallet) <> (0, 0, 0, 0) end)
      order by e.id`,
  },
  {
    fault: 'has another interest than its share of what is repaid',
    place: (read) => sql`select 'repayment ' || r.reference as place
      from (select m.*, coalesce(sum(m.repaid) over earlier, 0) as before, coalesce(sum(m.interest) over earlier, 0) as had
        from (select h.loan_id, min(h.id) as at, min(h.reference) as reference,
            count(h.reverses_id) > 0 or min(h.kind) = 'correction' as is_reversal,
            sum(h.repayment - h.penalty) as repaid,
            coalesce((select sum(p.amount) from ledger_postings p join ledger_accounts a on a.id = p.account_id
              where p.entry_id = h.entry_id and a.name = 'PW'), 0) - sum(h.penalty) as interest
          from loan_history h where ${read.loan('h.loan_id')} and h.kind in ('repayment', 'correction') group by h.loan_id, h.entry_id) m
        window earlier as (partition by m.loan_id order by m.at rows between unbounded preceding and 1 preceding)) r
      join loans l on l.id = r.loan_id
      where not r.is_reversal and not ${hasInterest} and r.interest <> greatest(0,
        r.repaid - (l.amount - (r.before - r.had)),
        least(div(l.interest_amount::numeric * (r.before + r.repaid), l.total_payable) - r.had, r.repaid,
          l.interest_amount - r.had))
      order by r.at`,
  },
  {
    fault: 'has other interest paid than its installments have in what is paid of them',
    place: (read) => sql`select 'loan ' || l.reference as place from loans l
      join (select loan_id, sum(case when waived > 0 then div(interest::numeric * (amount - moved + penalty_moved), amount) - waived
          else div(interest::numeric * (paid - penalty_paid), greatest(amount, 1)) end) as paid
        from loan_repayment_schedule where ${read.loan('loan_id')} and interest is not null group by loan_id) s on s.loan_id = l.id
      -- After a reversal the next repayment evens it out.
      where ${read.loan('l.id')} and l.interest_paid <> s.paid
        and not exists (select from loan_history h where h.loan_id = l.id and h.reverses_id is not null)
      order by l.id`,
  },
  {
    fault: 'has another amount recovered than its recoveries make, or more than was written off',
    place: (read) => sql`select 'loan ' || l.reference as place from loans l
      left join (select loan_id, sum(amount) as amount from loan_recoveries where ${read.loan('loan_id')} group by loan_id) r
        on r.loan_id = l.id
      where ${read.loan('l.id')} and (l.recovered <> coalesce(r.amount, 0) or l.recovered > l.written_off)
      order by l.id`,
  },
  {
    fault: 'is not recovered, or taken back, as its entry says',
    place: (read) => sql`select 'recovery ' || coalesce(r.reference, e.reference) as place
      from (select * from loan_recoveries where ${read.entry('entry_id')}) r
      full join (select e.*, p.amount from ledger_entries e left join ledger_entries o on o.id = e.reverses_id
          left join (select p.entry_id, p.amount from ledger_postings p join ledger_accounts a on a.id = p.account_id
            where a.name = 'PW' and ${read.entry('p.entry_id')}) p on p.entry_id = e.id
          where ${read.entry('e.id')} and 'Loan recovery' in (e.kind, o.kind)) e on e.id = r.entry_id
      left join loans l on l.id = r.loan_id
      left join loan_recoveries o on o.entry_id = e.reverses_id
      where (r.reference, r.amount, r.created_at, r.admin_id, l.customer_id)
          is distinct from (e.reference, e.amount, e.made_at, e.admin_id, e.customer_id)
        or e.reverses_id is not null and (o.loan_id, o.amount) is distinct from (r.loan_id, -r.amount)
      order by coalesce(r.entry_id, e.id)`,
  },
  {
    fault: 'is another penalty than the rate of what was open',
    place: (read) => sql`select 'loan history ' || h.reference as place
      from (select h.*, s.moved, s.amount - coalesce(sum(case when h.kind in ('repayment', 'correction') then h.repayment - h.penalty else 0 end)
          over (partition by h.instalment_id order by h.id), 0) as open
        from loan_history h join loan_repayment_schedule s on s.id = h.instalment_id where ${read.loan('h.loan_id')}) h
      join loans l on l.id = h.loan_id
      where h.kind = 'penalty' and h.reverses_id is null and h.moved = 0 and l.penalty_kind = 'rate'
        and h.penalty <> ${share(sql`h.open`, sql`l.penalty_basis_points`)}
      order by h.id`,
  },
  {
    fault: 'is another penalty than its day late costs',
    place: (read) => sql`select 'loan history ' || h.reference as place
      from loan_history h join loans l on l.id = h.loan_id join loan_repayment_schedule s on s.id = h.instalment_id
      cross join lateral (select ${share(sql`s.amount`, sql`l.penalty_ceiling`)} as ceiling, ${graceUsed(sql`s.due_date`, sql`h.penalty_day`)} - l.grace_days as days,
        exists (select from closed_days(h.penalty_day, h.penalty_day)) as is_closed) d
      where ${read.loan('h.loan_id')} and h.kind = 'penalty' and h.reverses_id is null
        and (l.penalty_kind = 'daily') is distinct from (h.penalty_day is not null and (h.penalty_day is null or not d.is_closed and h.penalty
          = least(l.penalty_amount * greatest(0, d.days), d.ceiling) - least(l.penalty_amount * greatest(0, d.days - 1), d.ceiling)))
      order by h.id`,
  },
  {
    fault: 'is charged twice for a day late',
    place: (read) => sql`select 'installment ' || s.number || ' of loan ' || l.reference as place
      from (select h.instalment_id from loan_history h where ${read.loan('h.loan_id')} and h.penalty_day is not null and h.reverses_id is null
          and not exists (select from loan_history r where r.reverses_id = h.id)
        group by h.instalment_id, h.penalty_day having count(*) > 1) h
      join loan_repayment_schedule s on s.id = h.instalment_id join loans l on l.id = s.loan_id order by s.id`,
  },
  {
    fault: 'is another penalty than its days of collection make',
    // What was open of an instalment when its grace ended: of what was collected until then, earlier instalments took theirs first.
    place: (read) => sql`select 'installment ' || s.number || ' of loan ' || l.reference as place
      from loans l join loan_repayment_schedule s on s.loan_id = l.id
      join loan_history posted on posted.instalment_id = s.id and posted.kind = 'penalty' and posted.reverses_id is null
      cross join lateral (select coalesce(sum(h.repayment), 0) as repaid from loan_history h
        where h.loan_id = l.id and h.kind = 'repayment' and h.reverses_id is null
          and ${graceUsed(sql`s.due_date`, sql`coalesce(h.collected_on, ${dayOf(sql`h.created_at`)}) - 1`)} < l.grace_days) then_had
      cross join lateral (select coalesce(sum(b.amount + case when b.due_date < s.due_date then b.penalty else 0 end), 0) as planned
        from loan_repayment_schedule b where b.loan_id = l.id and b.number < s.number) earlier
      where ${read.loan('l.id')} and l.rescheduled_date is null and l.taken_over_on is null and l.penalty_kind = 'rate'
        and exists (select from loan_history c where c.loan_id = l.id and c.kind = 'correction')
        and not exists (select from loan_history r where r.loan_id = l.id and r.reverses_id is not null)
        and s.penalty <> least(posted.penalty,
          ${share(sql`(s.amount - least(s.amount, greatest(0, then_had.repaid - earlier.planned)))`, sql`l.penalty_basis_points`)})
      order by s.id`,
  },
  {
    fault: 'counts on another day than its entry',
    place: (read) => sql`select h.place from (
        select entry_id, collected_on, 'loan history ' || reference as place from loan_history where ${read.entry('entry_id')}
        union all select entry_id, collected_on, 'savings history ' || reference from savings_history where ${read.entry('entry_id')}) h
      join ledger_entries e on e.id = h.entry_id
      where e.collected_on is distinct from h.collected_on or e.collected_on >= ${dayOf(sql`e.made_at`)}
      order by e.id`,
  },
  {
    fault: 'counts on another day than its sheet',
    place: (read) => sql`select 'collection ' || c.reference as place from collections c
      join collection_lines n on n.collection_id = c.id join ledger_entries e on e.id = n.entry_id
      where ${read.entry('e.id')} and e.collected_on is not null and e.collected_on <> c.day
      order by c.id`,
  },
  {
    fault: 'got its penalty before its days of grace had ended',
    place: (read) => sql`select 'installment ' || s.number || ' of loan ' || l.reference as place
      from run_items i join runs r on r.id = i.run_id and r.kind = 'penalties'
      left join loan_repayment_schedule s on s.id = i.subject_id
      left join loans l on l.id = s.loan_id and l.id = i.loan_id
      where ${read.run('r.id')} and ((${graceUsed(sql`s.due_date`, sql`r.day`)}
          >= l.grace_days + case l.penalty_kind when 'daily' then 1 else 0 end) is not true
        or exists (select from loan_history h where h.entry_id = i.entry_id and h.penalty_day <> r.day)) order by i.id`,
  },
  {
    fault: 'has another state than its payments make',
    place: (read) => sql`select 'loan history ' || h.reference as place
      from (select h.*, s.amount as planned, s.due_date as due, s.loan_id as owner, s.moved,
          -- The first instalment of a rescheduling also has penalties that are not in its own history.
          s.amount + s.penalty - sum(case h.kind when 'penalty' then h.penalty when 'correction' then -h.penalty_back else 0 end)
              over (partition by h.instalment_id)
            + sum(case h.kind when 'penalty' then h.penalty else -h.repayment - h.waived - coalesce(h.penalty_back, 0) end)
            over (partition by h.instalment_id order by h.id) as open
        from loan_history h join loan_repayment_schedule s on s.id = h.instalment_id where ${read.loan('h.loan_id')}) h
      where h.kind in ('repayment', 'penalty') and h.moved = 0 and ((h.status, h.amount, h.loan_id) is distinct from (
        case when h.open > 0 or h.kind = 'penalty' then 'pending'
          when coalesce(h.collected_on, ${dayOf(sql`h.created_at`)}) <= h.due_date then 'paid' else 'late' end, h.planned, h.owner)
        or not ${isMoved(sql`h.due_date`, sql`h.due`)})
      order by h.id`,
  },
  {
    fault: 'was paid at another time than its last movement',
    place: (
      read,
    ) => sql`select 'installment ' || s.number || ' of loan ' || l.reference as place from loan_repayment_schedule s
      join loans l on l.id = s.loan_id
      left join (select distinct on (instalment_id) instalment_id, created_at from loan_history
        where ${read.loan('loan_id')} order by instalment_id, id desc) h on h.instalment_id = s.id
      where ${read.loan('s.loan_id')} and s.status = 'paid' and s.paid_at is distinct from coalesce(h.created_at, l.disbursed_date)
      order by s.id`,
  },
]
