import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { savings } from '#server/db/tables/money'
import { customers } from '#server/db/tables/schema'
import { verifyLedger } from '#server/ledger/verify'
import { lastEndedDay, openRuns, postRuns } from '#server/runs/run'
import { loanFixturesOf } from '../loans/loanFixtures'
import { manyCalls, openServer } from '../support/harness'
import { naira, rate } from '../support/people'
import { roundsOf } from '../support/rounds'
import { sheetAfterOthers } from '../support/sheets'
import { loanOn } from './dayModel'

const server = await openServer({ limits: manyCalls })
const { database, clock } = server
const parts = await loanFixturesOf(server)
await parts.pay('MBW', naira(100_000_000))
const first = await server.enterAs({ permissions: ['can-do-first-approval'] })
const second = await server.enterAs({ permissions: ['can-do-second-approval'] })
const recorder = await server.enter(
  'can-record-collection',
  'can-view-collection',
  'can-view-loan-details',
  'can-view-day-close',
  'can-view-loan-history',
)
const asks = await server.enter('can-request-reversal')
const decides = await server.enter('can-approve-reversal')
const by = async ({ id }: { id: number }) => ({ token: await server.openSession(id), key: randomUUID() })
const through = () => ({ now: clock.now(), through: lastEndedDay(clock.now()) })
await openRuns(database, through())
const today = () => lagosDay(clock.now())
/** Ten minutes after the start of a day. */
const goTo = (day: string) =>
  clock.pass((startOfLagosDay(day).getTime() + 600_000 - clock.now().getTime()) / 60_000)
const closeDays = () => postRuns(database, through())

type Terms = NonNullable<Parameters<typeof parts.apply>[1]>

/** An agent with a borrower, whose loan is paid out today. */
async function borrower(terms: Terms, fields: { penaltyBasisPoints: number; graceDays: number }) {
  const agent = await server.makeAgent()
  const customer = await server.makeCustomer(agent.id)
  const loan = await parts.apply(customer, terms, fields)
  const { firstLoanApproval, secondLoanApproval } = calls.loans
  await server.ask(firstLoanApproval, { id: loan.id, status: 'accepted' }, await by(first))
  const reply = await server.ask(secondLoanApproval, { id: loan.id, status: 'accepted' }, await by(second))
  if (reply.status !== '200') throw new Error(reply.text)
  return { agent, customer, loan, start: today() }
}

async function record(agent_id: number, loan_id: number, amount: Kobo, day: string) {
  const body = await sheetAfterOthers(database, { agent_id, day, lines: [{ loan_id, amount }] })
  const reply = await server.ask(calls.collections.recordSheet, body, await by(recorder))
  if (reply.status !== '200') throw new Error(reply.text)
  return reply
}
async function repay(loan_id: number, amount: Kobo, day: string) {
  const reply = await server.ask(calls.loans.repayLoan, { loan_id, amount, day }, await by(recorder))
  if (reply.status !== '200') throw new Error(reply.text)
  return reply
}
type Way = 'sheet' | 'counter'
/** Records a repayment in one of the ways; returns the reference of its entry. */
async function collect(way: Way, agent_id: number, loan_id: number, amount: Kobo, day: string) {
  if (way === 'counter') return (await repay(loan_id, amount, day)).output().data.reference
  return (await record(agent_id, loan_id, amount, day)).output().data.rows[0]?.reference ?? ''
}
const accountOf = async (loan_id: number) =>
  (await server.ask(calls.loans.getLoanAccount, { loan_id }, await by(recorder))).output().data
const closeOf = async (day: string) =>
  (await server.ask(calls.closing.getDayClose, { day }, await by(recorder))).output().data
async function reverse(reference: string) {
  const asked = await server.ask(
    calls.reversals.requestReversal,
    { reference, reason: 'Typed wrongly' },
    await by(asks),
  )
  if (asked.status !== '200') throw new Error(asked.text)
  const { rows } = await database.$client.query<{ id: string }>(
    'select id from reversals where reference = $1',
    [asked.output().data.reference],
  )
  const body = { id: Number(rows[0]?.id), status: 'accept' as const }
  const done = await server.ask(calls.reversals.reversalDecision, body, await by(decides))
  if (done.status !== '200') throw new Error(done.text + JSON.stringify(server.log.slice(-3)))
}
const faultless = async () => expect((await verifyLedger(database)).faults).toEqual([])

const weekly = { amount: naira(10_000), rate: rate(10), times: 4, period: 'weekly' } as const

