import { type SQL, sql } from 'drizzle-orm'
import { sumKinds } from '../../db/tables/sums'
import { bookSumPrefix } from '../chart'
import { dayOf, type Extent, type LedgerRule } from './extent'
import { bookSumsOf } from './lineRules'

type SumKind = (typeof sumKinds)[number]

/** Made by postings. The others are of loans, their schedules and savings. */
const ofPostings: readonly SumKind[] = ['deposited', 'repaid', 'saved', 'paid out', 'collected']
const ofPlans = sumKinds.filter((kind) => !ofPostings.includes(kind))

const keptSums = (
  kinds: readonly SumKind[],
  more = sql`false`,
) => sql`select "of", day, agent_id, rhythm, sum(amount) as amount from (
    select "of", day, agent_id, rhythm, amount from kept_sums
    union all select "of", day, agent_id, rhythm, amount from sum_changes) parts
  where "of" = any(${sql.param(kinds)}::text[]) or ${more} group by 1, 2, 3, 4`

/** The sums that postings make. */
export const keptSumsOfPostings = keptSums(ofPostings, sql`starts_with("of", ${bookSumPrefix})`)

/** These kept sums are what rows make: `of`, `day`, `agent_id`, `rhythm`, `amount`. */
const rule = (kept: SQL, rows: (read: Extent) => SQL): LedgerRule => ({
  fault: 'differs from the rows that it sums up',
  place: (read) => sql`select concat_ws(' ', 'kept sum', coalesce(b.of, k.of), coalesce(b.day, k.day),
      'of agent ' || coalesce(b.agent_id, k.agent_id), coalesce(b.rhythm, k.rhythm)) as place
    from (${rows(read)}) b
    full join (${kept}) k
      on (b.of, coalesce(b.day, '0001-01-01'), coalesce(b.agent_id, 0), coalesce(b.rhythm, ''))
        = (k.of, coalesce(k.day, '0001-01-01'), coalesce(k.agent_id, 0), coalesce(k.rhythm, ''))
    where coalesce(b.amount, 0) <> coalesce(k.amount, 0) order by 1`,
})

/** Totals that are kept beside the rows, recomputed from them. */
export const sumRules: readonly LedgerRule[] = [
  {
    fault: 'differs from the balances that it sums up',
    place: () => sql`select 'portfolio total of ' || k.of as place
      from (values ('savings'), ('loan')) k (of)
      left join (
        select a.kind, sum(a.balance) as total from ledger_accounts a
          left join savings s on s.account_id = a.id
          left join loans l on l.account_id = a.id
          where s.status = 'active' or l.loan_status = 'active' group by a.kind) b on b.kind = k.of
      left join (select "of", sum(amount) as total from balance_sums group by "of") kept on kept.of = k.of
      where coalesce(b.total, 0) <> coalesce(kept.total, 0) order by k.of`,
  },
  {
    fault: 'has other debts than the open loans make',
    place: () => sql`select 'customer ' || coalesce(c.id, d.id) as place
      from (select id, created_at, is_active, lower(first_name || ' ' || last_name) as name_key from customers where not is_deleted) c
      full join customer_debts d on d.id = c.id
      left join (select l.customer_id, sum(a.balance) as owed, min(l.next_due) as next_due
        from loans l join ledger_accounts a on a.id = l.account_id where l.loan_status = 'active' group by 1) o on o.customer_id = c.id
      where c.id is null or (d.id, d.created_at, d.is_active, d.name_key, d.owed, d.next_due)
        is distinct from (c.id, c.created_at, c.is_active, c.name_key, coalesce(o.owed, 0), o.next_due)
      order by coalesce(c.id, d.id)`,
  },
  {
    fault: 'was last paid into on another day',
    place: () => sql`select 'savings wallet ' || coalesce(s.reference, l.id::text) as place
      from (select s.id, s.reference, d.day, coalesce(d.day, greatest(${dayOf(sql`s.created_at`)}, o.cut_over_day)) as since
        from savings s
        left join (select h.savings_id, max(coalesce(h.collected_on, ${dayOf(sql`h.created_at`)})) as day from savings_history h
          left join savings_history r on r.reverses_id = h.id
          where h.kind = 'deposit' and h.status = 'approved' and h.reverses_id is null and r.id is null group by 1) d on d.savings_id = s.id
        left join (select r.record_id, max(i.cut_over_day) as cut_over_day from import_records r join imports i on i.id = r.import_id
          where r.noun = 'savings' and r.is_new = 1 group by 1) o on o.record_id = s.id
        where s.status = 'active') s
      full join last_deposits l on l.id = s.id
      where (l.id, l.day, l.since) is distinct from (s.id, s.day, s.since) order by 1`,
  },
  rule(
    keptSumsOfPostings,
    (read) => sql`select "of", day, agent_id, null as rhythm, sum(amount) as amount from (
        select s."of", s.day, s.agent_id, s.amount from (
            -- Of all postings of a day that count alike at once.
            select a.kind as account_kind, a.code, coalesce(o.kind, e.kind) as kind,
              coalesce(e.collected_on, ${dayOf(sql`e.made_at`)}) as day, a.agent_id, sum(p.amount)::bigint as change
            from ${read.postings} p
            join ledger_accounts a on a.id = p.account_id join ledger_entries e on e.id = p.entry_id
            left join ledger_entries o on o.id = e.reverses_id
            group by 1, 2, 3, 4, 5, p.amount < 0) t
          cross join lateral sums_of_posting(t.account_kind, t.code, t.kind, timezone('Africa/Lagos', t.day::timestamp), t.agent_id, t.change) s
        union all select "of", day, null, amount from (${bookSumsOf(read)}) b
        union all select "of", day, agent_id, amount from ${read.sumsBefore} v) s group by 1, 2, 3`,
  ),
  rule(
    keptSums(ofPlans),
    () => sql`select 'due' as "of", due_date as day, null::bigint as agent_id, null as rhythm,
        sum(amount - moved + penalty_moved) as amount from loan_repayment_schedule
      where status not in ('written-off', 'reversed') group by due_date
    union all
    select 'deposits', null, null, deposit_rhythm(s.market_id, s.deposit_type, s.created_at), sum(s.fixed_amount)
      from savings s join customers c on c.id = s.customer_id
      where s.status = 'active' and c.is_active and not c.is_deleted group by 4
    union all
    select unnest(array['owed', 'open']), l.next_due, null, null, unnest(array[sum(a.balance), count(*)])
      from loans l join ledger_accounts a on a.id = l.account_id where l.loan_status = 'active' group by l.next_due`,
  ),
]
