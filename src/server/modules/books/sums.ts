import { sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { kobo } from '#domain/money/kobo'
import type { Queries } from '../../db/database'
import { bookSumPrefix, walletLines } from '../../ledger/chart'

/** The sums of the books, with what is not yet added to them: `line`, `day`, `amount`. */
const bookSums = sql`(select substr(k."of", ${bookSumPrefix.length + 1}::int) as line, k.day, k.amount from (
    select "of", day, amount from kept_sums union all select "of", day, amount from sum_changes) k
  where k."of" in (select ${bookSumPrefix}::text || a.line from book_accounts a))`

export type Days = { from: string; through: string }

/** What each line gained in each of these periods, a credit above zero. */
export async function gainsOf(queries: Queries, periods: readonly Days[]): Promise<Map<string, Kobo>[]> {
  const days = periods.flatMap(({ from, through }) => [from, through]).toSorted()
  const { rows } = await queries.execute<{ line: string; at: number; amount: string }>(sql`
    select s.line, p.at, sum(s.amount) as amount
    from json_to_recordset(${JSON.stringify(periods.map((one, at) => ({ ...one, at })))}::json) p (at int, "from" date, through date)
    join ${bookSums} s on s.day >= p."from" and s.day <= p.through
    -- Of all days that any period has, at once: a year's of the sums of many.
    where s.day >= ${days.at(0)}::date and s.day <= ${days.at(-1)}::date group by 1, 2`)
  return periods.map(
    (_period, at) =>
      new Map(rows.flatMap((row) => (row.at === at ? [[row.line, kobo(Number(row.amount))] as const] : []))),
  )
}

/** Before every entry. */
export const beginning = '1900-01-01'

/**
 * How far the books are from the wallets and the cash that they are about, and debit from credit, as of one moment; 0 if they agree.
 */
export async function bookDifference(queries: Queries): Promise<Kobo> {
  const ofWallets = sql`(s.line = any(${sql.param([...walletLines])}::text[]) or s.line like 'expense %')`
  const { rows } = await queries.execute<{ difference: string }>(sql`
    with sums as (select s.line, sum(s.amount) as amount from ${bookSums} s group by 1),
      books as (select case when ${ofWallets} then 'wallets' else s.line end as line, sum(s.amount) as amount from sums s group by 1),
      held as (select case a.kind when 'business' then 'wallets' else book_line(a.code, '') end as line, sum(a.balance) as amount
        from ledger_accounts a where a.customer_id is null and a.code <> 'LENT' group by 1)
    select coalesce((select sum(abs(h.amount - coalesce(b.amount, 0))) from held h left join books b on b.line = h.line), 0) + abs(coalesce((select sum(amount) from sums), 0)) as difference`)
  return kobo(Number(rows[0]?.difference ?? 0))
}