describe('a sheet that is recorded after its day', () => {
  it('counts on its day: the penalty of the night is taken back, the installment is paid on time', async () => {
    const { agent, loan, start } = await borrower(weekly, { penaltyBasisPoints: 500, graceDays: 0 })
    const friday = addDays(start, 7)
    goTo(addDays(friday, 1))
    await closeDays()
    expect((await accountOf(loan.id)).schedule[0]).toMatchObject({ penalty: naira(137.5), days_late: 1 })
    const reply = await record(agent.id, loan.id, naira(2750), friday)
    expect(reply.message).toContain('₦137.50 of penalties was taken back')
    const { schedule, balance, movements, arrears } = await accountOf(loan.id)
    expect(schedule[0]).toMatchObject({ penalty: 0, paid: naira(2750), status: 'paid', days_late: 0 })
    expect(balance).toBe(naira(8250))
    expect(arrears).toMatchObject({ days: 0, amount: 0 })
    expect(movements.map(({ kind, amount, collected_on }) => [kind, amount, collected_on])).toEqual([
      ['repayment', naira(2750), friday],
      ['penalty', naira(-137.5), null],
      ['penalty', naira(137.5), null],
    ])
    const closed = await closeOf(friday)
    expect(closed.agents.find(({ agent_id }) => agent_id === agent.id)).toMatchObject({
      expected: naira(2750),
      loans: naira(2750),
      collected: naira(2750),
      late: naira(2750),
      held: 0,
    })
    expect(
      (await closeOf(addDays(friday, 1))).agents.find(({ agent_id }) => agent_id === agent.id),
    ).toMatchObject({
      collected: 0,
      held: naira(2750),
    })
    await faultless()
  })

  it('keeps what was expected of a closed day after the customer moved and the loan was reversed', async () => {
    const { agent, customer, start } = await borrower(weekly, { penaltyBasisPoints: 0, graceDays: 0 })
    const due = addDays(start, 7)
    goTo(addDays(due, 1))
    await closeDays()
    const held = async () =>
      (await closeOf(due)).agents.find(({ agent_id }) => agent_id === agent.id)?.expected
    expect(await held()).toBe(naira(2750))
    const other = await server.makeAgent()
    await database.update(customers).set({ assignedAgentId: other.id }).where(eq(customers.id, customer.id))
    expect(await held()).toBe(naira(2750))
    await faultless()
  })

  it('that was reversed makes the penalty owed again', async () => {
    const { agent, loan, start } = await borrower(weekly, { penaltyBasisPoints: 500, graceDays: 0 })
    const friday = addDays(start, 7)
    goTo(addDays(friday, 1))
    await closeDays()
    const sheet = await record(agent.id, loan.id, naira(2750), friday)
    await reverse(sheet.output().data.rows[0]?.reference ?? '')
    const { schedule, balance } = await accountOf(loan.id)
    expect(schedule[0]).toMatchObject({ penalty: naira(137.5), paid: 0, status: 'pending' })
    expect(balance).toBe(naira(11_137.5))
    await faultless()
  })
})

describe('what was paid at the counter on an earlier day', () => {
  it('counts on that day: the penalty is taken back, the day’s close shows it as recorded later', async () => {
    const { agent, loan, start } = await borrower(weekly, { penaltyBasisPoints: 500, graceDays: 0 })
    const friday = addDays(start, 7)
    goTo(addDays(friday, 1))
    await closeDays()
    const reply = await repay(loan.id, naira(2750), friday)
    expect(reply.message).toContain('₦137.50 of penalties was taken back')
    const { schedule, balance, movements } = await accountOf(loan.id)
    expect(schedule[0]).toMatchObject({ penalty: 0, paid: naira(2750), status: 'paid', days_late: 0 })
    expect(balance).toBe(naira(8250))
    expect(movements[0]).toMatchObject({ kind: 'repayment', collected_on: friday })
    expect((await closeOf(friday)).counter).toMatchObject({ loans: naira(2750), late: naira(2750) })
    expect((await closeOf(addDays(friday, 1))).counter).toMatchObject({ loans: 0, late: 0 })
    const sheet = { agent_id: agent.id, day: friday }
    const due = await server.ask(calls.collections.getCollectionSheet, sheet, await by(recorder))
    expect(due.output().data.loans).toMatchObject([{ loan_id: loan.id, collected: naira(2750) }])
    await faultless()
  })

  it('is refused for a day to come, and after the seventh day, with what to do', async () => {
    const { loan, customer } = await borrower(weekly, { penaltyBasisPoints: 500, graceDays: 0 })
    const saving = await parts.makeSaving(customer)
    const askOf = async (day: string) =>
      Promise.all([
        server.ask(calls.loans.repayLoan, { loan_id: loan.id, amount: naira(1), day }, await by(recorder)),
        server.ask(
          calls.savings.recordDeposit,
          { savings_id: saving.id, amount: naira(1), day },
          await by(recorder),
        ),
      ])
    for (const { message } of await askOf(addDays(today(), 1))) expect(message).toContain('a day to come')
    for (const { message } of await askOf(addDays(today(), -8)))
      expect(message).toContain('send the agent’s collection sheet for approval')
  })
})

