import { and, asc, gte, inArray, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { addKobo, formatNaira, kobo, negateKobo, sumKobo } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { insertRows } from '../db/insertRows'
import { loanHistory, loans } from '../db/tables/loans'
import { savingsHistory } from '../db/tables/money'
import { interestCorrections, runs } from '../db/tables/runs'
import { reject } from '../errors/refusals'
import { businessBalances, lentAccount, lockAccounts } from '../ledger/accounts'
import { loanRecords, withoutPenalties } from '../ledger/corrections'
import { balanceOf, type Move, type NewEntry, postAround, type Posted } from '../ledger/post'
import { type LoanMovement, recordLoanMovements, schedulesOf, standingOf } from '../ledger/repayments'
import { reversalEntry } from '../ledger/reversal'
import { isStanding, lockRuns } from './run'

/** Whose balances a refusal may name. */
export type Sees = { customers: boolean; business: boolean }
type Facts = Pick<NewEntry, 'madeAt' | 'adminId' | 'reason'>
type Reopened = { fromDay: string; facts: Facts; sees: Sees }
type Total = { count: number; amount: Kobo }

/** A row of a savings wallet's history that is written with an entry. */
type SavingMovement = {
  savingsId: number
  wallet: string
  kind: 'interest' | 'charge'
  amount: Kobo
  /** The row that it reverses. */
  reversesId: number | null
  /** The part of a correction that stays: it is posted again. */
  kept?: { runId: number; causeId: number }
  entry: NewEntry
}

/** What a reopening reverses, what of it stays, and why it can't be done; nothing is written. */
export type ReopeningPlan = {
  runs: { id: number; day: string }[]
  penalties: Total
  interest: Total
  charges: Total
  kept: string[]
  obstacles: string[]
}
type Work = ReopeningPlan & { loans: LoanMovement[]; savings: SavingMovement[] }

/**
 * What the runs of the days from one on posted, with its reversal: each standing penalty, interest and charge (rules.md, "Reopening").
 * Locks what it reads, unless it is dry.
 */
async function plan(queries: Queries, { fromDay, facts, sees }: Reopened, isDry: boolean): Promise<Work> {
  const closed = await queries
    .select({ id: runs.id, day: runs.day })
    .from(runs)
    .where(and(isStanding, gte(runs.day, fromDay)))
    .orderBy(asc(runs.day), asc(runs.id))
  const runIds = closed.map(({ id }) => id)
  const ofSavings = await savingsWork(queries, runIds, facts, sees, isDry)
  const ofLoans = await loansWork(queries, runIds, facts, isDry)
  const entries = [...ofLoans.movements, ...ofSavings.movements].map(({ entry }) => entry)
  return {
    runs: closed,
    penalties: ofLoans.total,
    interest: ofSavings.interest,
    charges: ofSavings.charges,
    kept: [...ofSavings.kept, ...ofLoans.kept],
    obstacles: [
      ...ofSavings.obstacles,
      ...ofLoans.obstacles,
      ...businessObstacles(await businessBalances(queries), entries, sees),
    ],
    loans: ofLoans.movements,
    savings: ofSavings.movements,
  }
}

export async function planReopening(
  queries: Queries,
  fromDay: string,
  madeAt: Date,
  sees: Sees,
): Promise<ReopeningPlan> {
  const {
    loans: _loans,
    savings: _savings,
    ...planned
  } = await plan(queries, { fromDay, facts: { madeAt }, sees }, true)
  return planned
}

const shownSentences = 5
/** The first of several sentences in one text; null without any. */
function textOf(sentences: readonly string[]): string | null {
  if (sentences.length === 0) return null
  const more = sentences.length - shownSentences
  return [...sentences.slice(0, shownSentences), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
}
/** Why it can't be done; null if it can. */
export const obstacleText = ({ runs: found, obstacles }: ReopeningPlan, fromDay: string): string | null =>
  found.length === 0 ? `No day from ${showDate(fromDay)} on is closed.` : textOf(obstacles)
/** What is not reversed although the runs posted it; null if all is. */
export const keptText = ({ kept }: ReopeningPlan): string | null => textOf(kept)

/**
 * Reverses, now and as a whole, what the runs of the days from one on posted, and marks the runs: their days can be closed again.
 * Rejects if a wallet or a loan does not allow it. Must run in a transaction.
 */
export async function reopenDays(
  tx: Queries,
  reopened: Reopened & { reopeningId: number },
): Promise<ReopeningPlan> {
  const { reopeningId, fromDay, facts } = reopened
  await lockRuns(tx, 'update')
  const work = await plan(tx, reopened, false)
  const obstacle = obstacleText(work, fromDay)
  if (obstacle) reject(obstacle)
  const runIds = work.runs.map(({ id }) => id)
  const reversals = [...work.loans, ...work.savings].map(({ entry }) => entry)
  await postAround(tx, reversals, async (posted) => {
    await recordLoanMovements(tx, work.loans, posted)
    await recordSavings(tx, work.savings, posted.slice(work.loans.length), facts)
    // One that had not ended has ended.
    await tx
      .update(runs)
      .set({
        reopeningId,
        state: 'done',
        finishedAt: sql`coalesce(${runs.finishedAt}, ${facts.madeAt.toISOString()})`,
      })
      .where(inArray(runs.id, runIds))
    await restoreOwedCharges(tx, runIds)
  })
  return work
}

const nothing = (): Total => ({ count: 0, amount: kobo(0) })
const withAmount = ({ count, amount }: Total, more: Kobo): Total => ({
  count: count + 1,
  amount: addKobo(amount, more),
})

/** Interest, its corrections, and charges, by wallet: what is paid in first, so that no wallet is below zero in between. */
async function savingsWork(
  queries: Queries,
  runIds: readonly number[],
  facts: Facts,
  sees: Sees,
  isDry: boolean,
) {
  const ids = sql`${sql.param(runIds)}::bigint[]`
  const entries = sql`select i.entry_id from run_items i where i.run_id = any(${ids}) and i.savings_id is not null and i.entry_id is not null
    union select c.entry_id from interest_corrections c where c.run_id = any(${ids})
      and not exists (select from ledger_entries r where r.reverses_id = c.entry_id)`
  if (!isDry) {
    const { rows: found } = await queries.execute<{
      id: string
      name: string
    }>(sql`select s.id, s.reference as name from savings s
      where s.id in (select savings_id from savings_history where entry_id in (${entries})
        union select savings_id from run_items where run_id = any(${ids}) and savings_id is not null)
      order by s.id for no key update`)
    await lockAccounts(
      queries,
      found.map(({ name }) => name),
    )
  }
  const { rows } = await queries.execute<{
    entry_id: string
    customer_id: string
    history_id: string
    kind: 'interest' | 'charge'
    amount: string
    savings_id: string
    wallet: string
    status: string
    balance: string
  }>(sql`select h.entry_id, s.customer_id, h.id as history_id, h.kind, h.amount, s.id as savings_id, s.reference as wallet, s.status, a.balance - a.held as balance
    from savings_history h join savings s on s.id = h.savings_id join ledger_accounts a on a.id = s.account_id
    where h.entry_id in (${entries}) order by s.id, h.id`)
  const isClosed = ({ status }: { status: string }) => status === 'closed'
  // What a closed wallet got or paid left it with its balance: nothing can be posted on it.
  const closed = rows.filter(isClosed)
  const standing = rows.filter((row) => !isClosed(row))
  const kept = [...new Set(closed.map(({ wallet }) => wallet))].map((wallet) => {
    const own = closed.filter((row) => row.wallet === wallet)
    const totals = (['interest', 'charge'] as const).flatMap((kind) => {
      const sum = sumKobo(own.flatMap((row) => (row.kind === kind ? [kobo(Number(row.amount))] : [])))
      return sum === 0 ? [] : [`${formatNaira(sum)} of ${kind === 'interest' ? 'interest' : 'charges'}`]
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
      reversesId: Number(row.history_id),
      entry: reversalEntry(
        {
          id: Number(row.entry_id),
          customerId: Number(row.customer_id),
          agentId: null,
          moves: movesOf(row.kind, row.wallet, amount),
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
        moves: movesOf('interest', row.wallet, amount),
      }
      const { savings_id, wallet } = row
      return [
        {
          savingsId: Number(savings_id),
          wallet,
          kind: 'interest',
          amount,
          reversesId: null,
          kept: { runId, causeId },
          entry,
        },
      ]
    },
  )
  const movements = [...reversed, ...postedAgain].toSorted(
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
  const totalOf = (kind: SavingMovement['kind']) =>
    reversed.reduce(
      (sum, one) => (one.kind === kind ? withAmount(sum, negateKobo(one.amount)) : sum),
      nothing(),
    )
  return { movements, kept, obstacles, interest: totalOf('interest'), charges: totalOf('charge') }
}

/** The moves of interest, or of a charge. */
const movesOf = (kind: 'interest' | 'charge', wallet: string, amount: Kobo): Move[] => {
  const change = kind === 'interest' ? amount : negateKobo(amount)
  return [
    { account: kind === 'interest' ? 'SW' : 'TW', amount: negateKobo(change) },
    { account: wallet, amount: change },
  ]
}
const changeOf = ({ moves }: NewEntry, account: string): Kobo =>
  sumKobo(moves.flatMap((move) => (move.account === account ? [move.amount] : [])))

const shortText = (name: string, has: Kobo, change: Kobo, sees: boolean) =>
  sees
    ? `${name} has ${formatNaira(has)}, which does not cover the ${formatNaira(negateKobo(change))} that is taken back.`
    : `${name} does not cover what is taken back.`

const businessNames = {
  MBW: 'The main business wallet',
  PW: 'The profit wallet',
  TW: 'The transaction wallet',
  SW: 'The saving wallet',
} as const

function businessObstacles(
  balances: Awaited<ReturnType<typeof businessBalances>>,
  entries: readonly NewEntry[],
  sees: Sees,
): string[] {
  const changes = new Map<string, Kobo>()
  for (const { account, amount } of entries.flatMap(({ moves }) => moves))
    changes.set(account, addKobo(changes.get(account) ?? kobo(0), amount))
  return (['MBW', 'PW', 'TW', 'SW'] as const).flatMap((code) => {
    const change = changes.get(code) ?? kobo(0)
    return addKobo(balances[code], change) >= 0
      ? []
      : [shortText(businessNames[code], balances[code], change, sees.business)]
  })
}

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

async function recordSavings(
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
      createdAt: madeAt,
    })),
  )
  await insertRows(
    tx,
    interestCorrections,
    made.flatMap(({ one: { savingsId, amount, kept }, entryId }) =>
      kept ? [{ ...kept, savingsId, amount, entryId, createdAt: madeAt }] : [],
    ),
  )
}

/** What an open wallet owes of charges is again what its last run left open. */
const restoreOwedCharges = (tx: Queries, runIds: readonly number[]) =>
  tx.execute(sql`update savings s set charge_owed = coalesce(last.open, 0)
    from (select distinct i.savings_id from run_items i join runs r on r.id = i.run_id
        where r.id = any(${sql.param(runIds)}::bigint[]) and r.kind = 'charges') reopened
      left join (select distinct on (i.savings_id) i.savings_id, i.open from run_items i join runs r on r.id = i.run_id
        where r.kind = 'charges' and r.reopening_id is null order by i.savings_id, r.day desc) last
        on last.savings_id = reopened.savings_id
    where s.id = reopened.savings_id and s.status <> 'closed' and s.charge_owed <> coalesce(last.open, 0)`)

/** Penalties by loan, each with its reversal, and where a penalty was paid, one correction. */
async function loansWork(queries: Queries, runIds: readonly number[], facts: Facts, isDry: boolean) {
  const penalties = await queries
    .select()
    .from(loanHistory)
    .where(
      sql`${loanHistory.entryId} in (select i.entry_id from run_items i where i.run_id = any(${sql.param(runIds)}::bigint[])
          and i.loan_id is not null)
        and ${loanHistory.kind} = 'penalty' and not exists (select from loan_history r where r.reverses_id = ${loanHistory.id})`,
    )
    .orderBy(asc(loanHistory.id))
  const byLoan = new Map<number, typeof penalties>()
  for (const row of penalties) byLoan.set(row.loanId, [...(byLoan.get(row.loanId) ?? []), row])
  const ids = [...byLoan.keys()]
  const found = queries.select().from(loans).where(inArray(loans.id, ids)).orderBy(asc(loans.id))
  const rows = ids.length === 0 ? [] : isDry ? await found : await found.for('no key update')
  if (!isDry)
    await lockAccounts(
      queries,
      rows.map(({ reference }) => reference),
    )
  const schedules = await schedulesOf(queries, ids)
  const records = await loanRecords(queries, ids)
  const movements: LoanMovement[] = []
  const obstacles: string[] = []
  const kept: string[] = []
  let total = nothing()
  for (const loan of rows) {
    const [all, schedule, record] = [
      byLoan.get(loan.id) ?? [],
      schedules.get(loan.id) ?? [],
      records.get(loan.id),
    ]
    // A rescheduling made it part of the new instalments.
    const moved = new Set(schedule.flatMap((one) => (one.moved > 0 ? [one.id] : [])))
    const own = all.filter(({ instalmentId }) => !moved.has(instalmentId))
    const stays = sumKobo(all.filter((row) => !own.includes(row)).map(({ penalty }) => penalty))
    if (stays > 0)
      kept.push(`Loan ${loan.reference} was rescheduled: ${formatNaira(stays)} of penalties stays.`)
    if (own.length === 0) continue
    total = own.reduce((sum, { penalty }) => withAmount(sum, penalty), total)
    const without = record && reversePenalties(loan, { own, schedule, record }, facts)
    if (typeof without === 'string') obstacles.push(without)
    else movements.push(...(without ?? []))
  }
  return { movements, kept, obstacles, total }
}

type Loan = typeof loans.$inferSelect
type Penalties = {
  own: readonly (typeof loanHistory.$inferSelect)[]
  schedule: NonNullable<ReturnType<Awaited<ReturnType<typeof schedulesOf>>['get']>>
  record: NonNullable<ReturnType<Awaited<ReturnType<typeof loanRecords>>['get']>>
}

/** The movements that take a loan's penalties back, or why they can't be. */
function reversePenalties(
  loan: Loan,
  { own, schedule, record }: Penalties,
  facts: Facts,
): LoanMovement[] | string {
  const { reference, loanStatus, customerId } = loan
  if (loanStatus === 'written-off')
    return `Loan ${reference} is written off. Its write-off must be reversed first.`
  const reversed = new Set(own.map(({ id }) => id))
  const without = withoutPenalties(loan, schedule, record, reversed, facts)
  if (without === 'overpaid')
    return `More was repaid of loan ${reference} than is owed without its penalties. Its last repayment must be reversed first.`
  const { madeAt, adminId = null } = facts
  const reversals = own.map((row): LoanMovement => {
    const moves = [
      { account: lentAccount, amount: negateKobo(row.penalty) },
      { account: reference, amount: row.penalty },
    ]
    return {
      loanId: loan.id,
      account: reference,
      entry: reversalEntry({ id: row.entryId, customerId, agentId: row.agentId, moves }, facts),
      instalments: [],
      loan: undefined,
      lines: [
        {
          instalmentId: row.instalmentId,
          kind: 'penalty',
          amount: row.amount,
          repayment: kobo(0),
          penalty: negateKobo(row.penalty),
          change: negateKobo(row.penalty),
          dueDate: row.dueDate,
          status: 'pending',
          agentId: row.agentId,
          adminId,
          reversesId: row.id,
          createdAt: madeAt,
        },
      ],
    }
  })
  const { movement, schedule: after, interestPaid } = without
  // Penalties that are owed again come first: the reversals take back more than is owed without them.
  const isOwedAgain = movement?.entry.moves.some(({ account, amount }) => account === reference && amount > 0)
  const all = !movement ? reversals : isOwedAgain ? [movement, ...reversals] : [...reversals, movement]
  const ending = {
    instalments: after.filter((one, at) => one !== schedule[at]),
    loan: { interestPaid, interestWaived: loan.interestWaived, ...standingOf(after) },
  }
  return all.map((one, at) =>
    at === all.length - 1 ? { ...one, ...ending } : { ...one, instalments: [], loan: undefined },
  )
}
