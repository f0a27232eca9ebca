import { eq, type SQL, sql } from 'drizzle-orm'
import type { BasisPoints, Kobo } from '#contract/values'
import {
  type CommissionPart,
  cyclesToTake,
  dueOf,
  excessCommission,
  hasCommission,
  openCommission,
  type PaidCycle,
  sumOfParts,
  takeCommission,
  type WalletTerms,
} from '#domain/savings/commission'
import { type Cycle, cycleOf } from '#domain/savings/cycles'
import { addKobo, kobo, negateKobo, subtractKobo } from '#domain/money/kobo'
import { addDays } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { insertRows } from '../db/insertRows'
import { savings, savingsCycles, savingsHistory } from '../db/tables/money'
import { openedOn } from './collectedOn'
import { planOn } from './planChanges'
import type { WalletMovement } from './savings'

/** What decides on the cycles of a wallet, and on what is kept of them. */
export type CycleWallet = WalletTerms & {
  id: number
  /** The wallet's account. */
  reference: string
  customerId: number
  openedOn: string
}
/** The columns of a `CycleWallet`. */
export const cycleWallet = {
  id: savings.id,
  reference: savings.reference,
  customerId: savings.customerId,
  fixedAmount: savings.fixedAmount,
  charge: savings.charge,
  commissionKind: savings.commissionKind,
  commissionBasisPoints: sql<BasisPoints>`${savings.commissionBasisPoints}`,
  cycleKind: savings.cycleKind,
  cycleDays: savings.cycleDays,
  taken: savings.taken,
  openedOn,
}

const monthlyCharge = (table: string) =>
  sql.raw(
    `(${table}.commission_kind = 'amount' and ${table}.cycle_kind = 'month' and ${table}.taken = 'end')`,
  )
/** Whether a wallet has a charge a month, as `isMonthlyCharge` says. */
export const hasMonthlyCharge = (table = 'savings') => monthlyCharge(table)
/** Whether a wallet has cycles, as `hasCommission` says. */
export const hasCycles = (table = 'savings') =>
  sql`(${sql.raw(`${table}.commission_kind`)} <> 'none' and not ${monthlyCharge(table)})`

/** What is due of a cycle, as `dueOf` says: of `paid`, under the terms of the wallet `s`, with the cycle's contribution, less what was waived. */
export const dueOfCycle = (
  paid: SQL,
  contribution: SQL,
  waived = sql`0`,
) => sql`greatest(0, least(${paid}, case s.commission_kind
  when 'amount' then s.charge when 'contribution' then ${contribution}
  when 'percent' then div(${paid}::numeric * s.commission_basis_points + 5000, 10000)::bigint else 0 end) - ${waived})`

/** The day on which a wallet `s` was opened. */
const openedDay = sql`timezone('Africa/Lagos', s.created_at)::date`
/** The number, and the first and last day, of cycles of a wallet `s`, as `cycleOf` says. */
export const numberOfCycle = (
  day: SQL,
) => sql`case s.cycle_kind when 'days' then (${day} - ${openedDay}) / s.cycle_days + 1
  else (extract(year from ${day}) - extract(year from ${openedDay}))::int * 12 + (extract(month from ${day}) - extract(month from ${openedDay}))::int + 1 end`
const startOfCycle = (
  number: SQL,
) => sql`case s.cycle_kind when 'days' then ${openedDay} + (${number} - 1) * s.cycle_days
  else (date_trunc('month', ${openedDay}) + make_interval(months => ${number} - 1))::date end`
export const firstOfCycle = (number: SQL) => sql`greatest(${startOfCycle(number)}, ${openedDay})`
export const lastOfCycle = (number: SQL) => sql`(${startOfCycle(sql`(${number} + 1)`)} - 1)`

/** A cycle that is kept, or is about to be: `id` is 0 then. */
type KeptCycle = PaidCycle & { id: number; fixedAmount: Kobo; waived: Kobo }
/** A part of a commission, taken or given back (below zero). */
export type Kept = { cycleId: number; amount: Kobo }
export type CycleState = {
  wallet: CycleWallet
  balance: Kobo
  /** What one contribution is in the cycle that is asked for. */
  contribution: Kobo
  cycles: readonly KeptCycle[]
}
/** What becomes of a wallet's cycles: those that change, and what is taken of them. */
type Change = CycleState & { changed: readonly KeptCycle[]; parts: readonly CommissionPart[] }

