import { type SQL, sql } from 'drizzle-orm'
import { type DayMovement, maxDayMovements, type MovedFigure } from '#contract/calls/closing'
import type { InputOf } from '#contract/call'
import type { Calls } from '#contract/index'
import { formatCount } from '#domain/money/figures'
import { kobo } from '#domain/money/kobo'
import { openDays } from '#domain/time/collectionDays'
import { addDays, endOfLagosDay, startOfLagosDay } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import { bankCode, cashInKinds, counterCodes, type EntryKind } from '../../db/tables/ledgerKinds'
import { invalid } from '../../errors/refusals'
import { closingOf } from '../../ledger/businessDays'
import { cashOn, countedOn, within } from '../../ledger/dayFigures'
import { lagosStamp } from '../../lists/conditions'

type Input = InputOf<Calls['closing']['getDayMovements']>

type Row = {
  id: string
  created_at: string
  reference: string
  source: string
  customer: string | null
  agent: string | null
  amount: string
  user_id: string | null
  reverses: string | null
  collected_on: string | null
}

/** The movements that make a figure of a day, the oldest first. They are the rows that `figuresOf` adds up; a test compares them. */
export async function movementsOf(queries: Queries, input: Input): Promise<DayMovement[]> {
  const closing = await closingOf(queries, input.day)
  const { rows } = await queries.execute<Row>(sql`
    select row_number() over (order by e.made_at, e.id, f.amount) as id, ${lagosStamp(sql`e.made_at`)} as created_at, e.reference,
      e.kind as source, trim(c.first_name || ' ' || c.last_name) as customer, g.name as agent, f.amount, e.customer_id as user_id,
      o.reference as reverses, e.collected_on::text as collected_on
    from (${rowsOf(input)}) f join ledger_entries e on e.id = f.entry_id
    left join customers c on c.id = e.customer_id left join agents g on g.id = e.agent_id
    left join ledger_entries o on o.id = e.reverses_id
    where ${closing ? sql`(e.made_at <= ${closing.at.toISOString()}) = ${input.after === undefined}` : sql`true`}
    order by 1 limit ${maxDayMovements + 1}`)
  if (rows.length > maxDayMovements)
    invalid(
      `There are more than ${formatCount(maxDayMovements)} movements in this figure. Open those of one agent.`,
    )
  return rows.map(({ id, amount, user_id, ...row }) => ({
    ...row,
    id: Number(id),
    amount: kobo(Number(amount)),
    user_id: user_id === null ? null : Number(user_id),
  }))
}

type Rows = (input: Input) => SQL

/** The cash of agents or of the counter that entries of some kinds moved: what came in above zero, or what went out. */
const cash =
  (sign: 'in' | 'out', kinds: (input: Input) => SQL): Rows =>
  (input) =>
    sql`select p.entry_id, ${sql.raw(sign === 'in' ? '-' : '')}p.amount as amount ${cashOn(input.day, input.agent_id)} and ${heldBy(input)} and ${kinds(input)}`

const heldBy = ({ at, agent_id }: Input) =>
  at === 'counter'
    ? sql`a.agent_id is null`
    : agent_id === undefined
      ? sql`a.code = 'AGENT'`
      : sql`a.agent_id = ${agent_id}`
const among = (kinds: readonly EntryKind[]) =>
  sql`coalesce(o.kind, p.source) = any(${sql.param(kinds)}::text[])`
/** Without reversals. */
const only = (...kinds: EntryKind[]) => sql`(o.id is null and ${among(kinds)})`
const takenBack = sql`(o.id is not null and ${among(cashInKinds)})`
const collected = sql`(${only('Savings deposit', 'Loan repayment', 'Loan settlement')} or ${takenBack})`

/** What went out of accounts of cash on the day by entries of some kinds, and came back by their reversals. */
const paid =
  (kinds: readonly EntryKind[], codes: readonly string[] = counterCodes): Rows =>
  ({ day }) =>
    sql`select p.entry_id, p.amount from ledger_postings p join ledger_accounts a on a.id = p.account_id
      left join ledger_entries e on p.source = 'Reversal' and e.id = p.entry_id left join ledger_entries o on o.id = e.reverses_id
      where a.code = any(${sql.param(codes)}::text[]) and ${among(kinds)} and ${within(sql`p.made_at`, day)}`