const loanTerms = fc.record({
  amount: fc.integer({ min: 1_000, max: 20_000 }).map((n) => n * 101),
  percent: fc.constantFrom(0, 7, 10, 33),
  times: fc.integer({ min: 1, max: 6 }),
  period: fc.constantFrom('daily' as const, 'weekly' as const),
  grace: fc.integer({ min: 0, max: 3 }),
  penaltyRate: fc.constantFrom(0, 333, 500, 1000),
})
/** What was collected on a day, and how many days later it is recorded. */
const beats = fc.array(
  fc.record({
    day: fc.integer({ min: 1, max: 24 }),
    share: fc.integer({ min: 1, max: 30 }),
    after: fc.integer({ min: 0, max: 7 }),
    way: fc.constantFrom<Way>('sheet', 'counter'),
  }),
  { minLength: 1, maxLength: 7 },
)

it('a loan is the same in whatever order its days are recorded', async () => {
  await fc.assert(
    fc.asyncProperty(loanTerms, beats, async (terms, all) => {
      const { agent, loan, start } = await borrower(
        { amount: terms.amount as Kobo, rate: rate(terms.percent), times: terms.times, period: terms.period },
        { penaltyBasisPoints: terms.penaltyRate, graceDays: terms.grace },
      )
      const total = terms.amount + loan.interestAmount
      const profitBefore = (await parts.accountOf('PW')).balance
      const sharesOfAll = Math.max(100, all.reduce((sum, { share }) => sum + share, 0) + 1)
      const collected = all.map(({ day, share, after, way }, at) => ({
        day,
        way,
        amount: Math.max(1, Math.floor((total * share) / sharesOfAll)),
        recordedOn: day + after,
        at,
      }))
      // Within a day in the order of recording.
      const recorded = collected.toSorted((a, b) => a.recordedOn - b.recordedOn || a.at - b.at)
      for (let day = 1; day <= 34; day++) {
        goTo(addDays(start, day))
        await closeDays()
        for (const one of recorded.filter(({ recordedOn }) => recordedOn === day))
          await collect(one.way, agent.id, loan.id, one.amount as Kobo, addDays(start, one.day))
      }
      const model = loanOn(
        {
          amount: terms.amount,
          interest: loan.interestAmount,
          times: terms.times,
          every: terms.period === 'daily' ? 1 : 7,
          grace: terms.grace,
          penaltyRate: terms.penaltyRate,
        },
        recorded,
        34,
      )
      const { schedule, balance, interest_paid } = await accountOf(loan.id)
      expect(schedule.map(({ penalty }) => penalty)).toEqual(model.penalties)
      expect(schedule.map(({ paid }) => paid)).toEqual(model.paid)
      expect(balance).toBe(model.owed)
      expect(interest_paid).toBe(model.interestPaid)
      expect((await parts.accountOf('PW')).balance - profitBefore).toBe(
        model.interestPaid + model.penaltyPaid,
      )
      await faultless()
    }),
    { numRuns: roundsOf(9), endOnFailure: true },
  )
}, 600_000)

