import { sql } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { addKobo, kobo, subtractKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import type { HandlersFor } from '../../handler'
import { calendarOf } from '../../ledger/calendar'
import { stillDueBy } from '../../ledger/dayFigures'

type Row = Record<'id' | 'name' | 'phone_number' | 'status' | 'holds' | 'due' | 'to_pay', string> & {
  typed: boolean
}

export const cashTonightHandlers: HandlersFor<Pick<Calls['cash'], 'getCashTonight'>> = {
  /** As customers are assigned now (rules.md, "To hand in tonight"). */
  getCashTonight: async (_input, { queries, now }) => {
    const day = lagosDay(now)
    const { rows } = await queries.execute<Row>(sql`
      select g.id, g.name, g.phone_number, g.status, -a.balance as holds,
        case when sheet.typed then 0 else coalesce(open.due, 0) end as due, coalesce(pay.amount, 0) as to_pay, sheet.typed
      from agents g join ledger_accounts a on a.agent_id = g.id
      cross join lateral (select exists (select from collections s where s.agent_id = g.id and s.day = ${day}) as typed) sheet
      left join (${stillDueBy(await calendarOf(queries), day)}) open on open.agent_id = g.id
      left join (select c.assigned_agent_id as agent_id, sum(w.amount) as amount from agent_payouts o
        join withdrawals w on w.id = o.withdrawal_id join customers c on c.id = w.customer_id
        where o.state = 'to pay' and o.pay_on = ${day} and not c.is_frozen group by 1) pay on pay.agent_id = g.id
      where a.balance <> 0 or coalesce(open.due, 0) <> 0 or coalesce(pay.amount, 0) <> 0
      order by g.name, g.id`)
    return { data: rows.map(toRow) }
  },
}

const amountOf = (text: string): Kobo => kobo(Number(text))

function toRow({ id, name, phone_number, status, typed, ...amounts }: Row) {
  const [holds, due, toPay] = [amountOf(amounts.holds), amountOf(amounts.due), amountOf(amounts.to_pay)]
  return {
    id: Number(id),
    name,
    phone_number,
    status,
    holds,
    due,
    to_pay: toPay,
    tonight: subtractKobo(addKobo(holds, due), toPay),
    sheet: typed ? ('Typed' as const) : ('Not typed' as const),
  }
}
