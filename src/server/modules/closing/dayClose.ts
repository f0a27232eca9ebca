import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { DayAgent, DayClose, DayProduct } from '#contract/calls/closing'
import type { Kobo } from '#contract/values'
import { addKobo, kobo, negateKobo, subtractKobo } from '#domain/money/kobo'
import { endOfLagosDay, startOfLagosDay } from '#domain/time/lagos'
import { cashDifferences } from '../../db/tables/cash'
import type { Queries } from '../../db/database'
import { loanChanges } from '../../db/tables/loanChanges'
import { loans } from '../../db/tables/loans'
import { fundRequests, withdrawals } from '../../db/tables/money'
import { reversals } from '../../db/tables/reversals'
import { undecided } from '../loans/queries'

/** What happened on a day, from the ledger, the schedules and the savings that were due (rules.md, "Day's close"). */
export async function dayCloseOf(queries: Queries, day: string): Promise<DayClose> {
  const flows = await cashFlowsOf(queries, day)
  const [paidOut, posted] = [await paidOutOn(queries, day), await postedOn(queries, day)]
  const counter = sumOf(flows.filter(({ agentId }) => agentId === null))
  return {
    day,
    agents: await agentsOf(queries, day, flows),
    counter: {
      savings: counter('Savings deposit'),
      loans: counter('Loan repayment'),
      credits: counter('Customer credit'),
      reversed: negateKobo(counter('Reversal')),
    },
    products: await productsOf(queries, day),
    paid_out: paidOut,
    posted,
    written_off: await writtenOffOn(queries, day),
    open: {
      loans: await queries.$count(loans, undecided),
      requests: await queries.$count(fundRequests, inArray(fundRequests.initialStatus, [0, 1])),
      withdrawals: await queries.$count(withdrawals, eq(withdrawals.status, 'pending')),
      reversals: await queries.$count(reversals, eq(reversals.status, 'pending')),
      differences: await queries.$count(cashDifferences, inArray(cashDifferences.state, [0, 1])),
      loan_changes: await queries.$count(loanChanges, inArray(loanChanges.state, [0, 1])),
    },
  }
}

/** The condition for instants of a Lagos day. */
const within = (column: SQL, day: string) =>
  sql`${column} >= ${startOfLagosDay(day).toISOString()} and ${column} < ${endOfLagosDay(day).toISOString()}`

type Flow = { agentId: number | null; source: string; amount: Kobo }

/** What came in as cash on the day, by agent (null: the counter) and kind of entry; below zero what went out. */
async function cashFlowsOf(queries: Queries, day: string): Promise<Flow[]> {
  const { rows } = await queries.execute<{ agent: string | null; source: string; amount: string }>(sql`
    select a.agent_id as agent, p.source, -sum(p.amount) as amount
    from ledger_accounts a join ledger_postings p on p.account_id = a.id
    where (a.code = 'AGENT' or a.name = 'CASH') and ${within(sql`p.made_at`, day)} group by 1, 2`)
  return rows.map(({ agent, source, amount }) => ({
    agentId: agent === null ? null : Number(agent),
    source,
    amount: kobo(Number(amount)),
  }))
}

const sumOf = (flows: readonly Flow[]) => (source: string) =>
  flows.find((flow) => flow.source === source)?.amount ?? kobo(0)

async function agentsOf(queries: Queries, day: string, flows: readonly Flow[]): Promise<DayAgent[]> {
  const { rows } = await queries.execute<Record<'id' | 'name' | 'status' | 'expected' | 'held', string>>(sql`
    select g.id, g.name, g.status, coalesce(e.expected, 0) as expected, coalesce((
      select -p.balance_after from ledger_postings p where p.account_id = a.id
        and p.made_at < ${endOfLagosDay(day).toISOString()} order by p.made_at desc, p.id desc limit 1), 0) as held
    from agents g join ledger_accounts a on a.agent_id = g.id
    left join (${expectedOn(day)}) e on e.agent_id = g.id
    order by g.name, g.id`)
  return rows.flatMap(({ id, name, status, expected, held }) => {
    const flow = sumOf(flows.filter(({ agentId }) => agentId === Number(id)))
    const [savings, repaid, reversed] = [
      flow('Savings deposit'),
      flow('Loan repayment'),
      negateKobo(flow('Reversal')),
    ]
    const agent: DayAgent = {
      agent_id: status === 'DELETED' ? null : Number(id),
      agent: name,
      expected: kobo(Number(expected)),
      savings,
      loans: repaid,
      reversed,
      collected: subtractKobo(addKobo(savings, repaid), reversed),
      handed_in: negateKobo(flow('Remittance')),
      held: kobo(Number(held)),
    }
    const { agent_id: _id, agent: _name, ...figures } = agent
    return Object.values(figures).some((figure) => figure !== 0) ? [agent] : []
  })
}