/**
 * The balances of wallets, with their cycles that owe something and, of each wallet, the one that is asked for, with what a contribution is in
 * it. Whoever changes them has locked the wallets first: each movement of a wallet with cycles locks its row.
 */
export async function cycleStates(
  queries: Queries,
  wallets: readonly CycleWallet[],
  ofDays: ReadonlyMap<number, Cycle> = new Map(),
): Promise<CycleState[]> {
  const asked = wallets.filter(hasCommission)
  if (asked.length === 0) return []
  const plan = planOn('s', sql`w.from_day`)
  const { rows } = await queries.execute<{
    savings_id: string
    balance: string
    id: string | null
    number: number
    from_day: string
    through_day: string
    fixed_amount: string
    paid: string
    taken: string
    waived: string
    contribution: string
  }>(sql`select w.id as savings_id, a.balance - a.held as balance, c.id, c.number, c.from_day::text, c.through_day::text, c.fixed_amount, c.paid, c.taken, c.waived,
      ${plan.of('fixed_amount')} as contribution
    from unnest(${sql.param(asked.map(({ id }) => id))}::bigint[],
      ${sql.param(asked.map(({ id }) => ofDays.get(id)?.number ?? 0))}::int[],
      ${sql.param(asked.map(({ id }) => ofDays.get(id)?.from ?? null))}::date[]) w (id, number, from_day)
    join savings s on s.id = w.id join ledger_accounts a on a.id = s.account_id
    left join ${plan.join} on w.from_day is not null
    left join savings_cycles c on c.savings_id = w.id and (c.taken < c.due or c.number = w.number) order by c.number`)
  const states = new Map(
    asked.map((wallet) => [
      wallet.id,
      { wallet, balance: kobo(0), contribution: wallet.fixedAmount, cycles: [] as KeptCycle[] },
    ]),
  )
  for (const row of rows) {
    const state = states.get(Number(row.savings_id))
    if (!state) continue
    state.balance = kobo(Number(row.balance))
    state.contribution = kobo(Number(row.contribution))
    if (row.id !== null)
      state.cycles.push({
        id: Number(row.id),
        number: row.number,
        from: row.from_day,
        through: row.through_day,
        fixedAmount: kobo(Number(row.fixed_amount)),
        paid: kobo(Number(row.paid)),
        taken: kobo(Number(row.taken)),
        waived: kobo(Number(row.waived)),
      })
  }
  return [...states.values()]
}

/** Takes parts of a wallet's cycles, beside what else changed. */
function withTaken(
  state: CycleState,
  parts: readonly CommissionPart[],
  changed: readonly KeptCycle[] = [],
): Change {
  const amounts = new Map(parts.map(({ number, amount }) => [number, amount]))
  const isChanged = new Set([...changed.map(({ number }) => number), ...amounts.keys()])
  const cycles = state.cycles.map((cycle) => ({
    ...cycle,
    taken: addKobo(cycle.taken, amounts.get(cycle.number) ?? kobo(0)),
  }))
  return { ...state, cycles, changed: cycles.filter(({ number }) => isChanged.has(number)), parts }
}

const keyOf = (savingsId: number, number: number) => `${savingsId} ${number}`

/** Writes changed cycles, by one statement; returns what was taken of each wallet, by cycle. */
async function write(tx: Queries, changes: readonly Change[], now: Date) {
  const rows = changes.flatMap(({ wallet, changed }) =>
    changed.map(({ number, from, through, fixedAmount, paid, taken, waived }) => ({
      savingsId: wallet.id,
      number,
      fromDay: from,
      throughDay: through,
      fixedAmount,
      paid,
      due: dueOf(wallet, { paid, waived, fixedAmount }),
      taken,
      waived,
      paidBefore: kobo(0),
      takenBefore: kobo(0),
      createdAt: now,
    })),
  )
  const written = await insertRows(
    tx,
    savingsCycles,
    rows,
    sql`on conflict (savings_id, number) do update set paid = excluded.paid, due = excluded.due, taken = excluded.taken
      returning id, savings_id, number`,
  )
  const ids = new Map(
    written.map(({ id, savings_id, number }) => [keyOf(Number(savings_id), Number(number)), Number(id)]),
  )
  const idOf = (savingsId: number, number: number) => {
    const id = ids.get(keyOf(savingsId, number))
    if (id === undefined) throw new Error(`Cycle ${number} of wallet ${savingsId} was not written.`)
    return id
  }
  return {
    idOf,
    kept: new Map(
      changes.map(({ wallet, parts }) => [
        wallet.id,
        parts.map(({ number, amount }): Kept => ({ cycleId: idOf(wallet.id, number), amount })),
      ]),
    ),
  }
}

