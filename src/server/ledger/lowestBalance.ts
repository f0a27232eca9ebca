import { type SQL, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { kobo } from '#domain/money/kobo'
import { endOfLagosDay, startOfLagosDay } from '#domain/time/lagos'
import type { Queries } from '../db/database'

/**
 * Whether a savings wallet has rows whose balance of a day is another than what was posted by then (index `savings_history_late`), or was
 * moved in since a day: its opening balance counts from the cut-over day.
 */
export const hasLateRows = (savingsId: SQL, account: SQL, from: SQL) =>
  sql`(exists (select from savings_history late where late.savings_id = ${savingsId}
      and (late.collected_on is not null or late.reverses_id is not null))
    or exists (select from ledger_postings moved_in where moved_in.account_id = ${account} and moved_in.seq = 1
      and moved_in.source = 'Opening balance' and moved_in.made_at >= timezone('Africa/Lagos', ${from}::timestamp)))`

/** The day on which a posting `p` of an entry `e` counts: of its collection, or the cut-over day of an opening balance. */
const countedDay = sql`coalesce(e.collected_on, case e.kind when 'Opening balance' then (
    select i.cut_over_day from import_records r join imports i on i.id = r.import_id where r.entry_id = e.id) end,
  timezone('Africa/Lagos', p.made_at)::date)`

/** Since when the interest of a reversed deposit is taken back (migration "day_of_collection"). */
const takenBackFrom = sql`(select value::timestamptz from settings where name = 'interest_taken_back_from')`

/** What runs post on savings, and its corrections. By a reopening it is reversed as if it had not been posted, by a request from then on. */
const ofRuns = sql`'{Savings interest,Savings charge,Savings commission,Interest correction}'::text[]`

const byReopening = (reversal: SQL) =>
  sql`not exists (select from reversals q where q.entry_id = ${reversal})`

/** Whether a posting `p` of an entry `e` is reversed, or a reversal, as if neither had been. */
const isUndone = sql`(exists (select from ledger_entries r where r.reverses_id = e.id
    and (p.source = any(${ofRuns}) and ${byReopening(sql`r.id`)} or p.source = 'Savings deposit' and r.made_at >= ${takenBackFrom}))
  or exists (select from ledger_entries o where o.id = e.reverses_id
    and (o.kind = any(${ofRuns}) and ${byReopening(sql`e.id`)} or o.kind = 'Savings deposit' and e.made_at >= ${takenBackFrom})))`

/**
 * The lowest balance of a savings account in a month that ends before `to`, with what was collected on its day, and without deposits
 * that were reversed and runs of days that were reopened (rules.md, "Savings interest"). A scalar query; `from` and `to` are days.
 */
export const lowestByDay = (account: SQL, from: SQL, to: SQL) => sql`(
  with moved as (
    select p.seq, p.amount, ${countedDay} as day
    from ledger_postings p join ledger_entries e on e.id = p.entry_id
    where p.account_id = ${account} and p.made_at >= timezone('Africa/Lagos', ${from}::timestamp) and not ${isUndone}),
  opening as (
    select a.balance - coalesce((select sum(m.amount) from moved m where m.day >= ${from}), 0) as balance
    from ledger_accounts a where a.id = ${account})
  select least(o.balance, (select min(o.balance + running.change) from (
      select sum(m.amount) over (order by m.day, m.seq) as change from moved m
      where m.day >= ${from} and m.day < ${to}) running))::bigint
  from opening o)`

/** The month that ends with a day. */
export const monthOf = (day: string) => ({
  start: startOfLagosDay(`${day.slice(0, 8)}01`),
  end: endOfLagosDay(day),
})

/** The lowest balance of each wallet in the month that ends with a day, by account; read from its postings. */
export async function lowestBalances(
  queries: Queries,
  wallets: readonly { id: number; accountId: number }[],
  day: string,
): Promise<Map<number, Kobo>> {
  const { start, end } = monthOf(day)
  const [from, to] = [sql`${start.toISOString()}::timestamptz`, sql`${end.toISOString()}::timestamptz`]
  const [first, next] = [sql`${`${day.slice(0, 8)}01`}::date`, sql`(${day}::date + 1)`]
  const { rows } = await queries.execute<{ account: string; lowest: string }>(sql`
    select a as account, case when ${hasLateRows(sql`s`, sql`a`, first)} then ${lowestByDay(sql`a`, first, next)} else least(
      coalesce((select p.balance_after from ledger_postings p where p.account_id = a and p.made_at < ${from}
        order by p.made_at desc, p.id desc limit 1), 0),
      (select min(p.balance_after) from ledger_postings p
        where p.account_id = a and p.made_at >= ${from} and p.made_at < ${to})) end as lowest
    from unnest(${sql.param(wallets.map(({ accountId }) => accountId))}::bigint[],
      ${sql.param(wallets.map(({ id }) => id))}::bigint[]) w (a, s)`)
  return new Map(rows.map(({ account, lowest }) => [Number(account), kobo(Math.max(0, Number(lowest)))]))
}
