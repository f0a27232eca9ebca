import { sql } from 'drizzle-orm'
import { dueOfCycle, firstOfCycle, hasCycles, lastOfCycle } from '../cycles'
import { planOn } from '../planChanges'
import type { LedgerRule } from './extent'

const ofCycle = planOn('s', sql`c.from_day`)
const ofWallet = planOn('s', sql`r.day`)

/** Cycles of savings wallets, the commissions kept of them, and contributions that changed (rules.md, "Commission of a cycle"). */
export const cycleRules: readonly LedgerRule[] = [
  {
    fault: 'has other amounts than its deposits, its commissions and its terms make',
    place: (
      read,
    ) => sql`select 'cycle ' || c.number || ' of saving ' || s.reference as place from savings_cycles c
      join savings s on s.id = c.savings_id
      left join (select cycle_id, sum(amount) filter (where kind = 'deposit') as paid, sum(amount) filter (where kind = 'commission') as taken,
            -- By a reopening it is owed again.
            -sum(amount) filter (where kind = 'commission' and reverses_id is not null
              and entry_id in (select entry_id from reversals where status = 'approved')) as waived
          from savings_history where ${read.saving('savings_id')} and cycle_id is not null group by cycle_id) h on h.cycle_id = c.id
      where ${read.saving('s.id')} and (c.paid, c.taken, c.waived, c.due) is distinct from
        (c.paid_before + coalesce(h.paid, 0), c.taken_before + coalesce(h.taken, 0), coalesce(h.waived, 0),
          ${dueOfCycle(sql`c.paid`, sql`c.fixed_amount`, sql`c.waived`)})
      order by c.id`,
  },
  {
    fault: 'has other days than its terms make',
    place: (
      read,
    ) => sql`select 'cycle ' || c.number || ' of saving ' || s.reference as place from savings_cycles c
      join savings s on s.id = c.savings_id
      where ${read.saving('s.id')} and (c.from_day, c.through_day)
        is distinct from (${firstOfCycle(sql`c.number`)}, ${lastOfCycle(sql`c.number`)})
      order by c.id`,
  },
  {
    fault: 'has another contribution than its wallet on its first day',
    place: (
      read,
    ) => sql`select 'cycle ' || c.number || ' of saving ' || s.reference as place from savings_cycles c
      join savings s on s.id = c.savings_id left join ${ofCycle.join} on true
      where ${read.saving('s.id')} and c.fixed_amount <> ${ofCycle.of('fixed_amount')}
      order by c.id`,
  },
  {
    fault: 'has another plan than its changes make',
    // While a run gives wallets their plans, some have the next day's.
    place: () => sql`select 'saving ' || s.reference as place from savings s
      cross join (select coalesce(max(day) + 1, '0001-01-01') as day from runs
        where kind = 'plans' and state = 'done' and reopening_id is null) r
      join ${ofWallet.join} on true
      where s.status = 'active' and s.id in (select savings_id from plan_changes)
        and not exists (select from runs where kind = 'plans' and state = 'running' and reopening_id is null)
        and (s.fixed_amount, s.deposit_type, s.market_id) is distinct from (${ofWallet.of('fixed_amount')}, ${ofWallet.of('deposit_type')}, ${ofWallet.of('market_id')})
      order by s.id`,
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
