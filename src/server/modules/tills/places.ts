import { and, eq, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import type { CashPlace } from '#contract/calls/tills'
import { kobo } from '#domain/money/kobo'
import { endOfLagosDay, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import type { Selects } from '../../db/database'
import { accounts, postings } from '../../db/tables/ledger'
import { admins } from '../../db/tables/schema'
import { invalid } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { bankAccount, cashAccount, tillAccountOf } from '../../ledger/accounts'
import { betweenDays, lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { cashMovementRow, cashMovementsOf } from '../../people/cashMovements'

const movementRow = { ...cashMovementRow, admin: admins.name }
const movementsOf = (queries: Selects, row = movementRow) =>
  cashMovementsOf(queries, row).leftJoin(admins, eq(admins.id, postings.adminId))

const movementList = defineList({
  call: calls.tills.getPlaceMovements,
  table: postings,
  at: postings.madeAt,
  sorted: { created_at: postings.madeAt },
  row: movementRow,
  rows: (queries, row) => movementsOf(queries, row).$dynamic(),
})

type PlaceRow = {
  place: CashPlace['place']
  till_id: string | null
  name: string
  admin: string | null
  holds: string
  came_in: string
  went_out: string
  last_movement: string | null
}

export const placeHandlers: HandlersFor<Pick<Calls['tills'], 'getCashPlaces' | 'getPlaceMovements'>> = {
  getCashPlaces: async (_input, { queries, now }) => {
    const day = lagosDay(now)
    const { rows } = await queries.execute<PlaceRow>(sql`
      select p.place, p.till_id, p.name, p.admin, -p.balance as holds, coalesce(m.came_in, 0) as came_in,
        coalesce(m.went_out, 0) as went_out, ${lagosStamp(sql`last.made_at`)} as last_movement
      from (
        select 1 as rank, 'vault' as place, null::bigint as till_id, 'Vault' as name, null as admin, balance, array[id] as ids
          from ledger_accounts where name = ${cashAccount}
        union all select 2, 'till', t.id, t.name, d.name, a.balance, array[a.id]
          from tills t join ledger_accounts a on a.id = t.account_id
          left join till_sessions s on s.till_id = t.id and s.closed_at is null left join admins d on d.id = s.admin_id
          where t.is_active or a.balance <> 0
        union all select 3, 'bank', null, 'Bank', null, balance, array[id] from ledger_accounts where name = ${bankAccount}
        union all select 4, 'agents', null, 'Agents', null, coalesce(sum(balance), 0), array_agg(id)
          from ledger_accounts where agent_id is not null) p
      left join lateral (select sum(-amount) filter (where amount < 0) as came_in, sum(amount) filter (where amount > 0) as went_out
        from ledger_postings where account_id = any(p.ids) and made_at >= ${startOfLagosDay(day).toISOString()}
          and made_at < ${endOfLagosDay(day).toISOString()}) m on true
      left join lateral (select made_at from ledger_postings where account_id = any(p.ids) and p.place <> 'agents'
        order by made_at desc, id desc limit 1) last on true
      order by p.rank, p.name`)
    return {
      data: rows.map(({ place, name, admin, till_id, last_movement, ...amounts }, at) => ({
        id: at + 1,
        place,
        till_id: till_id === null ? null : Number(till_id),
        name,
        admin,
        holds: kobo(Number(amounts.holds)),
        came_in: kobo(Number(amounts.came_in)),
        went_out: kobo(Number(amounts.went_out)),
        last_movement,
      })),
    }
  },

  getPlaceMovements: (input, context) => {
    const { place, till_id, ...dates } = input
    if ((place === 'till') !== (till_id !== undefined)) invalid('Please select a till.')
    const name =
      place === 'vault' ? cashAccount : place === 'bank' ? bankAccount : tillAccountOf(till_id ?? 0)
    const where = and(
      eq(postings.accountId, sql`(select ${accounts.id} from ${accounts} where ${accounts.name} = ${name})`),
      betweenDays(postings.madeAt, dates),
    )
    return pageOf(context, input, movementList, { where, uncounted: true })
  },
}
