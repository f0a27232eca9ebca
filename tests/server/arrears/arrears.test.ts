import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { eq, sql } from 'drizzle-orm'
import { parse } from 'csv-parse/sync'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ArrearsReport, ArrearsRow } from '#contract/calls/arrears'
import { calls } from '#contract/index'
import type { BodyOf } from '#contract/call'
import type { Kobo } from '#contract/values'
import {
  arrearsOf,
  atRisk,
  bucketOf,
  buckets,
  defaultArrearsTerms,
  provisionFor,
  riskDays,
} from '#domain/money/arrears'
import { kobo, koboOf, sumKobo } from '#domain/money/kobo'
import { addDays, endOfLagosDay, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { loanHistory, loanRepaymentSchedule, loans } from '#server/db/tables/loans'
import { accounts, entries, postings } from '#server/db/tables/ledger'
import { openLoans } from '#server/db/tables/arrears'
import { marketDays, savings, savingTypes } from '#server/db/tables/money'
import { customers } from '#server/db/tables/schema'
import {
  buildPenalty,
  buildRepayment,
  owedOf,
  postLoanMovements,
  scheduleOf,
} from '#server/ledger/repayments'
import { postReversal } from '#server/ledger/reversal'
import type { Queries } from '#server/db/database'
import { loanChanges } from '#server/db/tables/loanChanges'
import {
  buildRescheduling,
  buildWriteOff,
  postWriteOff,
  recordRescheduling,
} from '#server/ledger/loanChanges'
import { verifyLedger } from '#server/ledger/verify'
import { countLate } from '#server/runs/lateAmounts'
import { arrearsTermsOn } from '#server/ledger/arrearsTerms'
import { disburse } from '#server/ledger/loanDecisions'
import { loanFixturesOf } from '../loans/loanFixtures'
import { manyCalls, openServer } from '../support/harness'
import { naira, rate } from '../support/people'
import { onPostgres } from '../support/testDatabase'
import { sentences } from '../../sentences'

const { getArrears, getArrearsReport, getArrearsTerms, setArrearsTerms } = calls.arrears

const server = await openServer({ limits: manyCalls })
const { database } = server
const parts = await loanFixturesOf(server)
const viewer = await server.enter('can-view-arrears', 'can-download-csv-file')
const today = lagosDay(server.clock.now())
const noon = (day: string, hour = 12) => new Date(startOfLagosDay(day).getTime() + hour * 3_600_000)

const report = async (body: BodyOf<typeof getArrearsReport>): Promise<ArrearsReport> =>
  (await server.ask(getArrearsReport, body, viewer)).output().data
const rowsOf = async (body: Omit<BodyOf<typeof getArrears>, 'page'>): Promise<ArrearsRow[]> =>
  (await server.ask(getArrears, { page: 1, ...body }, viewer)).output().data.data

/** What a random loan is, and what happens to it day by day. */
const anyLoan = fc.record({
  startedAgo: fc.integer({ min: 1, max: 150 }),
  amount: fc.integer({ min: 1_000, max: 90_000 }),
  times: fc.integer({ min: 1, max: 12 }),
  period: fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const),
  acts: fc.array(
    fc.record({
      later: fc.integer({ min: 0, max: 25 }),
      act: fc.constantFrom('repay', 'repay', 'repay', 'penalty', 'take back', 'reschedule', 'write off'),
      share: fc.constantFrom(0.1, 0.37, 0.5, 1),
    }),
    { maxLength: 9 },
  ),
})
type AnyLoan = typeof anyLoan extends fc.Arbitrary<infer T> ? T : never

const admin = await server.makeAdmin()
const agents = [parts.agent, await server.makeAgent({ name: 'Zainab Sule' })]
const types = [await parts.makeLoanType(1250), await parts.makeLoanType(500)]
const [market] = await database
  .insert(marketDays)
  .values({ name: 'Balogun', period: 1, state: 'Lagos', lga: 'Ikeja', status: 'active' })
  .returning()
await parts.pay('MBW', naira(100_000_000))

