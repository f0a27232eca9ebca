import { type SQL, sql } from 'drizzle-orm'
import type { DayAgent, DayFee, DayProduct, KeptDay } from '#contract/calls/closing'
import type { Kobo } from '#contract/values'
import { addKobo, kobo, negateKobo } from '#domain/money/kobo'
import { approvalDays, openDays } from '#domain/time/collectionDays'
import { addDays, endOfLagosDay, startOfLagosDay } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import { bankCode, counterCodes, type EntryKind } from '../../db/tables/ledgerKinds'
import { feePayments } from '../../db/tables/fees'
import {
  agentDays,
  cashFlowsOf,
  countedOn,
  type Flow,
  figuresFrom,
  keptFigures,
  netOf,
  reversedOf,
  sumOf,
  within,
} from '../../ledger/dayFigures'
import { differenceOf } from '#domain/dayVerdict'
import { countUnsent } from '../../modules/messages/handlers'
import { placesOn } from './places'

/** What happened on a day, from the ledger, the schedules and the savings that were due (rules.md, "Day's close"). */
export async function figuresOf(queries: Queries, day: string): Promise<KeptDay> {
  const flows = await cashFlowsOf(queries, day)
  const [paidOut, posted] = [await paidOutOn(queries, day), await postedOn(queries, day)]
  const ofCounter = flows.filter(({ agentId }) => agentId === null)
  const counter = sumOf(ofCounter)
  const rows = await keptFigures(queries, day)
  const kept = rows.length > 0 ? new Map(rows.map(({ agentId, expected }) => [agentId, expected])) : undefined
  return {
    day,
    agents: await agentsOf(queries, { day, flows, kept }),
    counter: {
      savings: counter('Savings deposit'),
      loans: addKobo(counter('Loan repayment'), counter('Loan settlement')),
      credits: counter('Customer credit'),
      recoveries: counter('Loan recovery'),
      fees: counter('Fee'),
      reversed: reversedOf(ofCounter),
      late: lateOf(ofCounter),
    },
    places: await placesOn(queries, day),
    products: await productsOf(queries, day),
    fees: await feesOf(queries, day),
    paid_out: paidOut,
    posted,
    written_off: await writtenOffOn(queries, day),
    unsent: await countUnsent(queries, day),
  }
}

const nothing = kobo(0)
const lateOf = (flows: readonly Flow[]) => figuresFrom(flows.filter(({ isLate }) => isLate)).collected

type OfDay = {
  day: string
  flows: readonly Flow[]
  /** What was expected, as it stood when the day was closed. */
  kept: ReadonlyMap<number | null, Kobo> | undefined
}

/** By agent: what was expected, collected, counted and handed in, and what of it nobody counted or explained. */
async function agentsOf(queries: Queries, { day, flows, kept }: OfDay): Promise<DayAgent[]> {
  const all = await agentDays(queries, day)
  const counted = await countsOf(queries, day)
  return all.flatMap(({ id, name, status, expected, held }) => {
    const own = flows.filter(({ agentId }) => agentId === id)
    const { handedIn, paidOut, ...figures } = figuresFrom(own)
    const { sheets = 0, counts = 0, waiting = nothing, explanation = null } = counted.get(id) ?? {}
    const numbers = {
      expected: kept ? (kept.get(id) ?? nothing) : expected,
      ...figures,
      handed_in: handedIn,
      paid_out: paidOut,
      set_off: negateKobo(netOf(own)('Agent commission')),
      held,
      late: lateOf(own),
      sheets,
      counts,
      ...differenceOf({ counts, held, waiting, writtenOff: negateKobo(netOf(own)('Cash difference')) }),
    }
    if (Object.values(numbers).every((figure) => figure === 0)) return []
    const isDeleted = status === 'DELETED'
    return [
      {
        agent_id: isDeleted ? null : id,
        agent: name,
        ...numbers,
        collects: status === 'ACTIVE',
        explanation: numbers.difference === 0 ? null : explanation,
      },
    ]
  })
}

type Counted = { sheets: number; counts: number; waiting: Kobo; explanation: string | null }

/** By agent: sheets of a day, counts of cash on it, and the cash difference that waited at its end or was posted on it. */
async function countsOf(queries: Queries, day: string): Promise<ReadonlyMap<number, Counted>> {
  const end = endOfLagosDay(day).toISOString()
  const { rows } = await queries.execute<{
    id: string
    sheets: string
    counts: string
    waiting: string
    explanation: string | null
  }>(sql`
    select g.id, coalesce(s.sheets, 0) as sheets, coalesce(r.counts, 0) as counts, coalesce(d.waiting, 0) as waiting, d.explanation
    from agents g
    left join (select agent_id, count(*) as sheets from collections where day = ${day}
        and created_at >= ${startOfLagosDay(day).toISOString()}
        and created_at < ${endOfLagosDay(addDays(day, approvalDays)).toISOString()} group by 1) s on s.agent_id = g.id
    left join (select agent_id, count(*) as counts from remittances where ${within(sql`created_at`, day)}
        and not exists (select from ledger_entries back where back.reverses_id = remittances.entry_id) group by 1) r on r.agent_id = g.id
    left join (select c.agent_id, sum(c.amount) filter (where e.id is null or e.made_at >= ${end}) as waiting,
        (array_agg(c.reason || case c.state when 2 then ', approved' else ', requested' end order by c.id desc))[1] as explanation
      from cash_differences c left join ledger_entries e on e.id = c.entry_id
      where c.state < 3 and c.created_at < ${endOfLagosDay(addDays(day, 1)).toISOString()}
        and (e.id is null or e.made_at >= ${startOfLagosDay(day).toISOString()}) group by 1) d on d.agent_id = g.id
    where s.agent_id is not null or r.agent_id is not null or d.agent_id is not null`)
  return new Map(
    rows.map(({ id, sheets, counts, waiting, explanation }) => [
      Number(id),
      { sheets: Number(sheets), counts: Number(counts), waiting: kobo(Number(waiting)), explanation },
    ]),
  )
}

