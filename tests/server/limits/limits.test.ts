import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { LimitKind, LimitStep } from '#contract/calls/limits'
import { calls } from '#contract/index'
import { recordChanges } from '#server/db/tables/histories'
import { creditRequests } from '#server/db/tables/limits'
import { faultsIn } from '../support/books'
import { expectRefused } from '../support/guards'
import { naira } from '../support/people'
import { tillsOf } from '../support/tills'
import { openLimitDesk } from './limitDesk'

const desk = await openLimitDesk()
const { server, ask, database, parts, clerk, customerWith, withdrawal, creditRequest, approve, caseOf } = desk
const boss = await server.enterAs({ role: 'SuperAdmin' })

let made = 0
/** An admin of a role of its own with these limits. */
async function limited(permissions: readonly string[], ...limits: [LimitKind, LimitStep, number][]) {
  made += 1
  const role = await server.makeRole(`Role ${'A'.repeat(made)}`, ...permissions)
  const rows = limits.map(([kind, step, amount]) => ({ kind, step, amount: naira(amount) }))
  expect((await ask(calls.roles.setRoleLimits, { role_id: role.id, limits: rows }, boss)).status).toBe('200')
  return { ...(await server.enterAs({ roleId: role.id })), role }
}
const free = await server.enter('can-approve-withdrawal', 'can-approve-credit')
const freeToo = await server.enter('can-approve-withdrawal')

describe('a limit of a role', () => {
  it('lets decide up to its amount, counting what the customer withdraws on the day', async () => {
    const teller = await limited(['can-approve-withdrawal', 'can-view-withdrawal'], ['withdrawal', 1, 500])
    const customer = await customerWith(5000)
    const first = await withdrawal(customer.id, 300)
    expect((await approve(first, teller)).status).toBe('200')
    const second = await withdrawal(customer.id, 300)
    const message = `The role ${teller.role.name} decides on withdrawals up to ₦500.00, not of ₦600.00.`
    expect((await approve(second, teller)).message).toBe(message)
    expect((await caseOf(second, teller))?.against).toBe(message)
    expect((await desk.waiting(teller)).withdrawals).toBe(0)
    expect((await approve(second, free)).status).toBe('200')
  })

  it('bounds both approvals of a loan, each by its own amount', async () => {
    const rights = ['can-do-first-approval', 'can-do-second-approval', 'can-view-pending-loan']
    const officer = await limited(rights, ['loan', 1, 100_000], ['loan', 2, 0])
    await parts.pay('MBW', naira(200_000))
    const borrower = await parts.makeBorrower()
    const large = await parts.apply(borrower, { amount: naira(150_000) })
    const small = await parts.apply(borrower, { amount: naira(100_000) })
    const decide = (step: 'firstLoanApproval' | 'secondLoanApproval', id: number, by: { token: string }) =>
      ask(calls.loans[step], { id, status: 'accepted' }, by)
    expect((await decide('firstLoanApproval', large.id, officer)).message).toBe(
      `The role ${officer.role.name} decides on loans up to ₦100,000.00, not of ₦150,000.00.`,
    )
    expect((await decide('firstLoanApproval', small.id, officer)).status).toBe('200')
    const second = await limited(rights, ['loan', 2, 0])
    expect((await decide('secondLoanApproval', small.id, second)).message).toBe(
      `The role ${second.role.name} makes the second decision on no loan.`,
    )
  })

  it('bounds both approvals of an expense', async () => {
    const rights = ['can-do-first-approval', 'can-do-second-approval']
    const head = await limited(rights, ['expense', 1, 500], ['expense', 2, 100])
    const other = await limited(rights, ['expense', 2, 100])
    await parts.pay('PW', naira(1000))
    const asker = await server.enter('can-request-expense', 'can-view-expense', 'can-edit-books')
    const { expenses } = calls
    expect((await ask(expenses.createExpenseCategory, { name: 'Fuel' }, asker)).status).toBe('200')
    const [category] = (await ask(expenses.getExpenseCategories, {}, asker)).output().data
    const expense = async (amount: number) => {
      const body = {
        category_id: category?.id ?? 0,
        amount: naira(amount),
        reason: 'Fuel',
        paid_from: 'vault',
      }
      expect((await ask(expenses.requestExpense, body as never, asker)).status).toBe('200')
      const { data } = (await ask(expenses.getExpenses, { page: 1, per_page: 1 }, asker)).output().data
      return { id: data[0]?.id ?? 0, status: 'accept' } as const
    }
    const large = await expense(501)
    expect((await ask(expenses.firstExpenseDecision, large, head)).message).toBe(
      `The role ${head.role.name} decides on expenses up to ₦500.00, not of ₦501.00.`,
    )
    const middle = await expense(101)
    expect((await ask(expenses.firstExpenseDecision, middle, head)).status).toBe('200')
    expect((await ask(expenses.secondExpenseDecision, middle, other)).message).toBe(
      `The role ${other.role.name} makes the second decision on expenses up to ₦100.00, not of ₦101.00.`,
    )
    const small = await expense(100)
    expect((await ask(expenses.firstExpenseDecision, small, head)).status).toBe('200')
    expect((await ask(expenses.secondExpenseDecision, small, other)).status).toBe('200')
  })

  it('is set and taken away by admins who may edit roles, kept in the history, and never one’s own', async () => {
    const role = await server.makeRole('Branch Manager', 'can-approve-withdrawal')
    const set = (limits: object[], by: { token: string } = boss) =>
      ask(calls.roles.setRoleLimits, { role_id: role.id, limits } as never, by)
    const loan = { kind: 'loan', step: 1, amount: naira(100_000) }
    expect((await set([loan])).status).toBe('200')
    expect((await set([loan])).message).toBe('The role has these limits already.')
    expect(
      (
        await set([
          { ...loan, amount: naira(5) },
          { kind: 'payout', step: 1, amount: naira(9) },
        ])
      ).status,
    ).toBe('200')
    expect((await set([])).status).toBe('200')
    expect((await set([{ kind: 'payout', step: 2, amount: naira(9) }])).status).toBe('100')
    expect(
      (await set([loan], await server.enterAs({ roleId: role.id, permissions: ['can-edit-role'] }))).message,
    ).toBe('You cannot change the role that you hold yourself.')
    const rows = await database.select().from(recordChanges).where(eq(recordChanges.part, 'role_limits'))
    expect(
      rows.filter(({ recordId }) => recordId === role.id).map(({ before, after }) => [before, after]),
    ).toEqual([
      [null, 'loan/1/10000000'],
      ['loan/1/10000000', 'loan/1/500'],
      [null, 'payout/1/900'],
      ['loan/1/500', null],
      ['payout/1/900', null],
    ])
  })
})

