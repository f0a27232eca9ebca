import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shownMovements } from '#contract/calls/loanAccounts'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { kobo, sumKobo } from '#domain/money/kobo'
import { loanHistory } from '#server/db/tables/loans'
import { customerMessages } from '#server/db/tables/messages'
import { verifyLedger } from '#server/ledger/verify'
import { expectRefused } from '../support/guards'
import { naira, rate } from '../support/people'
import { openReversalDesk } from '../reversals/reversalDesk'
import { loanFixturesOf } from './loanFixtures'

const { getLoanAccount, recordRepayment } = calls.loans
const desk = await openReversalDesk()
const { server, recorder } = desk
const parts = await loanFixturesOf(server)
const viewer = await server.enter('can-view-loan-details', 'can-view-guarantor')
const first = await server.enterAs({ name: 'Musa Bello', permissions: ['can-do-first-approval'] })
const second = await server.enterAs({ name: 'Ngozi Afolabi', permissions: ['can-do-second-approval'] })
await parts.pay('MBW', naira(10_000_000))

/** A disbursed loan: ₦12,000.00 with 10 % in four weekly instalments of ₦3,300.00, unless the terms differ. */
async function lend(terms: Parameters<typeof parts.apply>[1] = {}) {
  const owner = await parts.makeBorrower()
  const loan = await parts.apply(owner, { amount: naira(12_000), rate: rate(10), times: 4, ...terms })
  const { firstLoanApproval, secondLoanApproval } = calls.loans
  await server.ask(firstLoanApproval, { id: loan.id, status: 'accepted', comment: 'Good stall' }, first)
  await server.ask(secondLoanApproval, { id: loan.id, status: 'accepted', comment: 'Agreed' }, second)
  return { ...loan, owner }
}
const repay = (loan_id: number, amount: Kobo, by = recorder) =>
  server.ask(recordRepayment, { loan_id, amount }, by)
const accountOf = async (loan_id: number, by = viewer) =>
  (await server.ask(getLoanAccount, { loan_id }, by)).output().data
const balances = async () => ({
  main: (await parts.accountOf('MBW')).balance,
  profit: (await parts.accountOf('PW')).balance,
})
const faultless = async () => expect((await verifyLedger(server.database)).faults).toEqual([])

