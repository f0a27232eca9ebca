import { inArray, sql } from 'drizzle-orm'
import type { Flag } from '#contract/calls/flags'
import type { BasisPoints } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { weeklyInstalment } from '#domain/money/capacity'
import { formatNaira, kobo } from '#domain/money/kobo'
import { freeBalance, securityOf } from '#domain/money/security'
import { lagosDay, startOfLagosWeek } from '#domain/time/lagos'
import { cashDifferences } from '../db/tables/cash'
import { customerFreezes } from '../db/tables/limits'
import type { Context } from '../handler'
import { settingOf } from '../settings/businessSettings'

/**
 * The red flags of what waits for a decision (rules.md, "Red flags"): each names its rule and says what it found. They never block.
 * All are computed for many rows at once, so that a queue costs as little as a case.
 */
type Asking = Pick<Context, 'queries' | 'now'>
type Flags = Map<number, Flag[]>
type Flagger = (asking: Asking, ids: readonly number[]) => Promise<Flags>

/** Weeks of deposits that an instalment is compared with. */
const depositWeeks = 12
/** For how many days a new phone number or device is flagged. */
const newDays = 7
const dayMs = 86_400_000

const daysText = (days: number) => pluralize(days, 'day')
const idsOf = (ids: readonly number[]) => sql`${sql.param([...ids])}::bigint[]`
const naira = (amount: string | number) => formatNaira(kobo(Number(amount)))

type LoanFacts = {
  id: string
  customer_id: string
  amount: string
  total_payable: string
  maturity_period: number
  security_basis_points: number
  wallet: string | null
  balance: string | null
  held: string | null
  largest: string | null
  open_loans: string
  owed: string | null
}

async function loanFlags(asking: Asking, ids: readonly number[]): Promise<Flags> {
  const { queries } = asking
  const { rows } = await queries.execute<LoanFacts>(sql`
    select l.id, l.customer_id, l.amount, l.total_payable, l.maturity_period, l.security_basis_points,
      s.reference as wallet, a.balance, a.held, earlier.largest, earlier.open_loans, earlier.owed
    from loans l
    left join savings s on s.id = l.security_savings_id
    left join ledger_accounts a on a.id = s.account_id
    cross join lateral (
      select max(o.amount) as largest, count(*) filter (where o.loan_status = 'active') as open_loans,
        sum(b.balance) filter (where o.loan_status = 'active') as owed
      from loans o left join ledger_accounts b on b.id = o.account_id
      where o.customer_id = l.customer_id and o.id <> l.id and o.disbursed_date is not null and o.loan_status <> 'reversed'
    ) earlier
    where l.id = any(${idsOf(ids)})`)
  const deposits = await weeklyDeposits(
    asking,
    rows.map((row) => Number(row.customer_id)),
  )
  const guarantors = await guarantorFlags(asking, ids)
  const [mostOfDeposits, mostGrowth] = [
    await settingOf(queries, 'flag-deposits'),
    await settingOf(queries, 'flag-growth'),
  ]
  return new Map(
    rows.map((row) => {
      const id = Number(row.id)
      const flags: Flag[] = [...(guarantors.get(id) ?? [])]
      const weekly = weeklyInstalment(kobo(Number(row.total_payable)), row.maturity_period)
      const saved = deposits.get(Number(row.customer_id)) ?? 0
      if (weekly * 100 > saved * mostOfDeposits)
        flags.push({
          rule: 'Installments are above the deposits',
          short: 'Installment over weekly deposits',
          text: `${naira(weekly)} a week is to be paid, ${naira(saved)} a week came in over ${depositWeeks} weeks.`,
        })
      if (Number(row.open_loans) > 0)
        flags.push({
          rule: 'Another loan is open',
          short: 'Other loan open',
          text: `${naira(row.owed ?? 0)} is owed on ${pluralize(Number(row.open_loans), 'other loan')}.`,
        })
      const short = securityShort(row)
      if (short) flags.push({ rule: 'Security is short', short: 'Security short', text: short })
      if (row.largest !== null && Number(row.amount) > Number(row.largest) * mostGrowth)
        flags.push({
          rule: 'The sum is far above earlier loans',
          short: 'Far above earlier loans',
          text: `The largest loan so far was ${naira(row.largest)}.`,
        })
      return [id, flags]
    }),
  )
}

