import { type SQL, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { kobo, subtractKobo } from '#domain/money/kobo'
import { rhythmsOn } from '#domain/savings/due'
import { addDays } from '#domain/time/lagos'
import { weekdayOf } from '#domain/time/weekdays'
import type { Queries } from '../../db/database'
import { keptSums, sumChanges, type sumKinds } from '../../db/tables/sums'
import { calendarOf } from '../../ledger/calendar'
import { paidAheadOf } from '../../ledger/paidAhead'

type DaySum = Exclude<(typeof sumKinds)[number], 'collected' | 'deposits' | 'owed' | 'open'>

/** The sums of the rows that a condition selects, with what is not yet added to them. */
const parts = (where: SQL) => sql`(select "of", day, agent_id, rhythm, amount from ${keptSums} where ${where}
  union all select "of", day, agent_id, rhythm, amount from ${sumChanges} where ${where})`

type DaySums = {
  /** The sum of days, from one to another. */
  between: (kind: DaySum, from: string, to: string) => Kobo
  /** The balance of all active savings wallets now, and of all at the end of a day. */
  savings: Kobo
  savingsAfter: (day: string) => Kobo
}

/** The sums of each day from a day to today, with the balance of savings, of one moment. */
export async function daySums(queries: Queries, from: string, today: string): Promise<DaySums> {
  const { rows } = await queries.execute<{ of: string; day: string | null; amount: string }>(sql`
    select "of", day::text, sum(amount) as amount
      from ${parts(sql`"of" in ('deposited', 'repaid', 'saved', 'paid out', 'due') and day between ${from} and ${today}`)} p
      group by 1, 2
    union all select 'savings', null, coalesce(sum(amount), 0) from balance_sums where "of" = 'savings'`)
  const sums = rows.map(({ of, day, amount }) => ({ of, day, amount: Number(amount) }))
  const total = (kind: string, isIn: (day: string) => boolean) =>
    kobo(sums.reduce((sum, one) => sum + (one.of === kind && isIn(one.day ?? '') ? one.amount : 0), 0))
  const savings = total('savings', () => true)
  return {
    between: (kind, first, last) => total(kind, (day) => day >= first && day <= last),
    savings,
    savingsAfter: (last) => kobo(savings - total('saved', (day) => day > last)),
  }
}

/** The fixed amounts of savings whose deposits are due on a day, without those that were paid ahead. */
export async function depositsDue(queries: Queries, day: string): Promise<Kobo> {
  const calendar = await calendarOf(queries)
  const rhythms = rhythmsOn(day, calendar)
  if (rhythms.length === 0) return kobo(0)
  const { rows } = await queries.execute<{ amount: string }>(sql`
    select coalesce(sum(amount), 0) as amount from ${parts(sql`"of" = 'deposits'`)} p
      where rhythm = any(${sql.param(rhythms)}::text[]) or rhythm in (select 'market ' || id from market_days where case
        when every_days is null then period = ${weekdayOf(day)}
        else ${day} >= first_day and (${day}::date - first_day) % every_days = 0 end)`)
  return subtractKobo(kobo(Number(rows[0]?.amount ?? 0)), await paidAheadOf(queries, calendar, day))
}

/** Open loans by the day on which their oldest unpaid instalment is due: how many, and what is owed on them. */
export async function openLoansByDay(queries: Queries) {
  const { rows } = await queries.execute<{ day: string; owed: string; loans: string }>(sql`
    select day::text, coalesce(sum(amount) filter (where "of" = 'owed'), 0) as owed,
        coalesce(sum(amount) filter (where "of" = 'open'), 0) as loans
      from ${parts(sql`"of" in ('owed', 'open')`)} p group by 1`)
  return rows.map(({ day, owed, loans }) => ({ day, owed: kobo(Number(owed)), loans: Number(loans) }))
}

/** What is owed to some agents, and of it on loans that are more than so many days late. */
export async function owedToAgents(
  queries: Queries,
  agentIds: readonly number[],
  today: string,
  moreThan: number,
) {
  const { rows } = await queries.execute<{ id: string; owed: string; at_risk: string }>(sql`
    select agent_id as id, sum(owed) as owed,
        coalesce(sum(owed) filter (where next_due < ${addDays(today, -moreThan)}), 0) as at_risk
      from open_loans where agent_id = any(${sql.param(agentIds)}::bigint[]) group by 1`)
  return new Map(
    rows.map(({ id, owed, at_risk }) => [
      Number(id),
      { owed: kobo(Number(owed)), at_risk: kobo(Number(at_risk)) },
    ]),
  )
}

/** What each agent collected in the week from a Monday, the most first. */
export async function collectedByAgent(queries: Queries, monday: string) {
  const { rows } = await queries.execute<{
    id: string
    name: string
    status: string
    amount: string
  }>(sql`
    select g.id, g.name, g.status, p.amount
      from (select agent_id, sum(amount) as amount from ${parts(sql`"of" = 'collected' and day = ${monday}`)} p group by 1) p
      join agents g on g.id = p.agent_id where p.amount <> 0 order by p.amount desc, g.name, g.id`)
  return rows.map(({ id, name, status, amount }) => ({
    id: Number(id),
    agent_id: status === 'DELETED' ? null : Number(id),
    agent: name,
    collected: kobo(Number(amount)),
  }))
}