/** Pays a loan out in the past and lets it be repaid, punished and taken back, each on its day. */
async function live({ startedAgo, amount, times, period, acts }: AnyLoan, at: number) {
  const customer = await server.makeCustomer(agents[at % 2]?.id ?? 0)
  if (at % 3 === 0) {
    const saving = await parts.makeSaving(customer)
    await database.update(savings).set({ marketId: market?.id }).where(eq(savings.id, saving.id))
  }
  const type = types[at % 2]
  const loan = await parts.apply(
    customer,
    { amount: naira(amount), rate: rate((type?.interestBasisPoints ?? 0) / 100), times, period },
    {
      loanTypeId: type?.id,
      penaltyBasisPoints: 500,
      applicationStatus: 'in-progress',
      firstApprovalId: admin.id,
      firstApprovalDate: noon(addDays(today, -startedAgo), 1),
      createdAt: noon(addDays(today, -startedAgo), 1),
    },
  )
  let day = addDays(today, -startedAgo)
  await database.transaction((tx) =>
    disburse(tx, loan, {
      adminId: admin.id,
      now: noon(day),
      activityReference: null,
      comment: null,
      seesBalance: true,
    }),
  )
  for (const [turn, { later, act, share }] of acts.entries()) {
    day = addDays(day, later)
    if (day > today) return
    const madeAt = noon(day, turn + 13)
    if (madeAt > server.clock.now()) return
    await database.transaction(async (tx) => {
      const state = await parts.stateOf(loan.id, tx)
      const schedule = await scheduleOf(tx, loan.id)
      const owed = owedOf(schedule)
      const facts = { madeAt, agentId: customer.agentId }
      if (act === 'repay' && owed > 0)
        await postLoanMovements(tx, [
          buildRepayment(state, schedule, kobo(Math.max(1, Math.floor(owed * share))), facts),
        ])
      const late = schedule.find((one) => one.status === 'pending' && one.dueDate < day)
      const punished = (await tx.select().from(loanHistory).where(eq(loanHistory.kind, 'penalty'))).map(
        ({ instalmentId }) => instalmentId,
      )
      const penalty =
        act === 'penalty' && late && !punished.includes(late.id)
          ? buildPenalty(state, late, facts)
          : undefined
      if (penalty) await postLoanMovements(tx, [penalty])
      if (act === 'take back') await takeBack(tx, loan, madeAt)
      if (act === 'reschedule' && owed > 1_000) await rescheduleOn(tx, state, schedule, madeAt)
      if (act === 'write off' && owed > 0 && at % 2 === 0) await writeOffOn(tx, state, schedule, madeAt)
    })
  }
}

/** What reschedulings moved away from each instalment, and when. */
const moves = new Map<number, { amount: Kobo; at: Date }[]>()

async function recordChange(
  tx: Queries,
  loan: typeof loans.$inferSelect,
  madeAt: Date,
  more: Pick<typeof loanChanges.$inferInsert, 'kind' | 'amount'> & Partial<typeof loanChanges.$inferInsert>,
) {
  const decided = {
    firstDecidedBy: admin.id,
    firstDecidedAt: madeAt,
    secondDecidedBy: admin.id,
    secondDecidedAt: madeAt,
  }
  await tx.insert(loanChanges).values({
    reference: `LC-X-${loan.id}-${madeAt.getTime()}`,
    loanId: loan.id,
    customerId: loan.customerId,
    reason: 'Fire in the market',
    requestedBy: admin.id,
    state: 2,
    createdAt: madeAt,
    ...decided,
    ...more,
  })
}

/** Moves what is open to four later instalments, a week apart. */
async function rescheduleOn(
  tx: Queries,
  loan: typeof loans.$inferSelect,
  schedule: Awaited<ReturnType<typeof scheduleOf>>,
  madeAt: Date,
) {
  const terms = { times: 4, period: 'weekly', firstDue: addDays(lagosDay(madeAt), 3) } as const
  const built = buildRescheduling(schedule, terms, { madeAt, disbursedDate: loan.disbursedDate ?? madeAt })
  for (const after of built.moved) {
    const before = schedule.find(({ id }) => id === after.id)
    const amount = kobo(after.moved - (before?.moved ?? 0))
    moves.set(after.id, [...(moves.get(after.id) ?? []), { amount, at: madeAt }])
  }
  await recordRescheduling(tx, loan.id, built)
  await recordChange(tx, loan, madeAt, {
    kind: 'reschedule',
    amount: owedOf(schedule),
    instalmentPeriod: terms.period,
    instalmentTimes: terms.times,
    firstDue: terms.firstDue,
  })
}

