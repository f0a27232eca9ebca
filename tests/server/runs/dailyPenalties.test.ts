import { and, asc, eq, isNull } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { loanHistory } from '#server/db/tables/loans'
import { lastEndedDay, openRuns, postRuns } from '#server/runs/run'
import { loanFixturesOf } from '../loans/loanFixtures'
import { faultsIn } from '../support/books'
import { manyCalls, openServer } from '../support/harness'
import { naira, rate } from '../support/people'

const server = await openServer({ limits: manyCalls })
const { database, clock } = server
const parts = await loanFixturesOf(server)
for (const wallet of ['MBW', 'SW'] as const) await parts.pay(wallet, naira(10_000_000))
const first = await server.enterAs({ permissions: ['can-do-first-approval'] })
const second = await server.enterAs({ permissions: ['can-do-second-approval'] })
const teller = await server.enterAs({ permissions: ['can-record-collection'] })
const asker = await server.enterAs({ permissions: ['can-request-reversal'] })
const approver = await server.enterAs({ permissions: ['can-approve-reversal'] })
const by = async ({ id }: { id: number }) => ({ token: await server.openSession(id) })
await openRuns(database, { now: clock.now(), through: lastEndedDay(clock.now()) })

const minute = 60_000
const goTo = (day: string) =>
  clock.pass((startOfLagosDay(day).getTime() + 10 * minute - clock.now().getTime()) / minute)
const closeDays = () => postRuns(database, { now: clock.now(), through: lastEndedDay(clock.now()) })
/** ₦10,000.00 at 10 % in four weekly instalments of ₦2,750.00: ₦100.00 a day late after two days of grace, ₦550.00 at most. */
async function lend() {
  const loan = await parts.apply(
    await parts.makeBorrower(),
    { amount: naira(10_000), rate: rate(10), times: 4 },
    {
      penaltyBasisPoints: 0,
      penaltyKind: 'daily',
      penaltyAmount: naira(100),
      penaltyCeiling: rate(20),
      graceDays: 2,
    },
  )
  const accepted = { id: loan.id, status: 'accepted' } as const
  ;(await server.ask(calls.loans.firstLoanApproval, accepted, await by(first))).output()
  ;(await server.ask(calls.loans.secondLoanApproval, accepted, await by(second))).output()
  return { ...loan, start: lagosDay(clock.now()) }
}
/** The days late of the penalties that stand, with their amounts. */
const penaltiesOf = async (loanId: number) =>
  (
    await database
      .select({ day: loanHistory.penaltyDay, penalty: loanHistory.penalty })
      .from(loanHistory)
      .where(
        and(eq(loanHistory.loanId, loanId), eq(loanHistory.kind, 'penalty'), isNull(loanHistory.reversesId)),
      )
      .orderBy(asc(loanHistory.id))
  ).map(({ day, penalty }) => [day, penalty])
const owedPenalties = async (loanId: number) =>
  (await parts.scheduleOf(loanId)).map(({ penalty }) => penalty as number)
const repay = async (loan_id: number, amount: Kobo, day = lagosDay(clock.now())) =>
  server.ask(calls.loans.repayLoan, { loan_id, amount, day }, await by(teller))

describe('a penalty of an amount a day', () => {
  it('is charged for each day late after the days of grace, up to its ceiling', async () => {
    const { id, start } = await lend()
    // Due after a week; the tenth day is the first one after the grace.
    goTo(addDays(start, 10))
    await closeDays()
    expect(await penaltiesOf(id)).toEqual([])
    goTo(addDays(start, 12))
    await closeDays()
    expect(await penaltiesOf(id)).toEqual([
      [addDays(start, 10), naira(100)],
      [addDays(start, 11), naira(100)],
    ])
    await closeDays()
    goTo(addDays(start, 17))
    await closeDays()
    // ₦550.00 at most: the sixth day costs what is left.
    expect(await owedPenalties(id)).toEqual([naira(550), 0, 0, 0])
    expect((await penaltiesOf(id)).at(-1)).toEqual([addDays(start, 15), naira(50)])
    expect(await faultsIn(database)).toEqual([])
  })

  it('is taken back for the days that a repayment recorded late makes wrong', async () => {
    const { id, start } = await lend()
    goTo(addDays(start, 13))
    await closeDays()
    expect(await owedPenalties(id)).toEqual([naira(300), 0, 0, 0])
    // With the penalty of the day before, the instalment was paid on the 11th day.
    const reply = await repay(id, naira(2850), addDays(start, 11))
    expect(reply.message).toContain('₦200.00 of penalties was taken back')
    expect(await owedPenalties(id)).toEqual([naira(100), 0, 0, 0])
    expect((await parts.scheduleOf(id))[0]).toMatchObject({ status: 'paid', paid: naira(2850) })
    expect(await faultsIn(database)).toEqual([])
    // Reversed, the days are late again.
    const { reference } = reply.output().data
    const asked = await server.ask(
      calls.reversals.requestReversal,
      { reference, reason: 'Wrong' },
      await by(asker),
    )
    asked.output()
    const [request] = (
      await server.ask(calls.reversals.getReversals, { page: 1 }, await by(approver))
    ).output().data.data
    ;(
      await server.ask(
        calls.reversals.reversalDecision,
        { id: request?.id ?? 0, status: 'accept' },
        await by(approver),
      )
    ).output()
    expect(await owedPenalties(id)).toEqual([naira(300), 0, 0, 0])
    expect(await faultsIn(database)).toEqual([])
  })

  it('stays where the repayment recorded late left something open', async () => {
    const { id, start } = await lend()
    goTo(addDays(start, 13))
    await closeDays()
    const reply = await repay(id, naira(1000), addDays(start, 9))
    expect(reply.message).not.toContain('taken back')
    expect(await owedPenalties(id)).toEqual([naira(300), 0, 0, 0])
    expect(await faultsIn(database)).toEqual([])
  })

  it('is posted again for days that were reopened, and stays for earlier ones', async () => {
    const { id, start } = await lend()
    goTo(addDays(start, 13))
    await closeDays()
    const from_day = addDays(start, 11)
    const { requestReopening, reopeningDecision, getReopenings } = calls.closing
    ;(
      await server.ask(requestReopening, { from_day, reason: 'The clock was ahead' }, await by(asker))
    ).output()
    const [request] = (await server.ask(getReopenings, { page: 1 }, await by(approver))).output().data.data
    ;(
      await server.ask(reopeningDecision, { id: request?.id ?? 0, status: 'accept' }, await by(approver))
    ).output()
    expect(await owedPenalties(id)).toEqual([naira(100), 0, 0, 0])
    expect(await faultsIn(database)).toEqual([])
    await closeDays()
    expect(await owedPenalties(id)).toEqual([naira(300), 0, 0, 0])
    expect(await faultsIn(database)).toEqual([])
  })
})
