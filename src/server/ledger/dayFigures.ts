import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { addKobo, kobo, negateKobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { type Calendar, isCollectionDay } from '#domain/time/calendar'
import { addDays, endOfLagosDay, startOfLagosDay } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { insertRows } from '../db/insertRows'
import { cashInKinds, counterCodes, type EntryKind } from '../db/tables/ledgerKinds'
import { dayFigures } from '../db/tables/runs'
import { calendarOf } from './calendar'
import { asksOn, paidAhead } from './paidAhead'

/** The condition for instants of a Lagos day. */
export const within = (column: SQL, day: string) =>
  sql`${column} >= ${startOfLagosDay(day).toISOString()} and ${column} < ${endOfLagosDay(day).toISOString()}`

/** The condition for rows of a history that count on a day (rules.md, "Day of collection"). */
export const countedOn = (day: string, table: SQL = sql`h`) =>
  sql`(${within(sql`${table}.created_at`, day)} and ${table}.collected_on is null or ${table}.collected_on = ${day})`

/** What an agent, or the counter, took in and handed in on a day, by the kind of the entry: of a reversal, of what it reverses. */
export type Flow = {
  agentId: number | null
  source: string
  isReversal: boolean
  isLate: boolean
  amount: Kobo
}

/** Nothing is recorded before its day: so of one agent, only what is newer is read. */
const cashOf = (day: string, agentId: number | undefined) =>
  agentId === undefined
    ? sql`(a.code = 'AGENT' or a.code = any(${sql.param(counterCodes)}::text[]))`
    : sql`a.agent_id = ${agentId} and p.made_at >= ${startOfLagosDay(day).toISOString()}`

/** Postings `p` of a day to the cash of agents and of the counter `a`, of reversals with the entry `o` that they reverse. */
export const cashOn = (day: string, agentId?: number) => sql`
    from ledger_accounts a join ledger_postings p on p.account_id = a.id
    left join ledger_entries e on p.source = 'Reversal' and e.id = p.entry_id left join ledger_entries o on o.id = e.reverses_id
    where ${cashOf(day, agentId)} and (
      ${within(sql`p.made_at`, day)} and p.entry_id not in (select id from ledger_entries
        where collected_on between ${addDays(day, -31)} and ${addDays(day, -1)} and ${within(sql`made_at`, day)})
      or p.entry_id in (select id from ledger_entries where collected_on = ${day}))`

/** What came in as cash on the day, by agent (null: the counter) and kind of entry, or of one agent; below zero what went out. Late: recorded after it. */
export async function cashFlowsOf(queries: Queries, day: string, agentId?: number): Promise<Flow[]> {
  const { rows } = await queries.execute<{
    agent: string | null
    source: string
    reversal: boolean
    late: boolean
    amount: string
  }>(sql`
    select a.agent_id as agent, coalesce(o.kind, p.source) as source, o.id is not null as reversal,
      p.made_at >= ${endOfLagosDay(day).toISOString()} as late, -sum(p.amount) as amount
    ${cashOn(day, agentId)} group by 1, 2, 3, 4`)
  return rows.map(({ agent, source, reversal, late, amount }) => ({
    agentId: agent === null ? null : Number(agent),
    source,
    isReversal: reversal,
    isLate: late,
    amount: kobo(Number(amount)),
  }))
}

const total = (flows: readonly Flow[]) => sumKobo(flows.map(({ amount }) => amount))
/** What came in by a kind of entry, reversals left out. */
export const sumOf = (flows: readonly Flow[]) => (source: EntryKind) =>
  total(flows.filter((flow) => flow.source === source && !flow.isReversal))
/** What came in by a kind of entry, less what was reversed of it. */
export const netOf = (flows: readonly Flow[]) => (source: EntryKind) =>
  total(flows.filter((flow) => flow.source === source))
/** What was reversed of what came in from customers. */
export const reversedOf = (flows: readonly Flow[]) =>
  negateKobo(
    total(
      flows.filter(({ source, isReversal }) => isReversal && cashInKinds.some((kind) => kind === source)),
    ),
  )

/** The figures of an agent, or of the counter, from its flows. */
export function figuresFrom(flows: readonly Flow[]) {
  const [flow, net] = [sumOf(flows), netOf(flows)]
  const [savings, loans, reversed] = [
    flow('Savings deposit'),
    addKobo(flow('Loan repayment'), flow('Loan settlement')),
    reversedOf(flows),
  ]
  return {
    savings,
    loans,
    reversed,
    collected: subtractKobo(addKobo(savings, loans), reversed),
    handedIn: negateKobo(net('Remittance')),
    paidOut: negateKobo(net('Withdrawal payment')),
  }
}

export type AgentDay = { id: number; name: string; status: string; expected: Kobo; held: Kobo }

/** All agents, with what was expected of them on a day, as their customers are assigned now, and what they held at its end. */
export async function agentDays(queries: Queries, day: string): Promise<AgentDay[]> {
  const calendar = await calendarOf(queries)
  const { rows } = await queries.execute<Record<'id' | 'name' | 'status' | 'expected' | 'held', string>>(sql`
    select g.id, g.name, g.status, coalesce(e.expected, 0) as expected, coalesce((
      select -p.balance_after from ledger_postings p where p.account_id = a.id
        and p.made_at < ${endOfLagosDay(day).toISOString()} order by p.made_at desc, p.id desc limit 1), 0) as held
    from agents g join ledger_accounts a on a.agent_id = g.id
    left join (${expectedBy(calendar, day)}) e on e.agent_id = g.id
    order by g.name, g.id`)
  return rows.map(({ id, name, status, expected, held }) => ({
    id: Number(id),
    name,
    status,
    expected: kobo(Number(expected)),
    held: kobo(Number(held)),
  }))
}

/** What was due on a day by agent: fixed amounts of savings, as `isDue` and `expectedOn` have it (a test compares them), and instalments. */
const expectedBy = (calendar: Calendar, day: string) => sql`
  select agent_id, sum(amount) as expected from (
    select c.assigned_agent_id as agent_id, s.fixed_amount as amount ${dueSavings(calendar, day)}
    union all
    select c.assigned_agent_id, ${dueOfLoan} ${dueLoans(day)}
  ) due group by agent_id`

/** The installments of a day, and what was due of each. */
const dueLoans = (day: string) => sql`from loan_repayment_schedule i
    join loans l on l.id = i.loan_id join customers c on c.id = l.customer_id
      where i.due_date = ${day} and i.status not in ('written-off', 'reversed')`
const dueOfLoan = sql`i.amount - i.moved + i.penalty_moved`

/** What was due on a day of the loans of an agent's customers. */
export async function loansDueOf(queries: Queries, agentId: number, day: string): Promise<Kobo> {
  const { rows } = await queries.execute<{ amount: string }>(
    sql`select coalesce(sum(${dueOfLoan}), 0) as amount ${dueLoans(day)} and c.assigned_agent_id = ${agentId}`,
  )
  return kobo(Number(rows[0]?.amount ?? 0))
}

/** The savings that ask for a deposit on a day. */
const dueSavings = (calendar: Calendar, day: string) => sql`
    from savings s join customers c on c.id = s.customer_id left join market_days m on m.id = s.market_id
    cross join lateral (select timezone('Africa/Lagos', s.created_at)::date as opened, ${day}::date as day) d
    where ${isCollectionDay(calendar, day)} and s.status = 'active' and c.is_active and not c.is_deleted and d.opened <= d.day
      and ${asksOn(sql`d.day`, sql`d.opened`)} and s.id not in (select id from ${paidAhead(calendar, day)} p)`

/**
 * What is still due on a day by agent, line by line: of a fixed amount what was not paid in on it, of an installment of the day what
 * is open. More than was due on one line makes up for no other.
 */
export const stillDueBy = (calendar: Calendar, day: string) => sql`
  select agent_id, sum(amount) as due from (
    select c.assigned_agent_id as agent_id, greatest(s.fixed_amount - coalesce((select sum(h.amount) from savings_history h
      where h.savings_id = s.id and h.kind = 'deposit' and h.status = 'approved' and h.reverses_id is null and ${countedOn(day)}
        and not exists (select from savings_history r where r.reverses_id = h.id)), 0), 0) as amount ${dueSavings(calendar, day)}
    union all
    select c.assigned_agent_id, i.amount + i.penalty - i.paid - i.moved - i.waived from loan_repayment_schedule i
    join loans l on l.id = i.loan_id join customers c on c.id = l.customer_id
      where i.due_date = ${day} and i.status = 'pending'
  ) open group by agent_id`

/** How often a day was reopened: the round of its figures that stand. */
export const roundOf = (day: SQL) =>
  sql<number>`(select count(*)::integer from reopenings where status = 'approved' and from_day <= ${day})`

/** The figures of a day as they stood when its runs were done; empty for a day that has none. */
export const keptFigures = (queries: Queries, day: string) =>
  queries
    .select()
    .from(dayFigures)
    .where(and(eq(dayFigures.day, day), eq(dayFigures.round, roundOf(sql`${day}::date`))))

/** Keeps the figures of a day whose runs are done: assignments and closings from here on change none of them. */
export async function keepDayFigures(tx: Queries, day: string, createdAt: Date) {
  const flows = await cashFlowsOf(tx, day)
  const agents = await agentDays(tx, day)
  const { rows: found } = await tx.execute<{ round: number }>(
    sql`select ${roundOf(sql`${day}::date`)} as round`,
  )
  const round = found[0]?.round ?? 0
  const rowOf = (agentId: number | null, expected: Kobo, held: Kobo) => {
    const { collected: _collected, ...figures } = figuresFrom(
      flows.filter((flow) => flow.agentId === agentId),
    )
    return { day, agentId, expected, ...figures, held, round, createdAt }
  }
  const rows = agents.map(({ id, expected, held }) => rowOf(id, expected, held))
  const isSome = ({
    expected,
    savings,
    loans,
    reversed,
    handedIn,
    paidOut,
    held,
  }: ReturnType<typeof rowOf>) =>
    [expected, savings, loans, reversed, handedIn, paidOut, held].some((figure) => figure !== 0)
  await insertRows(
    tx,
    dayFigures,
    [rowOf(null, kobo(0), kobo(0)), ...rows.filter(isSome)],
    sql`on conflict (day, agent_id, round) do nothing`,
  )
}