async function productsOf(queries: Queries, day: string): Promise<DayProduct[]> {
  const { rows } = await queries.execute<{ kind: string; name: string; count: string; amount: string }>(sql`
    select 'saving' as kind, t.name, count(*), sum(h.amount) as amount from savings_history h
    join savings s on s.id = h.savings_id join saving_types t on t.id = s.saving_type_id
    where ${countedOn(day)} and h.kind = 'deposit' and h.status = 'approved' group by t.id
    union all
    select 'loan', t.name, count(distinct h.entry_id), sum(h.repayment) from loan_history h
    join loans l on l.id = h.loan_id join loan_types t on t.id = l.loan_type_id
    where ${countedOn(day)} and h.kind = 'repayment' group by t.id
    order by kind desc, name`)
  return rows.map(({ kind, name, count, amount }) => ({
    kind: kind === 'saving' ? 'saving' : 'loan',
    name,
    count: Number(count),
    amount: kobo(Number(amount)),
  }))
}

async function feesOf(queries: Queries, day: string): Promise<DayFee[]> {
  const { rows } = await queries.execute<Record<'name' | 'count' | FeePayment['paidFrom'], string>>(sql`
    select f.name, count(*) filter (where p.reverses_id is null) as count, ${sql.join(
      feePayments.paidFrom.enumValues.map(
        (from) =>
          sql`coalesce(sum(p.amount) filter (where p.paid_from = ${from}), 0) as ${sql.identifier(from)}`,
      ),
      sql`, `,
    )} from fee_payments p join fees f on f.id = p.fee_id
    where ${within(sql`p.created_at`, day)} group by f.id order by f.name`)
  return rows.map(({ name, count, cash, wallet, loan }) => ({
    name,
    count: Number(count),
    cash: kobo(Number(cash)),
    wallet: kobo(Number(wallet)),
    loan: kobo(Number(loan)),
  }))
}
type FeePayment = typeof feePayments.$inferSelect

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
  withdrawals: await cashPaid(queries, ['Withdrawal', 'Withdrawal payment'], day),
  by_agents: await totalOf(
    queries,
    sql`select count(*), coalesce(sum(w.amount), 0) as amount from agent_payouts o
      join withdrawals w on w.id = o.withdrawal_id join ledger_entries e on e.id = o.entry_id
      where o.agent_id is not null and o.settled_at >= ${startOfLagosDay(day).toISOString()}
        and o.settled_at < ${endOfLagosDay(addDays(day, openDays)).toISOString()}
        and (e.collected_on = ${day} or e.collected_on is null and ${within(sql`o.settled_at`, day)})`,
  ),
  agents: await cashPaid(queries, ['Agent commission'], day),
  expenses: await cashPaid(queries, ['Expense'], day, [...counterCodes, bankCode]),
})

/** What went out at the counter, or of other accounts of cash, on a day by entries of some kinds, less what was reversed of them. */
const cashPaid = (
  queries: Queries,
  kinds: readonly EntryKind[],
  day: string,
  codes: readonly string[] = counterCodes,
) =>
  totalOf(
    queries,
    sql`select count(*) filter (where o.id is null), coalesce(sum(p.amount), 0) as amount from ledger_postings p
      join ledger_accounts a on a.id = p.account_id
      left join ledger_entries e on p.source = 'Reversal' and e.id = p.entry_id left join ledger_entries o on o.id = e.reverses_id
      where a.code = any(${sql.param(codes)}::text[]) and coalesce(o.kind, p.source) = any(${sql.param(kinds)}::text[]) and ${within(sql`p.made_at`, day)}`,
  )

const writtenOffOn = (queries: Queries, day: string) =>
  totalOf(
    queries,
    sql`select count(distinct entry_id) filter (where reverses_id is null), coalesce(sum(amount_before - amount_after), 0) as amount
      from loan_history where ${within(sql`created_at`, day)} and kind = 'write-off'`,
  )

const postedOn = async (queries: Queries, day: string) => {
  const ofSavings = (kind: 'interest' | 'charge' | 'commission') =>
    totalOf(
      queries,
      sql`select count(*) filter (where reverses_id is null), coalesce(sum(amount), 0) as amount from savings_history
        where ${within(sql`created_at`, day)} and kind = ${kind}`,
    )
  const commissions = await ofSavings('commission')
  return {
    penalties: await totalOf(
      queries,
      sql`select count(*) filter (where kind = 'penalty' and reverses_id is null),
          coalesce(sum(case kind when 'penalty' then penalty else -penalty_back end), 0) as amount from loan_history
        where ${within(sql`created_at`, day)} and kind in ('penalty', 'correction')`,
    ),
    interest: await ofSavings('interest'),
    charges: await ofSavings('charge'),
    ...((commissions.count > 0 || commissions.amount !== 0) && { commissions }),
  }
}
