import { asc, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { groupedBy } from '#domain/lists/groupedBy'
import { addKobo, formatNaira, kobo, negateKobo, sumKobo } from '#domain/money/kobo'
import type { Queries } from '../db/database'
import { insertRows } from '../db/insertRows'
import { savingsHistory } from '../db/tables/money'
import { interestCorrections } from '../db/tables/runs'
import { lockAccounts, mainWalletOf } from '../ledger/accounts'
import { takeOfCycles } from '../ledger/cycles'
import { balanceOf, type Move, type NewEntry, type Posted } from '../ledger/post'
import { changedAfter, setPlans } from '../ledger/planChanges'
import { reversalEntry } from '../ledger/reversal'

/** Whose balances a refusal may name. */
export type Sees = { customers: boolean; business: boolean }
export type Facts = Pick<NewEntry, 'madeAt' | 'adminId' | 'reason'>
export type Reopened = { fromDay: string; facts: Facts; sees: Sees }
export type Total = { count: number; amount: Kobo }

/** What runs post on savings wallets. */
type Kind = 'interest' | 'charge' | 'commission' | 'withdrawal'

/** A row of a savings wallet's history that is written with an entry. */
export type SavingMovement = {
  savingsId: number
  wallet: string
  kind: Kind
  amount: Kobo
  /** Of a commission. */
  cycleId: number | null
  /** The row that it reverses. */
  reversesId: number | null
  /** The part of a correction that stays: it is posted again. */
  kept?: { runId: number; causeId: number }
  entry: NewEntry
}

export const nothing = (): Total => ({ count: 0, amount: kobo(0) })
export const withAmount = ({ count, amount }: Total, more: Kobo): Total => ({
  count: count + 1,
  amount: addKobo(amount, more),
})

/** Whether a wallet `s` is active, or was closed by the end of its plan on a day that is reopened: then it is opened again. */
const isOpen = (fromDay: string) => sql`(s.status = 'active' or s.closed_on >= ${fromDay}::date
  and exists (select from customers k where k.id = s.customer_id and not k.is_deleted))`

/**
 * What runs posted on savings wallets, by wallet: interest with its corrections, charges, commissions, and what plans paid out. What
 * is paid in comes first, so that no wallet is below zero in between.
 */
export async function savingsWork(
  queries: Queries,
  runIds: readonly number[],
  { fromDay, facts, sees }: Reopened,
  isDry: boolean,
) {
  const ids = sql`${sql.param(runIds)}::bigint[]`
  const entries = sql`select x.entry_id from (
      select i.entry_id from run_items i where i.run_id = any(${ids}) and i.savings_id is not null and i.entry_id is not null
      union select c.entry_id from interest_corrections c where c.run_id = any(${ids})) x
    where not exists (select from ledger_entries r where r.reverses_id = x.entry_id)`
  if (!isDry) {
    // Opening a wallet again, or giving it its former plan, is for who holds its customer, as closing is.
    await queries.execute(sql`select id from customers where id in (select customer_id from savings
        where closed_on >= ${fromDay}::date or id in (${changedAfter(fromDay)})) order by id for no key update`)
    const { rows: found } = await queries.execute<{
      id: string
      name: string
      customer_id: string
    }>(sql`select s.id, s.reference as name, s.customer_id from savings s
      where s.id in (select savings_id from savings_history where entry_id in (${entries})
        union select savings_id from run_items where run_id = any(${ids}) and savings_id is not null union ${changedAfter(fromDay)})
      order by s.id for no key update`)
    const { rows: paidOut } = await queries.execute<{ customer_id: string }>(
      sql`select distinct customer_id from ledger_entries where id in (${entries}) and kind = 'Savings to main wallet'`,
    )
    await lockAccounts(queries, [
      ...found.map(({ name }) => name),
      ...paidOut.map(({ customer_id }) => mainWalletOf(Number(customer_id))),
    ])
  }
  const { rows } = await queries.execute<{
    entry_id: string
    customer_id: string
    history_id: string
    kind: Kind
    amount: string
    cycle_id: string | null
    taken: string | null
    savings_id: string
    wallet: string
    is_open: boolean
    balance: string
  }>(sql`select h.entry_id, s.customer_id, h.id as history_id, h.kind, h.amount, h.cycle_id, c.taken, s.id as savings_id,
      s.reference as wallet, ${isOpen(fromDay)} as is_open, a.balance - a.held as balance
    from savings_history h join savings s on s.id = h.savings_id join ledger_accounts a on a.id = s.account_id
      left join savings_cycles c on c.id = h.cycle_id
    where h.entry_id in (${entries}) order by s.id, h.id`)
  // What a closed wallet got or paid left it with its balance: nothing can be posted on it.
  const closed = rows.filter((row) => !row.is_open)
  const standing = rows.filter((row) => row.is_open)
  const kept = [...new Set(closed.map(({ wallet }) => wallet))].map((wallet) => {
    const own = closed.filter((row) => row.wallet === wallet)
    const totals = (Object.keys(kindNames) as Kind[]).flatMap((kind) => {
      const sum = sumKobo(own.flatMap((row) => (row.kind === kind ? [kobo(Number(row.amount))] : [])))
      return sum === 0 ? [] : [`${formatNaira(sum)} of ${kindNames[kind]}`]
    })
    return `Savings wallet ${wallet} is closed: ${totals.join(' and ')} stays.`
  })
  const reversed = standing.map((row): SavingMovement => {
    const amount = kobo(Number(row.amount))
    return {
      savingsId: Number(row.savings_id),
      wallet: row.wallet,
      kind: row.kind,
      amount: negateKobo(amount),
      cycleId: row.cycle_id === null ? null : Number(row.cycle_id),
      reversesId: Number(row.history_id),
      entry: reversalEntry(
        {
          id: Number(row.entry_id),
          customerId: Number(row.customer_id),
          agentId: null,
          moves: movesOf(row.kind, row.wallet, amount, Number(row.customer_id)),
        },
        facts,
      ),
    }
  })
  const byEntry = new Map(standing.map((row) => [Number(row.entry_id), row]))
  const postedAgain = (await correctionsBeside(queries, runIds, [...byEntry.keys()])).flatMap(
    ({ runId, entryId, causeId, amount }): SavingMovement[] => {
      const row = byEntry.get(entryId)
      if (!row) return []
      const { madeAt, adminId = null } = facts
      const entry: NewEntry = {
        madeAt,
        adminId,
        kind: 'Interest correction',
        customerId: Number(row.customer_id),
        moves: movesOf('interest', row.wallet, amount, Number(row.customer_id)),
      }
      const { savings_id, wallet } = row
      return [
        {
          savingsId: Number(savings_id),
          wallet,
          kind: 'interest',
          amount,
          cycleId: null,
          reversesId: null,
          kept: { runId, causeId },
          entry,
        },
      ]
    },
  )
  const movements = [...reversed, ...postedAgain, ...alreadyGivenBack(standing, facts)].toSorted(
    (a, b) => a.savingsId - b.savingsId || changeOf(b.entry, b.wallet) - changeOf(a.entry, a.wallet),
  )
  const wallets = new Map(standing.map((row) => [row.wallet, row]))
  const change = new Map<string, Kobo>()
  for (const { wallet, entry } of movements)
    change.set(wallet, addKobo(change.get(wallet) ?? kobo(0), changeOf(entry, wallet)))
  const obstacles = [...wallets.values()].flatMap(({ wallet, balance }) => {
    const [has, changes] = [kobo(Number(balance)), change.get(wallet) ?? kobo(0)]
    return addKobo(has, changes) >= 0
      ? []
      : [shortText(`Savings wallet ${wallet}`, has, changes, sees.customers)]
  })
  const mains = await mainObstacles(queries, movements, sees)
  const totalOf = (kind: SavingMovement['kind']) =>
    reversed.reduce(
      (sum, one) => (one.kind === kind ? withAmount(sum, negateKobo(one.amount)) : sum),
      nothing(),
    )
  return {
    movements,
    kept,
    obstacles: [...obstacles, ...mains],
    interest: totalOf('interest'),
    charges: totalOf('charge'),
    commissions: totalOf('commission'),
    paidOut: totalOf('withdrawal'),
  }
}

const kindNames: Record<Kind, string> = {
  interest: 'interest',
  charge: 'charges',
  commission: 'commissions',
  withdrawal: 'payouts',
}

/** The moves of what a run posted. */
const movesOf = (kind: Kind, wallet: string, amount: Kobo, customerId: number): Move[] => {
  const change = kind === 'interest' ? amount : negateKobo(amount)
  const other = { interest: 'SW', charge: 'TW', commission: 'TW', withdrawal: mainWalletOf(customerId) }[kind]
  return [
    { account: other, amount: negateKobo(change) },
    { account: wallet, amount: change },
  ]
}

type CommissionRow = {
  kind: Kind
  amount: string
  cycle_id: string | null
  taken: string | null
  savings_id: string
  wallet: string
  customer_id: string
}

/** What was given back of a commission since, when its deposit was reversed, is taken again: the reversal gives back all of it. */
function alreadyGivenBack(
  rows: readonly CommissionRow[],
  { madeAt, adminId = null }: Facts,
): SavingMovement[] {
  const byCycle = groupedBy(
    rows.filter(({ kind }) => kind === 'commission'),
    ({ cycle_id }) => Number(cycle_id),
  )
  return [...byCycle].flatMap(([cycleId, all]) => {
    const [row] = all
    const amount = kobo(sumKobo(all.map((one) => kobo(Number(one.amount)))) - Number(row?.taken))
    if (!row || amount <= 0) return []
    const { savings_id, wallet, customer_id } = row
    const customerId = Number(customer_id)
    const moves = movesOf('commission', wallet, amount, customerId)
    const entry: NewEntry = { madeAt, adminId, kind: 'Savings commission', customerId, moves }
    return [
      {
        savingsId: Number(savings_id),
        wallet,
        kind: 'commission',
        amount,
        cycleId,
        reversesId: null,
        entry,
      },
    ]
  })
}

/** Main wallets that do not cover what plans had paid out to them. */
async function mainObstacles(queries: Queries, movements: readonly SavingMovement[], sees: Sees) {
  const back = new Map<string, Kobo>()
  for (const { kind, entry } of movements)
    if (kind === 'withdrawal') {
      const name = mainWalletOf(entry.customerId ?? 0)
      back.set(name, addKobo(back.get(name) ?? kobo(0), changeOf(entry, name)))
    }
  if (back.size === 0) return []
  const { rows } = await queries.execute<{ name: string; free: string; reference: string }>(
    sql`select a.name, a.balance - a.held as free, c.reference from ledger_accounts a join customers c on c.id = a.customer_id
      where a.name = any(${sql.param([...back.keys()])}::text[]) order by a.id`,
  )
  return rows.flatMap(({ name, free, reference }) => {
    const [has, change] = [kobo(Number(free)), back.get(name) ?? kobo(0)]
    return addKobo(has, change) >= 0
      ? []
      : [shortText(`The main wallet of customer ${reference}`, has, change, sees.customers)]
  })
}
export const changeOf = ({ moves }: NewEntry, account: string): Kobo =>
  sumKobo(moves.flatMap((move) => (move.account === account ? [move.amount] : [])))

export const shortText = (name: string, has: Kobo, change: Kobo, sees: boolean) =>
  sees
    ? `${name} has ${formatNaira(has)}, which does not cover the ${formatNaira(negateKobo(change))} that is taken back.`
    : `${name} does not cover what is taken back.`

/** What corrections that are reversed changed of the interest of other months. */
const correctionsBeside = (queries: Queries, runIds: readonly number[], entryIds: readonly number[]) =>
  queries
    .select({
      runId: interestCorrections.runId,
      entryId: interestCorrections.entryId,
      causeId: interestCorrections.causeId,
      amount: interestCorrections.amount,
    })
    .from(interestCorrections)
    .where(
      sql`${interestCorrections.entryId} = any(${sql.param(entryIds)}::bigint[])
        and not ${interestCorrections.runId} = any(${sql.param(runIds)}::bigint[])`,
    )
    .orderBy(asc(interestCorrections.id))

export async function recordSavings(
  tx: Queries,
  all: readonly SavingMovement[],
  posted: readonly Posted[],
  { madeAt, adminId = null }: Facts,
) {
  const made = all.map((one, at) => {
    const entry = posted[at]
    if (!entry) throw new Error('A movement was not posted.')
    return { one, ...entry, ...balanceOf(entry, one.wallet) }
  })
  await insertRows(
    tx,
    savingsHistory,
    made.map(({ one, entryId, reference, before, after }) => ({
      savingsId: one.savingsId,
      kind: one.kind,
      amount: one.amount,
      adminId,
      entryId,
      reference,
      amountBefore: before,
      amountAfter: after,
      status: 'approved' as const,
      reversesId: one.reversesId,
      cycleId: one.cycleId,
      createdAt: madeAt,
    })),
  )
  await takeOfCycles(
    tx,
    all.flatMap(({ cycleId, amount }) => (cycleId === null ? [] : [{ cycleId, amount }])),
  )
  await insertRows(
    tx,
    interestCorrections,
    made.flatMap(({ one: { savingsId, amount, kept }, entryId }) =>
      kept ? [{ ...kept, savingsId, amount, entryId, createdAt: madeAt }] : [],
    ),
  )
}

/**
 * Plans that ended on the days from one on run on: closed wallets are open again, and others are due as they were. What changed since
 * is again what it was on that day; the runs change it again.
 */
export async function restorePlans(tx: Queries, fromDay: string) {
  await tx.execute(sql`update savings s set status = 'active', closed_on = null, due_date = p.due_date
    from (select s.id, case when s.status = 'closed' then s.due_date else o.day + s.duration * greatest(1, ceil((${fromDay}::date + 1 - o.day)::numeric / s.duration)::int) end as due_date
      from savings s cross join lateral (select timezone('Africa/Lagos', s.created_at)::date as day) o
      where s.closed_on >= ${fromDay}::date and ${isOpen(fromDay)}
        or s.status = 'active' and s.plan_end <> 'carry-on' and s.due_date > ${fromDay}::date + 1) p
    where p.id = s.id and (s.status, s.due_date) is distinct from ('active', p.due_date)`)
  await setPlans(tx, changedAfter(fromDay), fromDay)
}

/** What an open wallet owes of charges is again what its last run left open. */
export const restoreOwedCharges = (tx: Queries, runIds: readonly number[]) =>
  tx.execute(sql`update savings s set charge_owed = coalesce(last.open, 0)
    from (select distinct i.savings_id from run_items i join runs r on r.id = i.run_id
        where r.id = any(${sql.param(runIds)}::bigint[]) and r.kind = 'charges') reopened
      left join (select distinct on (i.savings_id) i.savings_id, i.open from run_items i join runs r on r.id = i.run_id
        where r.kind = 'charges' and r.reopening_id is null order by i.savings_id, r.day desc) last
        on last.savings_id = reopened.savings_id
    where s.id = reopened.savings_id and s.status <> 'closed' and s.charge_owed <> coalesce(last.open, 0)`)
