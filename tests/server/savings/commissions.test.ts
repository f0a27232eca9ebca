import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { negateKobo } from '#domain/money/kobo'
import { savingTypes } from '#server/db/tables/money'
import { expectRefused } from '../support/guards'
import { naira, rate } from '../support/people'
import { statementLog } from '../support/tables'
import { termsOf } from '../support/terms'
import { openCommissionDesk, thrift } from './commissionDesk'

// 18 November 2026 is a Wednesday.
const log = statementLog()

describe('the terms of a savings type', () => {
  it('are kept by the wallets that are opened under it, and say in words what a wallet costs', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open({
      ...thrift,
      cycle: 'days',
      cycle_days: 30,
      plan_end: 'pay-out',
      charge: naira(900),
    })
    expect(wallet).toMatchObject({
      commissionKind: 'contribution',
      cycleKind: 'days',
      cycleDays: 30,
      taken: 'first',
      planEnd: 'pay-out',
      // An amount is of the kind amount alone.
      charge: 0,
      commissionBasisPoints: 0,
    })
    expect((await at.account(wallet)).terms).toBe(
      'Keeps one contribution of each 30 days from the opening, the first. Pays out to the main wallet at the end of the plan, and begins again.',
    )
    const terms = await termsOf(at.server)
    const changed = await at.server.ask(
      calls.savings.updateSavingTypeTerms,
      {
        id: wallet.savingTypeId,
        interest: rate(0),
        charge: naira(0),
        commission: 'percent',
        commission_rate: rate(10),
        reason: 'Many pay in at once',
      },
      await at.by(),
    )
    expect(changed.message).toMatch(
      /Commission of a Cycle from One contribution to A percentage of what is paid in\. Percentage from 0% to 10%\.$/,
    )
    await terms.decide((await terms.newest()).id)
    expect(await at.savingOf(wallet.reference)).toMatchObject({ commissionKind: 'contribution' })
    const { data } = (await at.server.ask(calls.savings.getSavingType, {}, await at.by())).output()
    expect(data.find(({ id }) => id === wallet.savingTypeId)).toMatchObject({
      commission: 'percent',
      commission_rate: 1000,
      cycle: 'days',
      cycle_days: 30,
      plan_end: 'pay-out',
    })
  })

  it('of portals of older releases are a charge a month, and a change of these leaves the others', async () => {
    const at = await openCommissionDesk()
    const { id } = await at.makeType({ charge: naira(100) })
    const [type] = await at.database.select().from(savingTypes).where(eq(savingTypes.id, id))
    expect(type).toMatchObject({
      commissionKind: 'amount',
      charge: naira(100),
      cycleKind: 'month',
      taken: 'end',
      planEnd: 'carry-on',
    })
    const other = await at.makeType()
    const terms = await termsOf(at.server)
    await at.server.ask(
      calls.savings.updateSavingTypeTerms,
      { id: other.id, interest: rate(4), charge: naira(0), reason: 'Interest is paid now' },
      await at.by(),
    )
    await terms.decide((await terms.newest()).id)
    const [kept] = await at.database.select().from(savingTypes).where(eq(savingTypes.id, other.id))
    expect(kept).toMatchObject({ interestBasisPoints: 400, commissionKind: 'contribution', taken: 'first' })
  })

  it.each([
    [{ commission: 'percent', commission_rate: 12_000 }, '100', /at most 100 percent/],
    [{ ...thrift, cycle: 'days', cycle_days: 0 }, '100', /1 to 366 days/],
    [{ ...thrift, cycle: 'days', cycle_days: 367 }, '100', /1 to 366 days/],
    [{ commission: 'percent' }, '400', /enter the commission in percent/],
    [{ commission: 'amount', taken: 'first' }, '400', /enter the amount of the commission/],
  ] as const)('refuse %j, with nothing written', async (terms, status, text) => {
    const at = await openCommissionDesk()
    const { reply, id } = await at.makeType(terms as never)
    expect(reply.status).toBe(status)
    expect(reply.text).toMatch(text)
    expect(id).toBe(0)
  })
})