function securityShort({ amount, security_basis_points, wallet, balance, held }: LoanFacts) {
  const wanted = securityOf(kobo(Number(amount)), security_basis_points as BasisPoints)
  if (wanted === 0) return undefined
  if (wallet === null) return `${formatNaira(wanted)} is wanted, and no savings wallet secures it.`
  const free = freeBalance(kobo(Number(balance ?? 0)), kobo(Number(held ?? 0)))
  return free < wanted
    ? `${formatNaira(wanted)} of savings is wanted, ${formatNaira(free)} of wallet ${wallet} is free.`
    : undefined
}

/** By customer: deposits less reversed ones of twelve weeks with this one, a week. As the case shows them. */
async function weeklyDeposits({ queries, now }: Asking, customers: readonly number[]) {
  const from = new Date(startOfLagosWeek(now).getTime() - (depositWeeks - 1) * 7 * dayMs)
  // By their day of collection, where they have one: nothing is recorded before its day.
  const { rows } = await queries.execute<{ customer_id: string; amount: string }>(sql`
    select s.customer_id, sum(h.amount) as amount from savings_history h join savings s on s.id = h.savings_id
    where s.customer_id = any(${idsOf(customers)}) and h.kind = 'deposit' and h.status = 'approved'
      and h.created_at >= ${from.toISOString()}::timestamptz
      and coalesce(timezone('Africa/Lagos', h.collected_on::timestamp), h.created_at) >= ${from.toISOString()}::timestamptz
    group by s.customer_id`)
  return new Map(
    rows.map(({ customer_id, amount }) => [Number(customer_id), Math.floor(Number(amount) / depositWeeks)]),
  )
}

type GuarantorFacts = {
  loan_id: string
  name: string
  has_card: boolean
  late: string | null
  days: number | null
}

/** Who vouches: late on an own loan, known by phone number or BVN, or without an ID card. */
async function guarantorFlags({ queries, now }: Asking, ids: readonly number[]): Promise<Flags> {
  const { rows } = await queries.execute<GuarantorFacts>(sql`
    select g.loan_id, trim(g.first_name || ' ' || g.last_name) as name, g.id_card_file is not null as has_card,
      own.late, own.days
    from guarantors g
    left join guarantor_identities i on i.guarantor_id = g.id
    cross join lateral (
      select sum(s.amount + s.penalty - s.paid - s.moved - s.waived) as late, max(${lagosDay(now)}::date - s.due_date) as days
      from loans l join loan_repayment_schedule s on s.loan_id = l.id
        and s.status = 'pending' and s.due_date < ${lagosDay(now)}::date
      where l.loan_status = 'active' and l.customer_id in (
        select c.id from customers c where c.phone_number = g.phone and not c.is_deleted
        union select k.customer_id from customer_identities k where k.bvn_hash = i.bvn_hash)
    ) own
    where g.loan_id = any(${idsOf(ids)}) order by g.id`)
  const flags: Flags = new Map()
  const add = (id: number, flag: Flag) => flags.set(id, [...(flags.get(id) ?? []), flag])
  for (const { loan_id, name, has_card, late, days } of rows) {
    if (days !== null)
      add(Number(loan_id), {
        rule: 'Guarantor is late',
        short: `Guarantor ${daysText(days)} late`,
        text: `${name} owes ${naira(late ?? 0)} on an own loan, ${daysText(days)} late.`,
      })
    if (!has_card)
      add(Number(loan_id), {
        rule: 'A file is missing',
        short: 'ID card missing',
        text: `No ID card of the guarantor ${name} is stored.`,
      })
  }
  return flags
}

type WithdrawalFacts = {
  id: string
  amount: string
  balance: string
  held: string
  is_active: boolean
  frozen: string | null
  late: string | null
  days: number | null
  phone_changed: boolean
  device: string | null
  agent: string
}