async function writeOffOn(
  tx: Queries,
  loan: typeof loans.$inferSelect,
  schedule: Awaited<ReturnType<typeof scheduleOf>>,
  madeAt: Date,
) {
  const { entryId } = await postWriteOff(
    tx,
    buildWriteOff(loan, schedule, { madeAt, adminId: admin.id, reason: 'Moved away' }),
  )
  await recordChange(tx, loan, madeAt, { kind: 'write-off', amount: owedOf(schedule), entryId })
}

/** Reverses the loan's last repayment or write-off that is not reversed. */
async function takeBack(
  tx: Parameters<typeof postReversal>[0],
  loan: { id: number; reference: string; customerId: number },
  madeAt: Date,
) {
  const rows = await tx
    .select()
    .from(loanHistory)
    .where(eq(loanHistory.loanId, loan.id))
    .orderBy(loanHistory.id)
  const reversed = new Set(rows.map(({ reversesId }) => reversesId))
  const last = rows.findLast(
    ({ id, kind, reversesId }) => kind !== 'penalty' && reversesId === null && !reversed.has(id),
  )
  const loanNow = await parts.stateOf(loan.id, tx)
  // The server refuses to reverse a movement from before a rescheduling, and a repayment of a loan that is written off.
  const isBefore = loanNow.rescheduledDate && last && last.createdAt <= loanNow.rescheduledDate
  if (!last || isBefore) return
  const moved = await tx
    .select({ account: accounts.name, amount: postings.amount })
    .from(postings)
    .innerJoin(accounts, eq(accounts.id, postings.accountId))
    .where(eq(postings.entryId, last.entryId))
  await postReversal(
    tx,
    {
      id: last.entryId,
      customerId: loan.customerId,
      agentId: last.agentId,
      moves: moved,
      savingsWallet: undefined,
      loanAccount: loan.reference,
    },
    { madeAt, adminId: admin.id },
  )
}

/**
 * The portfolio of a day, recomputed loan by loan from the movements up to its end by the rule of the domain; corrected, also with
 * later reversals of these.
 */
async function naivePortfolio(day: string, isCorrected = false) {
  const end = endOfLagosDay(day)
  const made = new Map((await database.select().from(entries)).map((one) => [one.id, one]))
  const isIn = (entryId: number, at: Date) => {
    const original = isCorrected && made.get(made.get(entryId)?.reversesId ?? 0)
    return at < end || (original !== undefined && original !== false && original.madeAt < end)
  }
  const all = await database.select().from(loans)
  const schedules = await database.select().from(loanRepaymentSchedule)
  const history = await database.select().from(loanHistory)
  const posted = await database.select().from(postings)
  return all.flatMap((loan) => {
    const owed = sumKobo(
      posted
        .filter(({ accountId, entryId, madeAt }) => accountId === loan.accountId && isIn(entryId, madeAt))
        .map(({ amount }) => amount),
    )
    if (owed === 0) return []
    const instalments = schedules
      .filter(({ loanId }) => loanId === loan.id)
      .map((one) => {
        const rows = history.filter((row) => row.instalmentId === one.id && isIn(row.entryId, row.createdAt))
        const ofKind = (kind: string) => rows.filter((row) => row.kind === kind)
        const penaltyPaid = sumKobo(ofKind('repayment').map(({ penalty }) => penalty))
        return {
          id: one.id,
          number: one.number,
          dueDate: one.dueDate,
          amount: one.amount,
          // A new instalment of a rescheduling has the penalties that were open then.
          penalty: kobo(
            sumKobo(ofKind('penalty').map(({ penalty }) => penalty)) +
              one.penalty -
              sumKobo(
                history
                  .filter((row) => row.instalmentId === one.id && row.kind === 'penalty')
                  .map(({ penalty }) => penalty),
              ),
          ),
          penaltyPaid,
          paid: kobo(
            sumKobo(ofKind('repayment').map(({ repayment }) => repayment)) -
              penaltyPaid +
              sumKobo((moves.get(one.id) ?? []).filter(({ at }) => at < end).map(({ amount }) => amount)),
          ),
        }
      })
    const { days, amount } = arrearsOf(instalments, day)
    const isRescheduled = instalments.some(({ id }) => (moves.get(id) ?? []).some(({ at }) => at < end))
    return [{ id: loan.id, days, late: amount, owed, isRescheduled }]
  })
}

