import { and, desc, eq, lte, or, type SQL, sql } from 'drizzle-orm'
import type { DayAgent, DayClose, DayFee, DayProduct } from '#contract/calls/closing'
import type { Kobo } from '#contract/values'
import type { Calls } from '#contract/index'
import { addKobo, kobo, negateKobo } from '#domain/money/kobo'
import { openDays } from '#domain/time/collectionDays'
import { addDays, endOfLagosDay, lagosDay, startOfLagosDay, toLagosStamp } from '#domain/time/lagos'
import { decisionKinds } from '../approvals/decisions'
import { isNotPaid } from '../approvals/payments'
import type { Queries } from '../db/database'
import type { EntryKind } from '../db/tables/ledgerKinds'
import { feePayments } from '../db/tables/fees'
import { withdrawals } from '../db/tables/money'
import { reopenings } from '../db/tables/runs'
import { invalid } from '../errors/refusals'
import type { HandlersFor } from '../handler'
import { lagosStamp } from '../lists/conditions'
import {
  type AgentDay,
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
} from '../ledger/dayFigures'
import { countUnsent } from '../modules/messages/handlers'

export const dayCloseHandlers: HandlersFor<Pick<Calls['closing'], 'getDayClose'>> = {
  getDayClose: async ({ day }, { queries, now }) => {
    if (day > lagosDay(now)) invalid('The day has not begun.')
    return { data: await dayCloseOf(queries, day, now) }
  },
}

/** What happened on a day, from the ledger, the schedules and the savings that were due (rules.md, "Day's close"). */
async function dayCloseOf(queries: Queries, day: string, now: Date): Promise<DayClose> {
  const flows = await cashFlowsOf(queries, day)
  const [paidOut, posted] = [await paidOutOn(queries, day), await postedOn(queries, day)]
  const ofCounter = flows.filter(({ agentId }) => agentId === null)
  const counter = sumOf(ofCounter)
  const rows = await keptFigures(queries, day)
  const kept = rows.length > 0 ? new Map(rows.map(({ agentId, expected }) => [agentId, expected])) : undefined
  return {
    day,
    closed_at: rows[0] ? toLagosStamp(rows[0].createdAt) : null,
    reopened: await reopeningOf(queries, day),
    agents: agentsOf(flows, await agentDays(queries, day), kept),
    counter: {
      savings: counter('Savings deposit'),
      loans: addKobo(counter('Loan repayment'), counter('Loan settlement')),
      credits: counter('Customer credit'),
      recoveries: counter('Loan recovery'),
      fees: counter('Fee'),
      reversed: reversedOf(ofCounter),
      late: lateOf(ofCounter),
    },
    products: await productsOf(queries, day),
    fees: await feesOf(queries, day),
    paid_out: paidOut,
    posted,
    written_off: await writtenOffOn(queries, day),
    unsent: await countUnsent(queries, day),
    open: await openDecisions(queries, now),
  }
}

/** Decisions that anybody is still to make, and withdrawals that no agent paid on their day. */
async function openDecisions(queries: Queries, now: Date) {
  const open = async (kind: Exclude<keyof DayClose['open'], 'payments'>) => {
    const { table, awaits, ...words } = decisionKinds[kind]
    return queries.$count(table, 'second' in words ? or(awaits, words.second.awaits) : awaits)
  }
  return {
    loans: await open('loans'),
    requests: await open('requests'),
    withdrawals: await open('withdrawals'),
    payments: await queries.$count(withdrawals, isNotPaid({ now })),
    reversals: await open('reversals'),
    reopenings: await open('reopenings'),
    differences: await open('differences'),
    loan_changes: await open('loan_changes'),
    sheets: await open('sheets'),
    statements: await open('statements'),
    payouts: await open('payouts'),
    term_changes: await open('term_changes'),
    messages_off: await open('messages_off'),
    credits: await open('credits'),
    setting_changes: await open('setting_changes'),
  }
}

/** The last reopening of a day. */
async function reopeningOf(queries: Queries, day: string) {
  const [last] = await queries
    .select({ reference: reopenings.reference, at: sql<string>`${lagosStamp(reopenings.decidedAt)}` })
    .from(reopenings)
    .where(and(eq(reopenings.status, 'approved'), lte(reopenings.fromDay, day), inRun(day)))
    .orderBy(desc(reopenings.id))
    .limit(1)
  return last ?? null
}
const inRun = (day: string) =>
  sql`exists (select from runs r where r.reopening_id = ${reopenings.id} and r.day = ${day})`

const nothing = kobo(0)
const lateOf = (flows: readonly Flow[]) => figuresFrom(flows.filter(({ isLate }) => isLate)).collected

/** By agent: what was collected and handed in, and what was expected, as it stood when the day was closed. */
function agentsOf(
  flows: readonly Flow[],
  all: readonly AgentDay[],
  kept: ReadonlyMap<number | null, Kobo> | undefined,
): DayAgent[] {
  return all.flatMap(({ id, name, status, expected, held }) => {
    const own = flows.filter(({ agentId }) => agentId === id)
    const { handedIn, paidOut, ...figures } = figuresFrom(own)
    const agent: DayAgent = {
      agent_id: status === 'DELETED' ? null : id,
      agent: name,
      expected: kept ? (kept.get(id) ?? nothing) : expected,
      ...figures,
      handed_in: handedIn,
      paid_out: paidOut,
      set_off: negateKobo(netOf(own)('Agent commission')),
      held,
      late: lateOf(own),
    }
    const { agent_id: _id, agent: _name, ...numbers } = agent
    return Object.values(numbers).some((figure) => figure !== 0) ? [agent] : []
  })
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
})

/** What went out at the counter on a day by entries of some kinds, less what was reversed of them. */
const cashPaid = (queries: Queries, kinds: readonly EntryKind[], day: string) =>
  totalOf(
    queries,
    sql`select count(*) filter (where o.id is null), coalesce(sum(p.amount), 0) as amount from ledger_postings p
      join ledger_accounts a on a.id = p.account_id
      left join ledger_entries e on p.source = 'Reversal' and e.id = p.entry_id left join ledger_entries o on o.id = e.reverses_id
      where a.name = 'CASH' and coalesce(o.kind, p.source) = any(${sql.param(kinds)}::text[]) and ${within(sql`p.made_at`, day)}`,
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
