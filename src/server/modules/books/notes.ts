import { sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { addKobo, kobo } from '#domain/money/kobo'
import type { Queries } from '../../db/database'

/** What is no balance of the books, as of now. `principal`: the balance of the loans' line, a debit below zero. */
export async function notesOf(queries: Queries, principal: Kobo) {
  const { rows } = await queries.execute<Record<'held' | 'owed' | 'commission', string>>(sql`
    select (select coalesce(sum(amount), 0) from withdrawals where status = 'pending')
        + (select coalesce(sum(amount), 0) from holds where released_at is null) as held,
      (select coalesce(sum(amount), 0) from balance_sums where "of" = 'loan') as owed,
      (select coalesce(sum(s.total - coalesce(s.paid_before, 0) - coalesce((select sum(p.amount) from agent_payments p
          where p.statement_id = s.id and not exists (select from ledger_entries r where r.reverses_id = p.entry_id)), 0)), 0)
        from agent_statements s where s.state = 2) as commission`)
  const [now] = rows
  return {
    held: kobo(Number(now?.held ?? 0)),
    interest_due: addKobo(kobo(Number(now?.owed ?? 0)), principal),
    commission_due: kobo(Number(now?.commission ?? 0)),
  }
}