/** What write-offs took out of the portfolio by the end of a day, without those that were reversed by then. */
async function naiveWrittenOff(day: string) {
  const rows = await database.select().from(loanHistory).where(eq(loanHistory.kind, 'write-off'))
  const amounts = new Map<number, number>()
  for (const { loanId, amountBefore, amountAfter, createdAt } of rows)
    if (createdAt < endOfLagosDay(day))
      amounts.set(loanId, (amounts.get(loanId) ?? 0) + amountBefore - amountAfter)
  const left = [...amounts.values()].filter((amount) => amount > 0)
  return { loans: left.length, amount: left.reduce((sum, amount) => sum + amount, 0) }
}
type Aged = Awaited<ReturnType<typeof naivePortfolio>>[number]

const partOf = (some: readonly Aged[]) => ({
  loans: some.length,
  late: sumKobo(some.map(({ late }) => late)),
  owed: sumKobo(some.map(({ owed }) => owed)),
})

for (const [at, one] of fc.sample(anyLoan, { numRuns: 60, seed: 17 }).entries()) await live(one, at)

describe('arrears as of a day', () => {
  const days = [0, 1, 2, 5, 9, 17, 30, 31, 44, 60, 75, 90, 120, 149, 151].map((ago) => addDays(today, -ago))

  it('is tried on loans of every bucket, and on movements that were taken back', async () => {
    const aged = await naivePortfolio(today)
    for (const bucket of buckets)
      expect(
        aged.filter(({ days: late }) => bucketOf(late, defaultArrearsTerms) === bucket).length,
      ).toBeGreaterThan(0)
    expect(await database.$count(loanHistory, sql`reverses_id is not null`)).toBeGreaterThan(3)
    expect(await database.$count(loanChanges, eq(loanChanges.kind, 'reschedule'))).toBeGreaterThan(5)
    expect(await database.$count(loans, eq(loans.loanStatus, 'written-off'))).toBeGreaterThan(2)
    expect((await verifyLedger(database)).faults.filter((fault) => fault.startsWith('open loan'))).toEqual([])
  })

  it.each(days)('on %s equals what the movements up to its end make', async (day) => {
    const aged = await naivePortfolio(day)
    const terms = await arrearsTermsOn(database, day)
    const { buckets: rows, late, portfolio, at_risk, rescheduled, written_off } = await report({ day })
    expect(rescheduled).toEqual(partOf(aged.filter((one) => one.isRescheduled)))
    expect(written_off).toEqual(await naiveWrittenOff(day))
    for (const { bucket, ...row } of rows) {
      const part = partOf(aged.filter((one) => bucketOf(one.days, terms) === bucket))
      expect(row).toMatchObject({ ...part, provision: provisionFor(part.owed, bucket, terms) })
    }
    expect(late).toEqual(partOf(aged.filter(({ days: daysLate }) => daysLate > 0)))
    expect(portfolio).toEqual(partOf(aged))
    expect(at_risk.map(({ owed }) => owed)).toEqual(riskDays.map((n) => atRisk(aged, n)))
    expect(at_risk.map(({ loans: count }) => count)).toEqual(
      riskDays.map((n) => aged.filter(({ days: daysLate }) => daysLate > n).length),
    )
    const listed = await rowsOf({ day })
    expect(
      listed
        .map(({ id, days_late, late: amount, owed }) => ({ id, days: days_late, late: amount, owed }))
        .toSorted((a, b) => a.id - b.id),
    ).toEqual(
      aged
        .filter(({ days: daysLate }) => daysLate > 0)
        .map(({ id, days: daysLate, late: amount, owed }) => ({ id, days: daysLate, late: amount, owed }))
        .toSorted((a, b) => a.id - b.id),
    )
  })

  it.each(days)('on %s, corrected, leaves out what was reversed since', async (day) => {
    const aged = await naivePortfolio(day, true)
    const asked = { day, reading: 'corrected' } as const
    const { late, portfolio } = await report(asked)
    expect(portfolio).toEqual(partOf(aged))
    const lateOnes = aged.filter(({ days: daysLate }) => daysLate > 0)
    expect(late).toEqual(partOf(lateOnes))
    const listed = await rowsOf(asked)
    expect(
      listed
        .map(({ id, days_late, late: amount }) => [id, days_late, amount])
        .toSorted(([one = 0], [other = 0]) => one - other),
    ).toEqual(
      lateOnes
        .map(({ id, days: of, late: amount }) => [id, of, amount])
        .toSorted(([one = 0], [other = 0]) => one - other),
    )
  })

  it('differs between the readings where a movement of the day was reversed later', async () => {
    const readings = await Promise.all(
      days.map(async (day) => [await naivePortfolio(day), await naivePortfolio(day, true)].map(partOf)),
    )
    expect(readings.filter(([stood, corrected]) => stood?.owed !== corrected?.owed).length).toBeGreaterThan(2)
  })

  it('is the same in the list of customers, of all their loans together', async () => {
    const seer = await server.enter('can-view-customer', 'can-view-loan-details')
    const aged = new Map((await naivePortfolio(today)).map((one) => [one.id, one]))
    const lent = await database.select().from(loans)
    const expected = new Map(
      lent.map(({ customerId: id }) => {
        const open = lent.flatMap((loan) => (loan.customerId === id ? (aged.get(loan.id) ?? []) : []))
        const days_late = Math.max(0, ...open.map((one) => one.days)) || null
        return [id, { loan_owed: sumKobo(open.map(({ owed }) => owed)), days_late }]
      }),
    )
    const { data, total } = (await server.ask(calls.customers.getCustomers, { page: 1 }, seer)).output().data
    expect(total).toBe(data.length)
    expect(data.filter(({ days_late }) => days_late).length).toBeGreaterThan(5)
    expect(new Map(data.map(({ id, loan_owed, days_late }) => [id, { loan_owed, days_late }]))).toEqual(
      new Map(data.map(({ id }) => [id, expected.get(id) ?? { loan_owed: 0, days_late: null }])),
    )
    expect((await verifyLedger(database)).faults.filter((fault) => fault.startsWith('customer'))).toEqual([])
  })

  it.each(days.slice(0, 8))(
    'on %s: every figure equals the rows that it opens, and the groups add up',
    async (day) => {
      const whole = await report({ day })
      for (const { bucket, label, ...part } of whole.buckets.filter((one) => one.bucket > 0)) {
        const rows = await rowsOf({ day, bucket: String(bucket) as '1' })
        expect(rows.every((row) => row.bucket === label)).toBe(true)
        expect(part).toMatchObject({
          loans: rows.length,
          late: sumKobo(rows.map(({ late }) => late)),
          owed: sumKobo(rows.map(({ owed }) => owed)),
        })
      }
      const filters = { agent: 'agent_id', market: 'market_id', loan_type: 'loan_type_id' } as const
      for (const group of ['agent', 'market', 'loan_type'] as const) {
        const { groups } = await report({ day, group })
        expect(sumKobo((groups ?? []).map(({ owed }) => owed))).toBe(whole.portfolio.owed)
        expect(sumKobo((groups ?? []).map(({ late }) => late))).toBe(whole.late.late)
        for (const { id, loans: count, late, owed, at_risk } of groups ?? []) {
          if (id === null) continue
          const about = { day, [filters[group]]: id }
          const rows = await rowsOf(about)
          expect({ count: rows.length, late: sumKobo(rows.map((row) => row.late)) }).toEqual({ count, late })
          const one = await report(about)
          expect(one.portfolio.owed).toBe(owed)
          expect(one.at_risk.map((risk) => risk.owed)).toEqual(at_risk)
        }
      }
    },
  )

  it('lists the oldest first where asked to, and writes the same rows into the file', async () => {
    const day = addDays(today, -9)
    const body = { day, sort: 'late_since', order: 'asc' } as const
    const rows = await rowsOf(body)
    expect(rows.map(({ days_late }) => days_late)).toEqual(
      rows.map(({ days_late }) => days_late).toSorted((one, other) => other - one),
    )
    const { text } = await server.ask(getArrears, { page: 1, ...body, download: 'csv' }, viewer)
    const lines = parse(text, { bom: true, columns: true }) as Record<string, string>[]
    expect(lines.map((line) => [line.Loan, Number(line.Days), koboOf(line.Late ?? '')])).toEqual(
      rows.map(({ reference, days_late, late }) => [reference, days_late, late]),
    )
    const [first] = rows
    const found = await rowsOf({ ...body, search: first?.reference ?? '' })
    expect(found.map(({ id }) => id)).toEqual([first?.id])
  })

  it('refuses a day that has not begun', async () => {
    const tomorrow = addDays(today, 1)
    const reply = await server.ask(getArrearsReport, { day: tomorrow }, viewer)
    expect(reply).toMatchObject({ status: '100', fields: [sentences.dayNotBegun] })
    expect((await server.ask(getArrears, { page: 1, day: tomorrow }, viewer)).status).toBe('100')
  })

  it('follows the customer to another agent', async () => {
    const [one] = await rowsOf({})
    if (!one) throw new Error('No loan is late.')
    const owner = (await database.select().from(customers).where(eq(customers.id, one.user_id)))[0]
    const other = agents.find(({ id }) => id !== owner?.assignedAgentId)?.id ?? 0
    await database.update(customers).set({ assignedAgentId: other }).where(eq(customers.id, one.user_id))
    expect((await rowsOf({ agent_id: other })).map(({ id }) => id)).toContain(one.id)
    const { groups } = await report({ group: 'agent' })
    expect(groups?.find(({ id }) => id === other)?.late).toBe(
      sumKobo((await rowsOf({ agent_id: other })).map(({ late }) => late)),
    )
  })
})

