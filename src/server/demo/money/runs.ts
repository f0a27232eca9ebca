import { sql } from 'drizzle-orm'
import { addDays, lagosDay } from '#domain/time/lagos'
import type { Transaction } from '../../db/database'
import { firstDay } from '../../runs/run'
import type { DemoCharge } from './savings'

/**
 * Records the runs that posted the demo's penalties, interest and charges: each at the time of its postings, for the day
 * before them. Yesterday is closed, so that the next run is tomorrow's.
 */
export async function insertRuns(tx: Transaction, now: Date, charges: readonly DemoCharge[]) {
  await firstDay(tx, now)
  const yesterday = addDays(lagosDay(now), -1)
  await tx.execute(sql`
    with posted as (
      select 'penalties' as kind, h.instalment_id as subject_id, h.loan_id, null::bigint as savings_id,
        h.penalty as amount, 0::bigint as open, null as reason, h.entry_id, h.created_at
      from loan_history h where h.kind = 'penalty'
      union all
      select 'interest', h.savings_id, null, h.savings_id, h.amount, 0, null, h.entry_id, h.created_at
      from savings_history h where h.kind = 'interest'
      union all
      select 'charges', c."savingsId", null, c."savingsId", c.amount, c.open, c.reason, c."entryId", c."createdAt"
      from json_to_recordset(${JSON.stringify(charges)}) as c("savingsId" bigint, amount bigint, open bigint, reason text,
        "entryId" bigint, "createdAt" timestamptz)
    ), dated as (
      select *, timezone('Africa/Lagos', created_at)::date - 1 as day from posted
    ), made as (
      insert into runs (kind, day, state, looked, posted, amount, skipped, finished_at, created_at)
      select kind, day, 'done', count(*), count(entry_id), sum(amount), count(*) filter (where open > 0), max(created_at),
        min(created_at)
      from dated group by kind, day order by min(created_at), kind
      returning id, kind, day
    )
    insert into run_items (run_id, subject_id, loan_id, savings_id, amount, open, reason, entry_id, created_at)
    select m.id, d.subject_id, d.loan_id, d.savings_id, d.amount, d.open, d.reason, d.entry_id, d.created_at
    from dated d join made m on m.kind = d.kind and m.day = d.day order by d.created_at, d.entry_id`)
  await tx.execute(sql`
    insert into runs (kind, day, state, finished_at, created_at)
    select kind, ${yesterday}::date, 'done', ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from unnest('{penalties,commissions,plans}'::text[]) kind on conflict do nothing`)
}