describe('a repayment', () => {
  it('pays the oldest installment first; principal and interest go to their wallets', async () => {
    const loan = await lend()
    const before = await balances()
    const reply = await repay(loan.id, naira(5000))
    const { reference } = reply.output().data
    expect(reply.message).toBe(
      `₦5,000.00 repaid on loan ${loan.reference} (${reference}). ₦8,200.00 is still owed.`,
    )
    // 1,200 of interest in 13,200: 454.54 in 5,000, rounded down.
    expect(await balances()).toEqual({
      main: before.main + naira(4545.46),
      profit: before.profit + naira(454.54),
    })
    const account = await accountOf(loan.id)
    expect(account).toMatchObject({
      balance: naira(8200),
      interest_paid: naira(454.54),
      loan_status: 'active',
    })
    expect(account.schedule.map(({ paid, open }) => [paid, open])).toEqual([
      [naira(3300), 0],
      [naira(1700), naira(1600)],
      [0, naira(3300)],
      [0, naira(3300)],
    ])
    expect(
      account.movements.map((one) => [one.reference, one.instalment, one.amount, one.balance, one.kind]),
    ).toEqual([
      [reference, 2, naira(1700), naira(8200), 'repayment'],
      [reference, 1, naira(3300), naira(9900), 'repayment'],
    ])
    await faultless()
  })

  it('is counted on the loan’s page, which shows the newest fifty movements', async () => {
    const loan = await lend()
    for (let turn = 0; turn <= shownMovements; turn += 1) await repay(loan.id, naira(10))
    const { movements, movement_count } = await accountOf(loan.id)
    expect(movement_count).toBe(shownMovements + 1)
    expect(movements.map(({ balance }) => balance)).toEqual(
      Array.from({ length: shownMovements }, (_, at) => naira(13_200 - 10 * (shownMovements + 1 - at))),
    )
  })

  it('pays a penalty before its installment, and everything with the last kobo', async () => {
    const loan = await lend()
    await parts.punish(loan.id)
    expect(await accountOf(loan.id)).toMatchObject({ balance: naira(13_365) })
    await repay(loan.id, naira(100))
    const { schedule } = await accountOf(loan.id)
    expect(schedule[0]).toMatchObject({ penalty: naira(165), paid: naira(100), open: naira(3365) })
    const { profit } = await balances()
    const reply = await repay(loan.id, naira(13_265))
    expect(reply.message).toMatch(/The loan is paid\.$/)
    expect((await balances()).profit).toBe(profit + naira(65) + naira(1200))
    expect(await accountOf(loan.id)).toMatchObject({
      balance: 0,
      loan_status: 'paid',
      interest_paid: naira(1200),
      arrears: { days: 0, amount: 0, bucket: null },
    })
    await faultless()
  })

  it('is never more than is owed, and not for a loan that is paid or was not paid out', async () => {
    const loan = await lend()
    expectRefused(
      await repay(loan.id, naira(13_200.01)),
      `Only ₦13,200.00 is owed on loan ${loan.reference}.`,
    )
    await repay(loan.id, naira(13_200))
    expectRefused(await repay(loan.id, naira(1)), `Loan ${loan.reference} is paid. Nothing is owed on it.`)
    const pending = await parts.apply(await parts.makeBorrower())
    expectRefused(
      await repay(pending.id, naira(1)),
      `Loan ${pending.reference} was not paid out. Nothing is owed on it.`,
    )
    expectRefused(await repay(999_999, naira(1)), 'Loan with ID 999999 not found')
  })

  it('is made once for one key, and one of two at the same time is refused', async () => {
    const loan = await lend()
    const key = 'b7a5cf3d-5e04-4f3e-9a33-0d1a0c6f6a11'
    const [one, again] = [
      await server.ask(recordRepayment, { loan_id: loan.id, amount: naira(700) }, { ...recorder, key }),
      await server.ask(recordRepayment, { loan_id: loan.id, amount: naira(700) }, { ...recorder, key }),
    ]
    expect(again.output().data.reference).toBe(one.output().data.reference)
    expect(await accountOf(loan.id)).toMatchObject({ balance: naira(12_500) })
    const replies = await Promise.all([repay(loan.id, naira(12_500)), repay(loan.id, naira(12_500))])
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set(['200', '400']))
    expect(await accountOf(loan.id)).toMatchObject({ balance: 0, loan_status: 'paid' })
    await faultless()
  })

  it('is accepted from a deactivated customer, and reported to the customer', async () => {
    const loan = await lend()
    await server.database.$client.query('update customers set is_active = false where id = $1', [
      loan.owner.id,
    ])
    const { reference } = (await repay(loan.id, naira(200))).output().data
    const messages = await server.database
      .select()
      .from(customerMessages)
      .where(eq(customerMessages.customerId, loan.owner.id))
      .orderBy(asc(customerMessages.id))
    expect(messages.at(-1)?.text).toBe(
      `Loan repayment of NGN 200.00 received at the office. You still owe NGN 13,000.00. Receipt ${reference}.`,
    )
  })
})

describe('a reversed repayment', () => {
  it('opens its installments again and leaves wallets, loan and histories as before', async () => {
    const loan = await lend()
    await parts.punish(loan.id)
    await repay(loan.id, naira(1000))
    const before = { ...(await balances()), account: await accountOf(loan.id) }
    const { reference } = (await repay(loan.id, naira(12_365))).output().data
    expect(await accountOf(loan.id)).toMatchObject({ balance: 0, loan_status: 'paid' })
    const entry = await desk.reverse(reference)
    const after = await accountOf(loan.id)
    expect({ ...(await balances()), schedule: after.schedule }).toEqual({
      main: before.main,
      profit: before.profit,
      schedule: before.account.schedule,
    })
    expect(after).toMatchObject({
      balance: naira(12_365),
      loan_status: 'active',
      interest_paid: before.account.interest_paid,
    })
    const reversed = after.movements.filter((one) => one.reversed_by === entry)
    const reversing = after.movements.filter((one) => one.reverses === reference)
    expect(reversed).toHaveLength(4)
    expect(new Set(reversing.map(({ by }) => by))).toEqual(new Set([desk.approver.name]))
    expect(sumKobo(reversed.map(({ amount }) => amount))).toBe(naira(12_365))
    expect(sumKobo(reversing.map(({ amount }) => amount))).toBe(naira(-12_365))
    await faultless()
  })

  it('is refused while a business wallet does not cover it', async () => {
    const own = await openReversalDesk()
    const books = await loanFixturesOf(own.server)
    await books.pay('MBW', naira(100))
    const loan = await books.apply(await books.makeBorrower(), {
      amount: naira(100),
      rate: rate(0),
      times: 1,
    })
    const approve = { id: loan.id, status: 'accepted' } as const
    const one = await own.server.enter('can-do-first-approval')
    const two = await own.server.enter('can-do-second-approval')
    await own.server.ask(calls.loans.firstLoanApproval, approve, one)
    await own.server.ask(calls.loans.secondLoanApproval, approve, two)
    const body = { loan_id: loan.id, amount: naira(100) }
    const { reference } = (await own.server.ask(recordRepayment, body, own.recorder)).output().data
    await books.enter({
      moves: [
        { account: 'MBW', amount: naira(-60) },
        { account: 'TW', amount: naira(60) },
      ],
    })
    expectRefused(
      await own.request(reference),
      'Main business wallet has ₦40.00, which does not cover the ₦100.00 that the reversal takes back.',
    )
  })
})