/** The market days kept with a customer's open loans, and what verify-ledger finds in them. */
async function keptMarketsOf(customerId: number) {
  const kept = await database
    .select({ market: openLoans.marketId })
    .from(openLoans)
    .where(eq(openLoans.customerId, customerId))
  const { faults } = await verifyLedger(database)
  return {
    markets: kept.map(({ market: one }) => one),
    faults: faults.filter((one) => one.includes('open loan')),
  }
}

describe('the market day of an open loan', () => {
  const madeMarket = async (name: string) =>
    (
      await database
        .insert(marketDays)
        .values({ name, period: 2, state: 'Lagos', lga: 'Ikeja', status: 'active' })
        .returning()
    )[0]?.id ?? 0
  async function applied() {
    const customer = await server.makeCustomer(parts.agent.id)
    const now = server.clock.now()
    const loan = await parts.apply(
      customer,
      {},
      { applicationStatus: 'in-progress', firstApprovalId: admin.id, firstApprovalDate: now },
    )
    const approval = { adminId: admin.id, now, activityReference: null, comment: null, seesBalance: true }
    return { customer, payOut: (tx: Queries) => disburse(tx, loan, approval) }
  }

  it('is that of the oldest open savings wallet that has one, as wallets are opened and closed', async () => {
    const { customer, payOut } = await applied()
    await database.transaction(payOut)
    expect(await keptMarketsOf(customer.id)).toEqual({ markets: [null], faults: [] })
    const wallets = []
    for (const marketId of [await madeMarket('Oyingbo'), await madeMarket('Mile 12')]) {
      const { id } = await parts.makeSaving(customer, 'market')
      await database.update(savings).set({ marketId }).where(eq(savings.id, id))
      wallets.push({ id, marketId })
    }
    for (const { id, marketId } of wallets) {
      expect(await keptMarketsOf(customer.id)).toEqual({ markets: [marketId], faults: [] })
      await database.update(savings).set({ status: 'closed' }).where(eq(savings.id, id))
    }
    expect(await keptMarketsOf(customer.id)).toEqual({ markets: [null], faults: [] })
  })

  it.skipIf(!onPostgres)('is right where a wallet is opened while the loan is paid out', async () => {
    const { customer, payOut } = await applied()
    const clerk = await server.enter('can-open-saving')
    const [type] = await database.insert(savingTypes).values({ name: 'Ajo', category: 'market' }).returning()
    const market_id = await madeMarket('Oshodi')
    const opening = await database.transaction(async (tx) => {
      await payOut(tx)
      const answer = server.ask(
        calls.savings.openSaving,
        {
          customer_id: customer.id,
          saving_type_id: type?.id ?? 0,
          market_id,
          fixed_amount: naira(100),
          deposit_type: 'daily',
          duration: 90,
        },
        clerk,
      )
      // Without a lock on the customer, it would be done before the loan is.
      await wait(300)
      return { answer }
    })
    expect((await opening.answer).status).toBe('200')
    expect(await keptMarketsOf(customer.id)).toEqual({ markets: [market_id], faults: [] })
  })
})