async function withdrawalFlags({ queries, now }: Asking, ids: readonly number[]): Promise<Flags> {
  const since = new Date(now.getTime() - newDays * dayMs).toISOString()
  const { rows } = await queries.execute<WithdrawalFacts>(sql`
    select w.id, w.amount, a.balance, a.held, c.is_active, g.name as agent,
      (select f.reason from ${customerFreezes} f where f.customer_id = c.id and f.lifted_by is null limit 1) as frozen,
      own.late, own.days,
      exists (select from record_changes r where r.noun = 'customer' and r.record_id = c.id and r.part = 'customers'
        and r.field = 'phone_number' and r.created_at > ${since}::timestamptz) as phone_changed,
      (select d.device_name from agent_devices d where d.agent_id = c.assigned_agent_id and d.created_at > ${since}::timestamptz
        order by d.id desc limit 1) as device
    from withdrawals w
    join customers c on c.id = w.customer_id
    join agents g on g.id = c.assigned_agent_id
    join ledger_accounts a on a.name = 'customer ' || c.id
    cross join lateral (
      select sum(s.amount + s.penalty - s.paid - s.moved - s.waived) as late, max(${lagosDay(now)}::date - s.due_date) as days
      from loans l join loan_repayment_schedule s on s.loan_id = l.id
        and s.status = 'pending' and s.due_date < ${lagosDay(now)}::date
      where l.loan_status = 'active' and l.customer_id = c.id
    ) own
    where w.id = any(${idsOf(ids)})`)
  return new Map(
    rows.map((row) => {
      const flags: Flag[] = []
      // Its own amount is held: what is free for it is the balance without the other holds.
      const free = Number(row.balance) - Number(row.held) + Number(row.amount)
      if (Number(row.amount) > free)
        flags.push({
          rule: 'Above what is free',
          short: 'Above what is free',
          text: `${naira(Math.max(free, 0))} of the main wallet is free.`,
        })
      if (row.frozen !== null)
        flags.push({ rule: 'The customer is frozen', short: 'Customer frozen', text: `${row.frozen}.` })
      if (!row.is_active)
        flags.push({
          rule: 'The customer is not active',
          short: 'Customer not active',
          text: 'The customer was suspended.',
        })
      if (row.days !== null)
        flags.push({
          rule: 'A loan is late',
          short: `Loan ${daysText(row.days)} late`,
          text: `${naira(row.late ?? 0)} is owed late, ${daysText(row.days)}.`,
        })
      if (row.phone_changed)
        flags.push({
          rule: 'The phone number is new',
          short: 'Phone changed',
          text: `It was changed within ${daysText(newDays)}: messages go to the new number.`,
        })
      if (row.device !== null)
        flags.push({
          rule: 'A device is new',
          short: 'New device of the agent',
          text: `${row.agent} got ${row.device} within ${daysText(newDays)}.`,
        })
      return [Number(row.id), flags]
    }),
  )
}

async function differenceFlags({ queries }: Asking, ids: readonly number[]): Promise<Flags> {
  const limit = await settingOf(queries, 'flag-difference')
  const rows = await queries
    .select({ id: cashDifferences.id, amount: cashDifferences.amount })
    .from(cashDifferences)
    .where(inArray(cashDifferences.id, [...ids]))
  return new Map(
    rows.map(({ id, amount }) => [
      id,
      Math.abs(amount) > limit
        ? [
            {
              rule: 'The difference is above the limit',
              short: `Above ${formatNaira(limit)}`,
              text: `Differences above ${formatNaira(limit)} are looked at.`,
            },
          ]
        : [],
    ]),
  )
}

const flaggers = {
  loans: loanFlags,
  withdrawals: withdrawalFlags,
  differences: differenceFlags,
} satisfies Record<string, Flagger>
export type Flagged = keyof typeof flaggers

/** The flags of some rows of a kind; a kind without rules has none. */
export const flagsOf = (asking: Asking, kind: string, ids: readonly number[]): Promise<Flags> =>
  ids.length > 0 && kind in flaggers ? flaggers[kind as Flagged](asking, ids) : Promise.resolve(new Map())

/** Those of one. */
export const flagsOfOne = async (asking: Asking, kind: Flagged, id: number): Promise<Flag[]> =>
  (await flagsOf(asking, kind, [id])).get(id) ?? []