/** What was due on a day by agent: fixed amounts of savings, as `isDue` has it (a test compares them), and instalments. */
const expectedOn = (day: string) => sql`
  select agent_id, sum(amount) as expected from (
    select c.assigned_agent_id as agent_id, s.fixed_amount as amount
    from savings s join customers c on c.id = s.customer_id left join market_days m on m.id = s.market_id
    cross join lateral (select timezone('Africa/Lagos', s.created_at)::date as opened, ${day}::date as day) d
    where s.status = 'active' and c.is_active and not c.is_deleted and d.opened <= d.day and case
      when m.period is not null then m.period = extract(isodow from d.day)
      when s.deposit_type = 'daily' then true
      when s.deposit_type = 'weekly' then extract(isodow from d.opened) = extract(isodow from d.day)
      else extract(day from d.opened) = extract(day from d.day)
        or (extract(day from d.day + 1) = 1 and extract(day from d.opened) > extract(day from d.day)) end
    union all
    select c.assigned_agent_id, i.amount - i.moved + i.penalty_moved from loan_repayment_schedule i
    join loans l on l.id = i.loan_id join customers c on c.id = l.customer_id
      where i.due_date = ${day} and i.status not in ('written-off', 'reversed')
  ) due group by agent_id`

async function productsOf(queries: Queries, day: string): Promise<DayProduct[]> {
  const { rows } = await queries.execute<{ kind: string; name: string; count: string; amount: string }>(sql`
    select 'saving' as kind, t.name, count(*), sum(h.amount) as amount from savings_history h
    join savings s on s.id = h.savings_id join saving_types t on t.id = s.saving_type_id
    where ${within(sql`h.created_at`, day)} and h.kind = 'deposit' and h.status = 'approved' group by t.id
    union all
    select 'loan', t.name, count(distinct h.entry_id), sum(h.repayment) from loan_history h
    join loans l on l.id = h.loan_id join loan_types t on t.id = l.loan_type_id
    where ${within(sql`h.created_at`, day)} and h.kind = 'repayment' group by t.id
    order by kind desc, name`)
  return rows.map(({ kind, name, count, amount }) => ({
    kind: kind === 'saving' ? 'saving' : 'loan',
    name,
    count: Number(count),
    amount: kobo(Number(amount)),
  }))
}

/** The total of a query with `count` and `amount`. */
async function totalOf(queries: Queries, from: SQL) {
  const { rows } = await queries.execute<{ count: string; amount: string }>(from)
  const [row] = rows
  return { count: Number(row?.count ?? 0), amount: kobo(Number(row?.amount ?? 0)) }
}

const paidOutOn = async (queries: Queries, day: string) => ({
  loans: await totalOf(
    queries,
    sql`select count(*), coalesce(sum(approved_amount), 0) as amount from loans where taken_over_on is null and ${within(sql`disbursed_date`, day)}`,
  ),
  loans_reversed: await totalOf(
    queries,
    sql`select count(*), coalesce(sum(approved_amount), 0) as amount from loans where taken_over_on is null and ${within(sql`reversed_date`, day)}`,
  ),
  withdrawals: await totalOf(
    queries,
    sql`select count(*), coalesce(sum(p.amount), 0) as amount from ledger_postings p
      join ledger_accounts a on a.id = p.account_id
      where a.name = 'CASH' and p.source = 'Withdrawal' and ${within(sql`p.made_at`, day)}`,
  ),
})

const writtenOffOn = (queries: Queries, day: string) =>
  totalOf(
    queries,
    sql`select count(distinct entry_id) filter (where reverses_id is null), coalesce(sum(amount_before - amount_after), 0) as amount
      from loan_history where ${within(sql`created_at`, day)} and kind = 'write-off'`,
  )

const postedOn = async (queries: Queries, day: string) => {
  const ofSavings = (kind: 'interest' | 'charge') =>
    totalOf(
      queries,
      sql`select count(*), coalesce(sum(amount), 0) as amount from savings_history
        where ${within(sql`created_at`, day)} and kind = ${kind}`,
    )
  return {
    penalties: await totalOf(
      queries,
      sql`select count(*) filter (where reverses_id is null), coalesce(sum(penalty), 0) as amount from loan_history
        where ${within(sql`created_at`, day)} and kind = 'penalty'`,
    ),
    interest: await ofSavings('interest'),
    charges: await ofSavings('charge'),
  }
}