describe('verify-ledger', () => {
  it.each([
    [
      'what is owed',
      sql`update open_loans set owed = owed + 1 where loan_id = (select min(loan_id) from open_loans)`,
    ],
    [
      'the due date',
      sql`update open_loans set next_due = next_due + 1 where loan_id = (select min(loan_id) from open_loans)`,
    ],
    ['a row', sql`delete from open_loans where loan_id = (select min(loan_id) from open_loans)`],
  ])('finds %s of an open loan changed', async (_what, change) => {
    const [kept] = (
      await database.execute<{ loan: string }>(sql`select min(loan_id) as loan from open_loans`)
    ).rows
    const loan = await parts.stateOf(Number(kept?.loan))
    await expect(
      database.transaction(async (tx) => {
        await tx.execute(change)
        const { faults } = await verifyLedger(tx as unknown as typeof database)
        throw new Error(faults.find((fault) => fault.includes('open loan')) ?? 'no fault')
      }),
    ).rejects.toThrow(`open loan ${loan.reference} is not kept`)
  })
})

describe('terms', () => {
  const terms = {
    end_1: 7,
    end_2: 21,
    end_3: 50,
    rate_0: rate(0),
    rate_1: rate(2.5),
    rate_2: rate(30),
    rate_3: rate(75),
    rate_4: rate(100),
  }

  it('count from their day on, by reports and loan page; earlier days keep theirs; the history stays', async () => {
    const setter = await server.enter('can-edit-arrears-terms')
    const before = await report({ day: addDays(today, -1) })
    await server.ask(setArrearsTerms, { from_day: addDays(today, 3), ...terms, end_1: 5 }, setter)
    const reply = await server.ask(setArrearsTerms, { from_day: today, ...terms }, setter)
    expect(reply.status).toBe('200')
    const now = await report({})
    expect(now.terms_from).toBe(today)
    expect(now.buckets.map(({ label }) => label)).toEqual(['Not late', '1–7', '8–21', '22–50', '51+'])
    const aged = await naivePortfolio(today)
    const ends = { ends: [7, 21, 50] as const }
    for (const { bucket, loans: count, provision, owed, rate: basisPoints } of now.buckets) {
      expect(count).toBe(aged.filter(({ days: late }) => bucketOf(late, ends) === bucket).length)
      expect(provision).toBe(kobo(Math.floor((owed * basisPoints + 5_000) / 10_000)))
    }
    expect((await rowsOf({ bucket: '2' })).every(({ days_late }) => days_late > 7 && days_late < 22)).toBe(
      true,
    )
    expect(await report({ day: addDays(today, -1) })).toEqual(before)
    const allTerms = (await server.ask(getArrearsTerms, {}, viewer)).output().data
    expect(allTerms.map(({ from_day, end_1 }) => [from_day, end_1])).toEqual([
      [addDays(today, 3), 5],
      [today, 7],
      ['2000-01-01', 30],
    ])
    expect(allTerms.map(({ admin: by }) => by === null)).toEqual([false, false, true])
  })

  it('are refused where they overlap or would change earlier reports', async () => {
    const setter = await server.enter('can-edit-arrears-terms')
    const set = async (change: object) =>
      (await server.ask(setArrearsTerms, { from_day: today, ...terms, ...change }, setter)).fields
    expect(await set({ end_2: 7 })).toEqual(['Each bucket must end later than the one before it.'])
    expect(await set({ end_3: 20 })).toEqual(['Each bucket must end later than the one before it.'])
    expect(await set({ end_1: 0 })).toEqual(['Enter days as a whole number, from 1 to 3,650.'])
    expect(await set({ rate_2: rate(100.01) })).toEqual([sentences.rateLimit])
    expect(await set({ from_day: addDays(today, -1) })).toEqual([
      'Terms count from today or a later day: reports of earlier days keep theirs.',
    ])
  })

  it('are set with their own permission, and seen with either', async () => {
    expect((await server.ask(setArrearsTerms, { from_day: today, ...terms }, viewer)).status).toBe('400')
    const setter = await server.enter('can-edit-arrears-terms')
    expect((await server.ask(getArrearsTerms, {}, setter)).status).toBe('200')
    expect((await server.ask(getArrearsReport, {}, setter)).status).toBe('400')
  })
})

