import { sql } from 'drizzle-orm'
import type { DayPlace } from '#contract/calls/closing'
import { kobo } from '#domain/money/kobo'
import { endOfLagosDay } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import { bankAccount, cashAccount } from '../../ledger/accounts'

type Row = Record<'place' | 'name' | 'held' | 'difference', string> & {
  till_id: string | null
  is_open: boolean
}

/** What vault, tills and bank held at the end of a day, what counts of tills that were closed on it lacked, and which are still open. */
export async function placesOn(queries: Queries, day: string): Promise<DayPlace[]> {
  const { rows } = await queries.execute<Row>(sql`
    select p.place, p.name, p.till_id, coalesce(h.held, 0) as held, coalesce(s.difference, 0) as difference, exists (select from till_sessions o
        where o.till_id = p.till_id and o.day <= ${day} and o.closed_at is null) as is_open
    from (
      select 1 as rank, 'vault' as place, 'Vault' as name, id as account_id, null::bigint as till_id
        from ledger_accounts where name = ${cashAccount}
      union all select 2, 'till', t.name, t.account_id, t.id from tills t
        where exists (select from till_sessions s where s.till_id = t.id and s.day <= ${day})
      union all select 3, 'bank', 'Bank', id, null from ledger_accounts where name = ${bankAccount}) p
    left join lateral (select -balance_after as held from ledger_postings where account_id = p.account_id
      and made_at < ${endOfLagosDay(day).toISOString()} order by made_at desc, id desc limit 1) h on true
    left join lateral (select sum(expected - counted) as difference
      from till_sessions where till_id = p.till_id and day = ${day}) s on true
    order by p.rank, p.name`)
  return rows.map(({ place, name, till_id, held, difference, is_open }) => ({
    place: place as DayPlace['place'],
    ...(till_id !== null && { till_id: Number(till_id) }),
    name,
    held: kobo(Number(held)),
    difference: kobo(Number(difference)),
    is_open,
  }))
}