export type CountedDeposit = { cycleId: number; kept: readonly Kept[] }

/**
 * Counts deposits that are about to be posted in the cycles of their days, one of a wallet, and says what is kept of each at once: what
 * begun cycles owe, or ended ones, as far as the wallet covers it (rules.md, "Commission of a cycle"). Two statements, for any number of
 * wallets, which must be locked; none for wallets without cycles.
 */
export async function countDeposits(
  tx: Queries,
  deposits: readonly { wallet: CycleWallet; amount: Kobo; day: string }[],
  { now, today }: { now: Date; today: string },
): Promise<ReadonlyMap<number, CountedDeposit>> {
  const counted = deposits.filter(({ wallet }) => hasCommission(wallet))
  if (counted.length === 0) return new Map()
  const amounts = new Map(counted.map(({ wallet, amount }) => [wallet.id, amount]))
  const ofDays = new Map(counted.map(({ wallet, day }) => [wallet.id, cycleOf(wallet, wallet.openedOn, day)]))
  const states = await cycleStates(
    tx,
    counted.map(({ wallet }) => wallet),
    ofDays,
  )
  const changes = states.map((state) => {
    const { wallet, balance, contribution } = state
    const [cycle, amount] = [ofDays.get(wallet.id), amounts.get(wallet.id)]
    if (!cycle || amount === undefined) throw new Error(`Wallet ${wallet.reference} has no deposit.`)
    const known = state.cycles.find(({ number }) => number === cycle.number)
    const own: KeptCycle = {
      ...(known ?? { ...cycle, id: 0, fixedAmount: contribution, taken: kobo(0), waived: kobo(0) }),
      paid: addKobo(known?.paid ?? kobo(0), amount),
    }
    const cycles = [...state.cycles.filter((one) => one !== known), own]
    const due = openCommission(wallet, cyclesToTake(wallet, cycles, addDays(today, -1)))
    return withTaken({ ...state, cycles }, takeCommission(due, addKobo(balance, amount)), [own])
  })
  const { idOf, kept } = await write(tx, changes, now)
  return new Map(
    [...ofDays].map(([id, { number }]) => [id, { cycleId: idOf(id, number), kept: kept.get(id) ?? [] }]),
  )
}

/** What a wallet's begun cycles owe now, as far as it covers that: a transfer and the closing take it first. Reads only. */
export async function owedCommissions(
  queries: Queries,
  wallets: readonly CycleWallet[],
): Promise<ReadonlyMap<number, Kobo>> {
  const states = await cycleStates(queries, wallets)
  return new Map(
    states.map(({ wallet, cycles, balance }) => [
      wallet.id,
      sumOfParts(takeCommission(openCommission(wallet, cycles), balance)),
    ]),
  )
}

/** Counts as taken what the begun cycles of locked wallets owe, as far as they cover it, and says what is to be posted of each. */
export async function takeOwed(
  tx: Queries,
  wallets: readonly CycleWallet[],
  now: Date,
): Promise<ReadonlyMap<number, readonly Kept[]>> {
  const states = await cycleStates(tx, wallets)
  const changes = states.map((state) =>
    withTaken(state, takeCommission(openCommission(state.wallet, state.cycles), state.balance)),
  )
  return (await write(tx, changes, now)).kept
}

/** Adds what is taken of cycles, or what a reopening gives back (below zero). */
export async function takeOfCycles(tx: Queries, kept: readonly Kept[]) {
  if (kept.length === 0) return
  await tx.execute(sql`update savings_cycles c set taken = c.taken + k.amount
    from (select cycle_id, sum(amount)::bigint as amount from json_to_recordset(${JSON.stringify(
      kept.map(({ cycleId, amount }) => ({ cycle_id: cycleId, amount })),
    )}) as k(cycle_id bigint, amount bigint) group by 1) k where k.cycle_id = c.id`)
}

type Facts = Pick<WalletMovement['movement'], 'madeAt' | 'adminId' | 'reason'>