describe('what is late, as it is kept for each open loan', () => {
  /** The loans on which something else is late on a day than what is kept. */
  const outdated = (day: string) =>
    database.$count(
      openLoans,
      sql`not (${day}::date between ${openLoans.lateFrom} and ${openLoans.lateThrough})`,
    )
  const expectExact = async (day: string) => {
    const aged = await naivePortfolio(day)
    const whole = await report({})
    const terms = await arrearsTermsOn(database, day)
    expect(whole.late).toEqual(partOf(aged.filter(({ days }) => days > 0)))
    expect(whole.portfolio).toEqual(partOf(aged))
    for (const { bucket, loans: count, late, owed } of whole.buckets)
      expect({ loans: count, late, owed }).toEqual(
        partOf(aged.filter(({ days }) => bucketOf(days, terms) === bucket)),
      )
    // Loans that are counted and loans that are not are in one group.
    const { groups } = await report({ group: 'agent' })
    expect(groups?.map(({ late }) => late)).toEqual(
      await Promise.all(
        (groups ?? []).map(async ({ id }) => (await report({ agent_id: id ?? 0 })).portfolio.late),
      ),
    )
    expect(sumKobo((groups ?? []).map(({ late }) => late))).toBe(whole.late.late)
    const { faults } = await verifyLedger(database)
    expect(faults.filter((fault) => fault.startsWith('open loan'))).toEqual([])
  }

  it('is right on the days that follow, whether it was counted again or not', async () => {
    server.clock.rewindAfterTest()
    const before = { ...viewer }
    onTestFinished(() => void Object.assign(viewer, before))
    for (const passed of [1, 9, 40]) {
      const day = addDays(today, passed)
      server.clock.pass((noon(day).getTime() - server.clock.now().getTime()) / 60_000)
      Object.assign(viewer, await server.enter('can-view-arrears'))
      expect(await outdated(day)).toBeGreaterThan(0)
      await expectExact(day)
      if (passed === 9) continue
      await countLate(database, day)
      expect(await outdated(day)).toBe(0)
      await expectExact(day)
    }
  })

  it.runIf(onPostgres)('leaves a loan that somebody is changing to that change', async () => {
    const day = addDays(today, -30)
    expect(await outdated(day)).toBeGreaterThan(1)
    const [changed] = await database
      .select()
      .from(openLoans)
      .where(sql`not (${day}::date between ${openLoans.lateFrom} and ${openLoans.lateThrough})`)
      .limit(1)
    await database.transaction(async (tx) => {
      await tx
        .update(openLoans)
        .set({ nextDue: changed?.nextDue })
        .where(eq(openLoans.loanId, changed?.loanId ?? 0))
      await countLate(database, day)
    })
    expect(await outdated(day)).toBe(1)
  })
})