describe('above the withdrawal limit of the business', () => {
  it('two admins approve, neither of whom requested it; several of a day count together', async () => {
    await desk.set('withdrawal-limit', '1000')
    const customer = await customerWith(10_000)
    const small = await withdrawal(customer.id, 900)
    expect((await approve(small, free)).status).toBe('200')
    const split = await withdrawal(customer.id, 200)
    expect((await caseOf(split, free))?.first_of_two).toBe(true)
    const first = await approve(split, free)
    expect(first.message).toMatch(
      /^Withdrawal .* of ₦200\.00, ₦1,100\.00 with the customer’s others of today, has its first approval\./,
    )
    expect((await caseOf(split, freeToo))?.first_of_two).toBe(false)
    expect((await caseOf(split, freeToo))?.status).toBe('pending')
    expect((await approve(split, free)).message).toMatch(/^You made the first decision on withdrawal /)
    const held = await caseOf(split, freeToo)
    expect([held?.main_held, held?.first_approved_by]).toEqual([naira(200), 'Test Admin'])
    expect((await approve(split, freeToo)).message).toMatch(/paid out\./)
    await desk.set('withdrawal-limit', '')
    expect(await faultsIn(database)).toEqual([])
  })

  it('also where the agent is to pay', async () => {
    await desk.set('withdrawal-limit', '1000')
    const id = await withdrawal((await customerWith(5000)).id, 2000)
    const { approveWithdrawalForAgent } = calls.withdrawals
    const pay_on = '2026-11-19'
    expect((await ask(approveWithdrawalForAgent, { id, pay_on }, free)).message).toMatch(
      /has its first approval\./,
    )
    expect((await ask(approveWithdrawalForAgent, { id, pay_on }, freeToo)).message).toMatch(
      /pays ₦2,000\.00 on/,
    )
    await desk.set('withdrawal-limit', '')
  })
})