const ofSavings =
  (kind: 'interest' | 'charge' | 'commission'): Rows =>
  ({ day }) =>
    sql`select entry_id, amount from savings_history where ${within(sql`created_at`, day)} and kind = ${kind}`

const figures: Record<MovedFigure, Rows> = {
  collected: cash('in', () => collected),
  savings: cash('in', () => only('Savings deposit')),
  loans: cash('in', () => only('Loan repayment', 'Loan settlement')),
  reversed: cash('out', () => takenBack),
  late: cash('in', ({ day }) => sql`p.made_at >= ${endOfLagosDay(day).toISOString()} and ${collected}`),
  'handed in': cash('out', () => among(['Remittance'])),
  'paid out': cash('out', () => among(['Withdrawal payment'])),
  'set off': cash('out', () => among(['Agent commission'])),
  credits: cash('in', () => only('Customer credit')),
  recoveries: cash('in', () => only('Loan recovery')),
  fees: cash('in', () => only('Fee')),
  withdrawals: paid(['Withdrawal', 'Withdrawal payment']),
  commission: paid(['Agent commission']),
  expenses: paid(['Expense'], [...counterCodes, bankCode]),
  'by agents': ({ day }) =>
    sql`select o.entry_id, w.amount from agent_payouts o
      join withdrawals w on w.id = o.withdrawal_id join ledger_entries e on e.id = o.entry_id
      where o.agent_id is not null and o.settled_at >= ${startOfLagosDay(day).toISOString()}
        and o.settled_at < ${endOfLagosDay(addDays(day, openDays)).toISOString()}
        and (e.collected_on = ${day} or e.collected_on is null and ${within(sql`o.settled_at`, day)})`,
  lent: ({ day }) =>
    sql`select disbursement_entry_id as entry_id, approved_amount as amount from loans
      where taken_over_on is null and ${within(sql`disbursed_date`, day)}`,
  'lent reversed': ({ day }) =>
    sql`select e.id as entry_id, l.approved_amount as amount from loans l
      join ledger_entries e on e.reverses_id = l.disbursement_entry_id
      where l.taken_over_on is null and ${within(sql`l.reversed_date`, day)}`,
  'saving type': ({ day, of = '' }) =>
    sql`select h.entry_id, h.amount from savings_history h
      join savings s on s.id = h.savings_id join saving_types t on t.id = s.saving_type_id
      where ${countedOn(day)} and h.kind = 'deposit' and h.status = 'approved' and t.name = ${of}`,
  'loan type': ({ day, of = '' }) =>
    sql`select h.entry_id, sum(h.repayment) as amount from loan_history h
      join loans l on l.id = h.loan_id join loan_types t on t.id = l.loan_type_id
      where ${countedOn(day)} and h.kind = 'repayment' and t.name = ${of} group by h.entry_id`,
  fee: ({ day, of = '', way }) =>
    sql`select p.entry_id, p.amount from fee_payments p join fees f on f.id = p.fee_id
      where ${within(sql`p.created_at`, day)} and f.name = ${of}
        and ${way === undefined ? sql`true` : sql`p.paid_from = ${way}`}`,
  penalties: ({ day }) =>
    sql`select entry_id, sum(case kind when 'penalty' then penalty else -penalty_back end) as amount from loan_history
      where ${within(sql`created_at`, day)} and kind in ('penalty', 'correction') group by entry_id`,
  interest: ofSavings('interest'),
  charges: ofSavings('charge'),
  commissions: ofSavings('commission'),
  'written off': ({ day }) =>
    sql`select entry_id, sum(amount_before - amount_after) as amount from loan_history
      where ${within(sql`created_at`, day)} and kind = 'write-off' group by entry_id`,
}

const rowsOf = (input: Input) => figures[input.figure](input)