describe('the page of a loan', () => {
  it('has its terms, decisions with comments, arrears and guarantors', async () => {
    const loan = await lend()
    server.clock.rewindAfterTest()
    server.clock.pass(9 * 1440)
    // A session of a later time does not count once the clock is back.
    const account = await accountOf(loan.id, { ...viewer, token: await server.openSession(viewer.id) })
    expect(account.history.map(({ kind, by, comment }) => [kind, by, comment])).toEqual([
      ['applied', 'Bola Ige', null],
      ['first-approval', 'Musa Bello', 'Good stall'],
      ['second-approval', 'Ngozi Afolabi', 'Agreed'],
    ])
    expect(account.arrears).toEqual({ days: 2, amount: naira(3300), bucket: '1–30' })
    expect(account.schedule.map(({ days_late }) => days_late)).toEqual([2, 0, 0, 0])
    expect(account).toMatchObject({ days_overdue: 2, overdue_amount: naira(3300), guarantors: [] })
    expect(account.disbursement).toMatch(/^LD-/)
  })

  it('of a loan that was rejected ends with who rejected it, when and why', async () => {
    const { firstLoanApproval, secondLoanApproval } = calls.loans
    const [early, late] = [
      await parts.apply(await parts.makeBorrower()),
      await parts.apply(await parts.makeBorrower()),
    ]
    const no = { status: 'rejected', comment: ' No guarantor ' } as const
    expect((await server.ask(firstLoanApproval, { id: early.id, ...no }, first)).status).toBe('200')
    await server.ask(firstLoanApproval, { id: late.id, status: 'accepted', comment: 'Good stall' }, first)
    expect((await server.ask(secondLoanApproval, { id: late.id, ...no }, second)).status).toBe('200')
    const at = '2026-11-18T10:00:00.000Z'
    const applied = { kind: 'applied', by: 'Bola Ige', at, comment: null }
    expect((await accountOf(early.id)).history).toMatchObject([
      applied,
      { kind: 'rejected', by: 'Musa Bello', at, rate: rate(12.5), comment: 'No guarantor' },
    ])
    expect((await accountOf(late.id)).history).toMatchObject([
      applied,
      { kind: 'first-approval', by: 'Musa Bello', at, comment: 'Good stall' },
      { kind: 'rejected', by: 'Ngozi Afolabi', at, rate: rate(12.5), comment: 'No guarantor' },
    ])
  })

  it('is not found for an unknown loan', async () => {
    expectRefused(
      await server.ask(getLoanAccount, { loan_id: 999_999 }, viewer),
      'Loan with ID 999999 not found',
    )
  })
})

describe('random repayments, penalties and reversals', () => {
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('repay' as const),
        share: fc.double({ min: 0.01, max: 1, noNaN: true }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('punish' as const), share: fc.nat({ max: 5 }) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), share: fc.nat() }) },
  )

  it('keep the ledger, the schedule and the history equal, and end with a paid loan', async () => {
    for (const one of [recorder, viewer, first, second, desk.asker, desk.approver])
      one.token = await server.openSession(one.id)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        const loan = await lend({ amount: naira(1000.37), rate: rate(7.5), times: 6 })
        const made: string[] = []
        for (const { kind, share } of steps) {
          const { balance } = await accountOf(loan.id)
          if (kind === 'repay' && balance > 0) {
            const amount = kobo(Math.max(1, Math.floor(balance * share)))
            made.push((await repay(loan.id, amount)).output().data.reference)
          } else if (kind === 'punish') {
            const [one] = (await accountOf(loan.id)).schedule.filter(
              ({ open, penalty, number }) => open > 100 && penalty === 0 && number > share,
            )
            if (one) await parts.punish(loan.id, one.number)
          } else if (kind === 'reverse' && made.length > 0) {
            const [wrong = ''] = made.splice(share % made.length, 1)
            await desk.reverse(wrong)
          }
        }
        const { balance } = await accountOf(loan.id)
        if (balance > 0) await repay(loan.id, balance)
        const end = await accountOf(loan.id)
        expect(end).toMatchObject({ balance: 0, loan_status: 'paid', interest_paid: end.interest_amount })
        const rows = await server.database.select().from(loanHistory).where(eq(loanHistory.loanId, loan.id))
        expect(sumKobo(rows.map(({ repayment }) => repayment))).toBe(
          sumKobo([end.total_payable, ...end.schedule.map(({ penalty }) => penalty)]),
        )
      }),
      { numRuns: 12 },
    )
    await faultless()
  })
})