describe('a commission that is taken first', () => {
  it('is one contribution of each month, from the first deposit of the month', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open()
    const before = await at.balanceOf('TW')
    const first = await at.deposit(wallet, naira(500))
    expect(first.message).toMatch(/\. ₦500\.00 of commission was kept\. New balance: ₦0\.00\.$/)
    expect(first.output().data.balance).toBe(0)
    await at.deposit(wallet, naira(2000))
    expect(await at.balanceOf(wallet.reference)).toBe(naira(2000))
    at.goTo('2026-12-01')
    await at.deposit(wallet, naira(500))
    expect(await at.movements(wallet)).toEqual([
      ['deposit', naira(500)],
      ['commission', naira(500)],
      ['deposit', naira(2000)],
      ['deposit', naira(500)],
      ['commission', naira(500)],
    ])
    expect(await at.cycles(wallet)).toEqual([
      [1, naira(2500), naira(500), naira(500)],
      [2, naira(500), naira(500), naira(500)],
    ])
    expect((await at.balanceOf('TW')) - before).toBe(naira(1000))
    const [one, two] = await at.messages(wallet)
    expect(one).toMatch(/Commission NGN 500\.00\. Savings balance: NGN 0\.00\./)
    expect(two).not.toContain('Commission')
    const reader = await at.server.enter('can-view-all')
    const history = await at.server.ask(
      calls.savings.customerSavingHistory,
      { savings_id: wallet.id },
      { token: reader.token },
    )
    expect(
      history
        .output()
        .data.map(({ movement, amount }) => [movement, amount])
        .slice(-2),
    ).toEqual([
      ['Savings commission', negateKobo(naira(500))],
      ['Savings deposit', naira(500)],
    ])
    expect(await at.faults()).toEqual([])
  })

  it('of part payments is taken as they come, never more than was paid', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open()
    await at.deposit(wallet, naira(200))
    expect(await at.cycles(wallet)).toEqual([[1, naira(200), naira(200), naira(200)]])
    await at.deposit(wallet, naira(700))
    expect(await at.cycles(wallet)).toEqual([[1, naira(900), naira(500), naira(500)]])
    expect(await at.balanceOf(wallet.reference)).toBe(naira(400))
    expect(await at.faults()).toEqual([])
  })

  it('in percent is kept of each deposit, half a kobo up', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open({ commission: 'percent', commission_rate: rate(2.5), taken: 'first' })
    await at.deposit(wallet, 1010 as Kobo)
    // 25.25 kobo, then 50.5 kobo of both.
    await at.deposit(wallet, 1010 as Kobo)
    expect(await at.cycles(wallet)).toEqual([[1, 2020, 51, 51]])
    expect(await at.movements(wallet)).toEqual([
      ['deposit', 1010],
      ['commission', 25],
      ['deposit', 1010],
      ['commission', 26],
    ])
    expect(await at.faults()).toEqual([])
  })

  it('is kept once of two deposits at the same time', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open()
    await Promise.all([1, 2, 3, 4].map(() => at.deposit(wallet, naira(500))))
    expect(await at.cycles(wallet)).toEqual([[1, naira(2000), naira(500), naira(500)]])
    expect(await at.balanceOf(wallet.reference)).toBe(naira(1500))
    expect(await at.faults()).toEqual([])
  })

  it('counts a deposit of an earlier day in the cycle of that day', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open()
    at.goTo('2026-12-02')
    await at.deposit(wallet, naira(500))
    await at.deposit(wallet, naira(500), '2026-11-29')
    expect(await at.cycles(wallet)).toEqual([
      [1, naira(500), naira(500), naira(500)],
      [2, naira(500), naira(500), naira(500)],
    ])
    expect(await at.balanceOf(wallet.reference)).toBe(0)
    expect(await at.faults()).toEqual([])
  })
})

describe('a transfer and a closing', () => {
  it('take first what begun cycles owe; a transfer above the rest is refused with the amounts', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open({ commission: 'contribution', taken: 'end' })
    await at.deposit(wallet, naira(1500))
    expect(await at.balanceOf(wallet.reference)).toBe(naira(1500))
    expect((await at.account(wallet)).commission_owed).toBe(naira(500))
    expectRefused(
      await at.transfer(wallet, naira(1500)),
      'The savings wallet holds ₦1,500.00, of which ₦500.00 is owed as commission: ₦1,000.00 can be moved, which does not cover ₦1,500.00.',
    )
    expect(await at.cycles(wallet)).toEqual([[1, naira(1500), naira(500), 0]])
    const moved = await at.transfer(wallet, naira(500))
    expect(moved.message).toMatch(/₦500\.00 of commission was taken first\./)
    expect(await at.balanceOf(wallet.reference)).toBe(naira(500))
    expect(await at.cycles(wallet)).toEqual([[1, naira(1500), naira(500), naira(500)]])
    const closed = await at.closeWallet(wallet)
    expect(closed.message).toBe(
      `Savings wallet ${wallet.reference} closed. ₦500.00 moved to the main wallet. Balance of the main wallet: ₦1,000.00.`,
    )
    expect(await at.mainOf(wallet)).toBe(naira(1000))
    expect(await at.faults()).toEqual([])
  })

  it('leave no way around the commission by closing before the cycle ends', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open({ commission: 'amount', charge: naira(300), cycle: 'days', taken: 'end' })
    await at.deposit(wallet, naira(200))
    const closed = await at.closeWallet(wallet)
    expect(closed.message).toMatch(
      /closed\. ₦200\.00 of commission was kept\. Balance of the main wallet: ₦0\.00/,
    )
    expect(await at.messages(wallet)).toHaveLength(2)
    expect(await at.faults()).toEqual([])
  })

  it('cost nothing of a wallet without a deposit in a cycle', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open()
    const closed = await at.closeWallet(wallet)
    expect(closed.message).not.toContain('commission')
    expect(await at.cycles(wallet)).toEqual([])
  })
})