/** The movements that take commissions from a wallet, or give them back. */
export const commissionMovements = (
  { id, reference, customerId }: Pick<CycleWallet, 'id' | 'reference' | 'customerId'>,
  kept: readonly Kept[],
  facts: Facts,
): WalletMovement[] =>
  kept.map(({ cycleId, amount }) => ({
    savingsId: id,
    movement: { ...facts, kind: 'commission', amount, cycleId, customerId, wallet: reference },
  }))

export const keptInAll = (kept: readonly Kept[]): Kobo =>
  kept.reduce((sum, { amount }) => addKobo(sum, amount), kobo(0))

/** The wallets with these ids, as they are: lock them first. */
export const cycleWallets = (queries: Queries, ids: readonly number[]): Promise<CycleWallet[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : queries
        .select(cycleWallet)
        .from(savings)
        .where(sql`${savings.id} = any(${sql.param(ids)}::bigint[])`)

/** A deposit's cycle without it, and what of its commission is more than it costs then. */
async function withoutDeposit(queries: Queries, depositEntryId: number) {
  const [found] = await queries
    .select({ amount: savingsHistory.amount, cycle: savingsCycles, wallet: cycleWallet })
    .from(savingsHistory)
    .innerJoin(savingsCycles, eq(savingsCycles.id, savingsHistory.cycleId))
    .innerJoin(savings, eq(savings.id, savingsHistory.savingsId))
    .where(eq(savingsHistory.entryId, depositEntryId))
  if (!found) return undefined
  const { amount, cycle: row, wallet } = found
  const { id, number, fromDay: from, throughDay: through, fixedAmount, taken, waived } = row
  const cycle = { number, from, through, fixedAmount, taken, waived, paid: subtractKobo(row.paid, amount) }
  return {
    wallet,
    id,
    ...cycle,
    due: dueOf(wallet, cycle),
    back: sumOfParts(excessCommission(wallet, [cycle])),
  }
}

/** How much commission the reversal of a deposit gives back. Reads only. */
export const commissionGivenBack = async (queries: Queries, depositEntryId: number): Promise<Kobo> =>
  (await withoutDeposit(queries, depositEntryId))?.back ?? kobo(0)

/**
 * Takes a deposit that is about to be reversed out of its cycle, and returns the movement that gives back what was kept of it and is
 * not due any more. Must run in a transaction that has locked the wallet.
 */
export async function uncountDeposit(
  tx: Queries,
  depositEntryId: number,
  facts: Facts,
): Promise<WalletMovement[]> {
  const without = await withoutDeposit(tx, depositEntryId)
  if (!without) return []
  const { wallet, id, paid, due, taken, back } = without
  await tx
    .update(savingsCycles)
    .set({ paid, due, taken: subtractKobo(taken, back) })
    .where(eq(savingsCycles.id, id))
  return back > 0 ? commissionMovements(wallet, [{ cycleId: id, amount: negateKobo(back) }], facts) : []
}

/** The cycle of a commission that was taken, with what of it stands: the rest was given back when deposits were reversed. */
export async function cycleOfCommission(queries: Queries, entryId: number) {
  const [found] = await queries
    .select({ amount: savingsHistory.amount, cycle: savingsCycles, wallet: cycleWallet })
    .from(savingsHistory)
    .innerJoin(savingsCycles, eq(savingsCycles.id, savingsHistory.cycleId))
    .innerJoin(savings, eq(savings.id, savingsHistory.savingsId))
    .where(eq(savingsHistory.entryId, entryId))
  if (!found) throw new Error(`Entry ${entryId} took no commission.`)
  return { ...found, stands: subtractKobo(found.cycle.taken, found.cycle.takenBefore) }
}

/** Waives a commission that is reversed: it is not taken of its cycle again. Must run in a transaction that has locked the wallet. */
export async function waiveCommission(tx: Queries, entryId: number) {
  const { amount, cycle, wallet } = await cycleOfCommission(tx, entryId)
  const { id, paid, fixedAmount } = cycle
  const [taken, waived] = [subtractKobo(cycle.taken, amount), addKobo(cycle.waived, amount)]
  const due = dueOf(wallet, { paid, fixedAmount, waived })
  await tx.update(savingsCycles).set({ taken, waived, due }).where(eq(savingsCycles.id, id))
}