describe('interest of a month that has ended', () => {
  /** A wallet with 12 % a year, opened before the month that begins next, with ₦10,000.00 in it. */
  async function saver() {
    const agent = await server.makeAgent()
    const customer = await server.makeCustomer(agent.id)
    const saving = await parts.makeSaving(customer)
    await database.update(savings).set({ interestBasisPoints: 1200 }).where(eq(savings.id, saving.id))
    return { agent, customer, saving }
  }
  const nextMonth = (day: string) => {
    let next = addDays(day, 1)
    while (!next.endsWith('-01')) next = addDays(next, 1)
    return next
  }
  const deposit = async (savings_id: number, amount: Kobo) =>
    (await server.ask(calls.savings.depositSaving, { savings_id, amount }, await by(recorder))).output().data
      .reference
  const balanceOf = async (account: string) => (await parts.accountOf(account)).balance

  it('is taken back with a deposit that is reversed', async () => {
    await parts.pay('SW', naira(10_000))
    const { saving } = await saver()
    await deposit(saving.id, naira(10_000))
    const wrong = await deposit(saving.id, naira(5_000))
    const start = nextMonth(today())
    goTo(start)
    await closeDays()
    goTo(nextMonth(start))
    await closeDays()
    // One percent of ₦15,000.00.
    expect(await balanceOf(saving.reference)).toBe(naira(15_150))
    const paying = await balanceOf('SW')
    await reverse(wrong)
    expect(await balanceOf(saving.reference)).toBe(naira(10_100))
    expect(await balanceOf('SW')).toBe(paying + naira(50))
    await faultless()
    goTo(nextMonth(today()))
    await closeDays()
    expect(await balanceOf(saving.reference)).toBe(naira(10_100) + naira(100))
    await faultless()
  })

  it('is added for a deposit that is recorded after the month of its day', async () => {
    const { agent, saving, customer } = await saver()
    await deposit(saving.id, naira(10_000))
    goTo(nextMonth(today()))
    await closeDays()
    const end = nextMonth(today())
    goTo(addDays(end, -5))
    const body = { amount: naira(4_000), customer_id: customer.id, savings_ref: saving.reference }
    const mover = await server.enter('can-credit-customer')
    const moved = await server.ask(calls.customers.savingWalletToMainWallets, body, mover)
    expect(moved).toMatchObject({ status: '200' })
    goTo(end)
    await closeDays()
    // Of ₦6,000.00, the lowest balance; with the deposit of the same day it was ₦8,000.00 from then on.
    expect(await balanceOf(saving.reference)).toBe(naira(6_060))
    const sheet = await sheetAfterOthers(database, {
      agent_id: agent.id,
      day: addDays(end, -6),
      lines: [{ savings_id: saving.id, amount: naira(2_000) }],
    })
    expect(await server.ask(calls.collections.recordSheet, sheet, await by(recorder))).toMatchObject({
      status: '200',
    })
    expect(await balanceOf(saving.reference)).toBe(naira(8_080))
    const late = { savings_id: saving.id, amount: naira(1_000), day: addDays(end, -6) }
    const counter = await server.ask(calls.savings.recordDeposit, late, await by(recorder))
    expect(counter.message).toContain('₦10.00 of interest was added')
    expect(await balanceOf(saving.reference)).toBe(naira(9_090))
    await faultless()
  })
})

it('a loan whose repayments are all reversed owes all of it again, in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(loanTerms, beats, fc.infiniteStream(fc.nat()), async (terms, all, dice) => {
      const { agent, loan, start } = await borrower(
        { amount: terms.amount as Kobo, rate: rate(terms.percent), times: terms.times, period: terms.period },
        { penaltyBasisPoints: terms.penaltyRate, graceDays: terms.grace },
      )
      const [main, profit] = [(await parts.accountOf('MBW')).balance, (await parts.accountOf('PW')).balance]
      const total = terms.amount + loan.interestAmount
      const shares = Math.max(100, all.reduce((sum, { share }) => sum + share, 0) + 1)
      const references: string[] = []
      for (let day = 1; day <= 34; day++) {
        goTo(addDays(start, day))
        await closeDays()
        for (const one of all.filter((some) => some.day + some.after === day)) {
          const amount = Math.max(1, Math.floor((total * one.share) / shares)) as Kobo
          references.push(await collect(one.way, agent.id, loan.id, amount, addDays(start, one.day)))
        }
      }
      while (references.length > 0) {
        const at = (dice.next().value ?? 0) % references.length
        await reverse(references.splice(at, 1)[0] ?? '')
        await faultless()
      }
      const { schedule, balance, interest_paid } = await accountOf(loan.id)
      expect(schedule.map(({ paid }) => paid)).toEqual(schedule.map(() => 0))
      expect(interest_paid).toBe(0)
      expect(balance).toBe(total + schedule.reduce((sum, { penalty }) => sum + penalty, 0))
      expect((await parts.accountOf('MBW')).balance).toBe(main)
      expect((await parts.accountOf('PW')).balance).toBe(profit)
    }),
    { numRuns: roundsOf(4), endOnFailure: true },
  )
}, 600_000)
