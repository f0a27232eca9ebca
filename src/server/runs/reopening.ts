import { and, asc, gte, inArray, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { addKobo, formatNaira, kobo, negateKobo, sumKobo } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { loanHistory, loans } from '../db/tables/loans'
import { runs } from '../db/tables/runs'
import { reject } from '../errors/refusals'
import { businessBalances, lentAccount, lockAccounts } from '../ledger/accounts'
import { loanRecords, withoutPenalties } from '../ledger/corrections'
import { type NewEntry, postAround } from '../ledger/post'
import { type LoanMovement, recordLoanMovements, schedulesOf, standingOf } from '../ledger/repayments'
import { reversalEntry } from '../ledger/reversal'
import {
  type Facts,
  nothing,
  recordSavings,
  type Reopened,
  restoreOwedCharges,
  restorePlans,
  type SavingMovement,
  savingsWork,
  type Sees,
  shortText,
  type Total,
  withAmount,
} from './reopeningSavings'
import { isStanding, lockRuns } from './run'

export type { Sees } from './reopeningSavings'

/** What a reopening reverses, what of it stays, and why it can't be done; nothing is written. */
export type ReopeningPlan = {
  runs: { id: number; day: string }[]
  penalties: Total
  interest: Total
  charges: Total
  commissions: Total
  /** To main wallets, of plans that had ended. */
  paidOut: Total
  kept: string[]
  obstacles: string[]
}
type Work = ReopeningPlan & { loans: LoanMovement[]; savings: SavingMovement[] }

/**
 * What the runs of the days from one on posted, with its reversal: each standing penalty, interest, charge, commission and payout (rules.md, "Reopening").
 * Locks what it reads, unless it is dry.
 */
async function plan(queries: Queries, reopened: Reopened, isDry: boolean): Promise<Work> {
  const { fromDay, facts, sees } = reopened
  const closed = await queries
    .select({ id: runs.id, day: runs.day })
    .from(runs)
    .where(and(isStanding, gte(runs.day, fromDay)))
    .orderBy(asc(runs.day), asc(runs.id))
  const runIds = closed.map(({ id }) => id)
  const ofSavings = await savingsWork(queries, runIds, reopened, isDry)
  const ofLoans = await loansWork(queries, runIds, facts, isDry)
  const entries = [...ofLoans.movements, ...ofSavings.movements].map(({ entry }) => entry)
  return {
    runs: closed,
    penalties: ofLoans.total,
    interest: ofSavings.interest,
    charges: ofSavings.charges,
    commissions: ofSavings.commissions,
    paidOut: ofSavings.paidOut,
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
    // A wallet that is open again owes what its last standing run left.
    await restorePlans(tx, fromDay)
    await restoreOwedCharges(tx, runIds)
  })
  return work
}

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