describe('a collection sheet', () => {
  it('keeps the commission of each of its lines, and says so to the customer', async () => {
    const at = await openCommissionDesk()
    const [one, two] = [
      await at.open(),
      await at.open({ commission: 'percent', commission_rate: rate(10), taken: 'first' }),
    ]
    const plain = await at.open({ charge: naira(100) })
    await at.sheet([
      { wallet: one, amount: naira(2000) },
      { wallet: two, amount: naira(500) },
      { wallet: plain, amount: naira(500) },
    ])
    expect(await at.balanceOf(one.reference)).toBe(naira(1500))
    expect(await at.balanceOf(two.reference)).toBe(naira(450))
    expect(await at.balanceOf(plain.reference)).toBe(naira(500))
    expect(await at.cycles(plain)).toEqual([])
    const [text] = await at.messages(one)
    expect(text).toMatch(/received by Bola Ige\. Commission NGN 500\.00\. Savings balance: NGN 1,500\.00\./)
    expect(await at.faults()).toEqual([])
  })

  it('of an earlier day counts in the cycle of that day', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open()
    at.goTo('2026-12-02')
    await at.sheet([{ wallet, amount: naira(800) }], '2026-11-30')
    expect(await at.cycles(wallet)).toEqual([[1, naira(800), naira(500), naira(500)]])
    expect(await at.faults()).toEqual([])
  })

  it('takes as many statements for many lines as for one', async () => {
    const at = await openCommissionDesk()
    const wallets: Awaited<ReturnType<typeof at.open>>[] = []
    for (let n = 0; n < 21; n++) wallets.push(await at.open())
    const statementsOf = async (some: typeof wallets) => {
      log.take()
      const reply = await at.sheet(some.map((wallet) => ({ wallet, amount: naira(1000) })))
      expect(reply.status).toBe('200')
      return log.take().length
    }
    const [first, ...others] = wallets
    const [few, many] = [await statementsOf(first ? [first] : []), await statementsOf(others)]
    expect(many).toBe(few)
    expect(await at.faults()).toEqual([])
  })
})

describe('the reversal of a deposit', () => {
  it('lowers what was paid in its cycle, and gives back the commission that is not due any more', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open()
    const { reference: first } = (await at.deposit(wallet, naira(500))).output().data
    const { reference: second } = (await at.deposit(wallet, naira(500))).output().data
    // The second contribution pays for the cycle now.
    const one = await at.reverse(first)
    expect(one.status).toBe('200')
    expect(await at.cycles(wallet)).toEqual([[1, naira(500), naira(500), naira(500)]])
    expect(await at.balanceOf(wallet.reference)).toBe(0)
    const two = await at.reverse(second)
    expect(two.message).toMatch(/₦500\.00 of commission was given back\./)
    expect(await at.cycles(wallet)).toEqual([[1, 0, 0, 0]])
    expect(await at.balanceOf(wallet.reference)).toBe(0)
    expect((await at.movements(wallet)).slice(3)).toEqual([
      ['deposit', naira(-500)],
      ['commission', naira(-500)],
      ['deposit', naira(-500)],
    ])
    expect(await at.faults()).toEqual([])
  })

  it('is refused where the transaction wallet does not cover what is given back', async () => {
    const at = await openCommissionDesk()
    const wallet = await at.open()
    const { reference } = (await at.deposit(wallet, naira(500))).output().data
    await at.money.pay('TW', naira(-400))
    const reply = await at.reverse(reference)
    expect(reply.status).toBe('400')
    expect(reply.message).toMatch(/^Transaction wallet (no longer covers|has)/)
    expect(await at.cycles(wallet)).toEqual([[1, naira(500), naira(500), naira(500)]])
  })
})

it('the portfolio shows what a cycle costs a wallet', async () => {
  const at = await openCommissionDesk()
  const one = await at.open()
  const part = await at.open({ commission: 'percent', commission_rate: rate(10), taken: 'first' })
  const plain = await at.open({ charge: naira(100) })
  await at.deposit(part, naira(1000))
  const page = await at.server.ask(calls.savings.getSavingPortfolio, { page: 1 }, await at.by())
  const rows = page.output().data.getActive.data
  const costOf = ({ id }: { id: number }) => rows.find((row) => row.id === id)?.charge
  expect([one, part, plain].map(costOf)).toEqual([naira(500), naira(100), naira(100)])
})
