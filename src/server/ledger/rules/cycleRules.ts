import { sql } from 'drizzle-orm'
import { dueOfCycle, hasCycles } from '../cycles'
import type { LedgerRule } from './extent'

/** The day in Lagos on which a wallet `s` was opened. */
const openedOn = sql`timezone('Africa/Lagos', s.created_at)::date`

/** Cycles of savings wallets and the commissions kept of them, recomputed (rules.md, "Commission of a cycle"). */
export const cycleRules: readonly LedgerRule[] = [
  {
    fault: 'has other amounts than its deposits, its commissions and its terms make',
    place: (
      read,
    ) => sql`select 'cycle ' || c.number || ' of saving ' || s.reference as place from savings_cycles c
      join savings s on s.id = c.savings_id
      left join (select cycle_id, sum(amount) filter (where kind = 'deposit') as paid, sum(amount) filter (where kind = 'commission') as taken
          from savings_history where ${read.saving('savings_id')} and cycle_id is not null group by cycle_id) h on h.cycle_id = c.id
      where ${read.saving('s.id')} and (c.paid, c.taken, c.due) is distinct from
        (c.paid_before + coalesce(h.paid, 0), c.taken_before + coalesce(h.taken, 0), ${dueOfCycle(sql`c.paid`, sql`c.fixed_amount`)})
      order by c.id`,
  },
  {
    fault: 'has other days than its terms make',
    place: (
      read,
    ) => sql`select 'cycle ' || c.number || ' of saving ' || s.reference as place from savings_cycles c
      join savings s on s.id = c.savings_id
      cross join lateral (select case s.cycle_kind when 'days' then ${openedOn} + (c.number - 1) * s.cycle_days
        else (date_trunc('month', ${openedOn}) + make_interval(months => c.number - 1))::date end as first) f
      where ${read.saving('s.id')} and (c.from_day, c.through_day) is distinct from (greatest(f.first, ${openedOn}),
        case s.cycle_kind when 'days' then f.first + s.cycle_days - 1 else (f.first + interval '1 month')::date - 1 end)
      order by c.id`,
  },
  {
    fault: 'does not count in the cycle of its day',
    place: (read) => sql`select 'savings history ' || h.reference as place from savings_history h
      join savings s on s.id = h.savings_id
      left join savings_cycles c on c.id = h.cycle_id
      left join savings_history o on o.id = h.reverses_id
      where ${read.entry('h.entry_id')} and h.status = 'approved' and case h.kind
        when 'deposit' then ${hasCycles('s')} <> (c.id is not null) or c.savings_id <> h.savings_id or o.cycle_id <> h.cycle_id
          or h.reverses_id is null and coalesce(h.collected_on, timezone('Africa/Lagos', h.created_at)::date) not between c.from_day and c.through_day
        when 'commission' then c.savings_id is distinct from h.savings_id else false end
      order by h.id`,
  },
]