describe('a requested credit', () => {
  const { requestCustomerCredit, requestMainWalletCredit, creditDecision, getCreditCase } = calls.credits
  it('credits once another admin approves it, with the cash of the counter', async () => {
    const customer = await customerWith(0)
    const body = { customer_id: customer.id, amount: naira(7000), reason: 'Sale of a shop' }
    const both = await server.enter('can-credit-customer', 'can-approve-credit')
    const id = await creditRequest(ask(requestCustomerCredit, body, both))
    const own = await ask(creditDecision, { id, status: 'accept' }, both)
    expect(own.message).toMatch(/^You requested credit .* yourself\. Another admin must decide on it\.$/)
    expect((await ask(getCreditCase, { id }, free)).output().data).toMatchObject([
      { balance: 0, obstacle: null, against: null, amount: naira(7000), status: 'pending' },
    ])
    const replies = await Promise.all([
      ask(creditDecision, { id, status: 'accept' }, free),
      ask(creditDecision, { id, status: 'accept' }, await server.enter('can-approve-credit')),
    ])
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400'])
    expect((await ask(getCreditCase, { id }, free)).output().data[0]).toMatchObject({
      balance: naira(7000),
      status: 'approved',
    })
    const [row] = await database.select().from(creditRequests).where(eq(creditRequests.id, id))
    expect(row?.entryId).not.toBe(null)
    expect(await faultsIn(database)).toEqual([])
  })

  it('is rejected with a comment, and moves nothing', async () => {
    const customer = await customerWith(0)
    const body = { customer_id: customer.id, amount: naira(7000), reason: 'Sale of a shop' }
    const id = await creditRequest(ask(requestCustomerCredit, body, clerk))
    expect((await ask(creditDecision, { id, status: 'reject' }, free)).status).toBe('100')
    const rejection = { id, status: 'reject', comment: 'No cash came' } as const
    expect((await ask(creditDecision, rejection, free)).message).toMatch(
      /was rejected\. Nothing was credited\./,
    )
    expect((await ask(creditDecision, { id, status: 'accept' }, free)).message).toMatch(/is rejected already/)
    expect((await parts.accountOf(`customer ${customer.id}`)).balance).toBe(0)
  })

  it('is the only way above the limit of a day, for a customer and the main wallet, also for the superadmin', async () => {
    await desk.set('credit-limit', '5000')
    await desk.set('main-wallet-limit', '20000')
    const customer = await customerWith(0)
    expect((await desk.credit(customer.id, 3000)).status).toBe('200')
    expect((await desk.credit(customer.id, 2001)).message).toBe(
      'One admin credits a customer with up to ₦5,000.00 a day. ₦3,000.00 were credited today already. Request this credit with a reason, so that another admin approves it.',
    )
    expect((await desk.credit(customer.id, 2000)).status).toBe('200')
    const credit = (amount: number) =>
      ask(calls.dashboard.creditMainWalletsBalance, { amount: naira(amount) }, boss)
    expect((await credit(20_000)).status).toBe('200')
    expect((await credit(1)).message).toMatch(
      /^One admin credits the main wallet with up to ₦20,000\.00 a day\./,
    )
    const id = await creditRequest(
      ask(requestMainWalletCredit, { amount: naira(900_000), reason: 'Capital' }, boss),
    )
    expect((await ask(creditDecision, { id, status: 'accept' }, free)).status).toBe('200')
    await desk.set('credit-limit', '')
    await desk.set('main-wallet-limit', '')
    expect(await faultsIn(database)).toEqual([])
  })

  it('of one customer, two at once do not pass the limit together', async () => {
    await desk.set('credit-limit', '5000')
    const customer = await customerWith(0)
    const replies = await Promise.all([1, 2, 3].map(() => desk.credit(customer.id, 2500)))
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '200', '400'])
    await desk.set('credit-limit', '')
  })

  it('puts the cash into the open till of who requested it, and is refused without one where tills are required', async () => {
    const { makeTill, held, open, newestSession, close, requireTills } = await tillsOf(server)
    await parts.pay('MBW', naira(50_000))
    const customer = await customerWith(0)
    const [taker, decider] = [
      await server.enter('can-open-till', 'can-credit-customer'),
      await server.enter('can-open-till', 'can-approve-credit'),
    ]
    const body = { customer_id: customer.id, amount: naira(700), reason: 'Sale of a shop' }
    const request = () => creditRequest(ask(requestCustomerCredit, body, taker))
    const approval = async () => ask(creditDecision, { id: await request(), status: 'accept' }, decider)
    const [own, others] = [await makeTill(), await makeTill()]
    await open(others.id, naira(10), decider)
    const deciders = await newestSession()
    const vault = await held('CASH')
    expect((await approval()).status).toBe('200')
    expect([await held('CASH'), await held(`till ${others.id}`)]).toEqual([vault + naira(700), naira(10)])
    await requireTills('on')
    const id = await request()
    expectRefused(
      await ask(creditDecision, { id, status: 'accept' }, decider),
      'Test Admin took this cash and has no open till. It is opened first: cash at the counter goes through it.',
    )
    await open(own.id, naira(0), taker)
    const takers = await newestSession()
    expect((await ask(creditDecision, { id, status: 'accept' }, decider)).status).toBe('200')
    expect([await held(`till ${own.id}`), await held(`till ${others.id}`)]).toEqual([naira(700), naira(10)])
    await close(takers.id, naira(700), taker)
    await close(deciders.id, naira(10), decider)
    await requireTills('off')
    expect(await faultsIn(database)).toEqual([])
  })

  it('has limits of roles: alone, and as the second', async () => {
    const cashier = await limited(['can-credit-customer'], ['customer credit', 1, 1000])
    const head = await limited(['can-approve-credit'], ['customer credit', 2, 50_000])
    const customer = await customerWith(0)
    expect((await desk.credit(customer.id, 1001, cashier)).message).toMatch(
      /^The role .* credits a customer with up to ₦1,000\.00 a day\. Request this credit/,
    )
    const request = (amount: number) =>
      creditRequest(
        ask(
          requestCustomerCredit,
          { customer_id: customer.id, amount: naira(amount), reason: 'Sale of a shop' },
          cashier,
        ),
      )
    const large = await request(50_001)
    expect((await ask(creditDecision, { id: large, status: 'accept' }, head)).message).toMatch(
      /makes the second decision on credits of a customer up to ₦50,000\.00, not of ₦50,001\.00\.$/,
    )
    expect((await ask(creditDecision, { id: await request(50_000), status: 'accept' }, head)).status).toBe(
      '200',
    )
  })
})
