import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { loanRepaymentSchedule } from '#server/db/tables/loans'
import { savingsHistory } from '#server/db/tables/money'
import { openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

const server = await openServer()
const money = moneyOf(server)
const { database } = server
const { dashboard } = calls
const admin = await server.makeAdmin()
const customer = await server.makeCustomer((await server.makeAgent()).id)

/** The server's clock is at Wednesday 18 November 2026: the week began on Monday the 16th, 00:00 in Lagos. */
const edges = {
  'Sunday 23:59 before last week': [new Date('2026-11-08T22:59:59.999Z'), 1],
  'Monday 00:00 of last week': [new Date('2026-11-08T23:00:00Z'), 10],
  'Sunday 23:59 of last week': [new Date('2026-11-15T22:59:59.999Z'), 100],
  'Monday 00:00 of this week': [new Date('2026-11-15T23:00:00Z'), 1000],
  'Sunday 23:59 of this week': [new Date('2026-11-22T22:59:59.999Z'), 10_000],
  'Monday 00:00 of next week': [new Date('2026-11-22T23:00:00Z'), 100_000],
} satisfies Record<string, [Date, number]>
const expected = { thisWeek: [{ sum: naira(11_000) }], lastWeek: [{ sum: naira(110) }] }
const atEdges = async (make: (amount: Kobo, at: Date) => Promise<unknown>) => {
  for (const [at, amount] of Object.values(edges)) await make(naira(amount), at)
}
const clerk = await server.enter()

describe('weekly sums', () => {
  it('are 0 in an empty database', async () => {
    const empty = await openServer()
    const { token } = await empty.enter()
    for (const call of [dashboard.getSumOfLoan, dashboard.sumOfOverdueLoan, dashboard.getSumOfSavings])
      expect((await empty.ask(call, {}, { token })).output()).toEqual({
        thisWeek: [{ sum: 0 }],
        lastWeek: [{ sum: 0 }],
      })
  })

  it('of loans count applications from Monday 00:00 to Sunday 23:59 in Lagos', async () => {
    await atEdges((amount, createdAt) => money.makeLoan(customer, amount, { createdAt }))
    const reply = await server.ask(dashboard.getSumOfLoan, {}, clerk)
    expect(reply.output()).toEqual(expected)
    expect(reply.json).toMatchObject({ thisWeek: [{ sum: '11000.00' }], lastWeek: [{ sum: '110.00' }] })
  })

  it('of approved loans go by the day of the second approval', async () => {
    await atEdges((amount, at) => money.makeActiveLoan(customer, amount, admin.id, at))
    expect((await server.ask(dashboard.sumOfApprovedLoan, {}, clerk)).output()).toEqual(expected)
  })

  it('of savings count deposits, without rejected ones and interest', async () => {
    const plan = await money.makeSaving(customer)
    const name = plan.reference
    await atEdges(async (amount, createdAt) => {
      for (const kind of ['deposit', 'interest'] as const) {
        const { entryId, balances } = await money.pay(name, amount, { madeAt: createdAt })
        const { before = 0 as Kobo, after = 0 as Kobo } = balances[name] ?? {}
        const row = { savingsId: plan.id, kind, amount, createdAt, reference: money.newReference() }
        const balance = { amountBefore: before, amountAfter: after }
        await database.insert(savingsHistory).values({ ...row, ...balance, status: 'approved', entryId })
        const same = { amountBefore: after, amountAfter: after, reference: money.newReference() }
        await database.insert(savingsHistory).values({ ...row, ...same, kind: 'deposit', status: 'rejected' })
      }
    })
    expect((await server.ask(dashboard.getSumOfSavings, {}, clerk)).output()).toEqual(expected)
  })

  it('of overdue loans count the unpaid part of installments from the day after they were due', async () => {
    const loan = await money.makeActiveLoan(customer, naira(1000), admin.id, new Date('2026-10-01T10:00:00Z'))
    const paidAt = server.clock.now()
    const dues: [dueDate: string, amount: number, more?: object][] = [
      ['2026-11-07', 1],
      ['2026-11-08', 10], // due on a Sunday: overdue on the Monday
      ['2026-11-14', 100],
      ['2026-11-15', 1000],
      ['2026-11-16', 20_000, { paid: naira(10_000) }],
      ['2026-11-10', 500, { paid: naira(500), status: 'paid', paidAt }],
      ['2026-11-18', 7], // today is in time
      ['2026-11-21', 7],
    ]
    await database.insert(loanRepaymentSchedule).values(
      dues.map(([dueDate, amount, more], at) => ({
        loanId: loan.id,
        number: at + 1,
        dueDate,
        amount: naira(amount),
        ...more,
      })),
    )
    expect((await server.ask(dashboard.sumOfOverdueLoan, {}, clerk)).output()).toEqual(expected)
  })
})
