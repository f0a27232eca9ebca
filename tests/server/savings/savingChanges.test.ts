import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { BodyOf } from '#contract/call'
import { inactiveCustomerMessage } from '#contract/calls/customers'
import type { Kobo } from '#contract/values'
import { accounts } from '#server/db/tables/ledger'
import { marketDays, savings, savingsHistory, savingTypes } from '#server/db/tables/money'
import { customers } from '#server/db/tables/schema'
import { cashAccount, mainWalletOf } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { sentences } from '../../sentences'
import { expectRefused } from '../support/guards'
import { openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

const server = await openServer()
const { database } = server
const money = moneyOf(server)
const me = await server.enter('can-open-saving', 'can-close-saving', 'can-record-collection')
const agent = await server.makeAgent()
const { openSaving, depositSaving, closeSaving, getSavingAccount } = calls.savings
const balanceOf = async (account: string) => (await money.accountOf(account)).balance
const savingOf = async (reference: string) => {
  const [saving] = await database.select().from(savings).where(eq(savings.reference, reference))
  if (!saving) throw new Error(`There is no saving ${reference}.`)
  return saving
}
let types = 0
async function makeType(fields: Partial<typeof savingTypes.$inferInsert> = {}) {
  types += 1
  const [type] = await database
    .insert(savingTypes)
    .values({ name: `Thrift ${types}`, category: 'daily', ...fields })
    .returning()
  if (!type) throw new Error('No saving type was made.')
  return type
}
async function makeMarket(status: 'active' | 'inactive') {
  const place = { state: 'Kano', lga: 'Dala' }
  const [market] = await database
    .insert(marketDays)
    .values({ name: `Market ${status}`, period: 5, ...place, status, createdAt: server.clock.now() })
    .returning()
  if (!market) throw new Error('No market day was made.')
  return market
}

describe('opening a savings wallet', () => {
  type Body = BodyOf<typeof openSaving>
  const open = (fields: Pick<Body, 'customer_id' | 'saving_type_id'> & Partial<Body>) => {
    const terms = { fixed_amount: naira(500), deposit_type: 'daily', duration: 30 } as const
    return server.ask(openSaving, { ...terms, ...fields }, me)
  }

  it('copies the terms of its type, which later changes of the type leave alone', async () => {
    const collector = await server.makeAgent()
    const customer = await server.makeCustomer(agent.id, { assignedAgentId: collector.id })
    const type = await makeType({ interestBasisPoints: 400, charge: naira(100) })
    const reply = await open({ customer_id: customer.id, saving_type_id: type.id })
    const { reference } = reply.output().data
    expect(reference).toMatch(/^SV-261118-\d{6}$/)
    expect(reply.message).toBe(
      `${type.name} savings wallet ${reference} opened. It takes deposits from now on.`,
    )
    await database
      .update(savingTypes)
      .set({ interestBasisPoints: 900, charge: naira(700) })
      .where(eq(savingTypes.id, type.id))
    expect(await savingOf(reference)).toMatchObject({
      customerId: customer.id,
      agentId: collector.id,
      interestBasisPoints: 400,
      charge: naira(100),
      fixedAmount: naira(500),
      depositType: 'daily',
      duration: 30,
      dueDate: '2026-12-18',
      marketId: null,
      marketDay: null,
      status: 'active',
    })
    expect(await balanceOf(reference)).toBe(0)
  })

  it('of the category market is tied to an active market day, and no other is', async () => {
    const { id: customer_id } = await server.makeCustomer(agent.id)
    const { id: saving_type_id } = await makeType({ category: 'market' })
    const [market, idle] = [await makeMarket('active'), await makeMarket('inactive')]
    const ask = (market_id?: number) => open({ customer_id, saving_type_id, ...(market_id && { market_id }) })
    expectRefused(await ask(), sentences.selectMarketDay)
    expectRefused(await ask(idle.id), 'Market day Market inactive is inactive.')
    expectRefused(await ask(999_999), 'Market day with ID 999999 not found')
    const { reference } = (await ask(market.id)).output().data
    // 18 November 2026 is a Wednesday; the market is on Fridays.
    expect(await savingOf(reference)).toMatchObject({ marketId: market.id, marketDay: '2026-11-20' })
    const daily = await makeType()
    expectRefused(
      await open({ customer_id, saving_type_id: daily.id, market_id: market.id }),
      'Only market savings have a market day.',
    )
  })

  it('is refused for an inactive customer and for a type that does not exist', async () => {
    const idle = await server.makeCustomer(agent.id, { isActive: false })
    const customer = await server.makeCustomer(agent.id)
    const type = await makeType()
    expectRefused(await open({ customer_id: idle.id, saving_type_id: type.id }), inactiveCustomerMessage)
    expectRefused(
      await open({ customer_id: customer.id, saving_type_id: 999_999 }),
      'Saving type with ID 999999 not found',
    )
    expect(await database.$count(savings, eq(savings.customerId, idle.id))).toBe(0)
  })
})

describe('a deposit at the counter', () => {
  const deposit = (savings_id: number, amount: Kobo) => server.ask(depositSaving, { savings_id, amount }, me)

  it('takes any amount, moves it from CASH into the wallet and records it in its history', async () => {
    const customer = await server.makeCustomer(agent.id)
    const saving = await money.makeSaving(customer)
    const cash = await balanceOf(cashAccount)
    await deposit(saving.id, naira(100))
    const reply = await deposit(saving.id, naira(37.5))
    const { reference, balance } = reply.output().data
    expect(reference).toMatch(/^SD-261118-\d{6}$/)
    expect(balance).toBe(naira(137.5))
    expect(reply.message).toBe(
      `₦37.50 deposited into savings wallet ${saving.reference} (${reference}). New balance: ₦137.50.`,
    )
    expect(await balanceOf(cashAccount)).toBe(cash - naira(137.5))
    const [row] = await database.select().from(savingsHistory).where(eq(savingsHistory.reference, reference))
    expect(row).toMatchObject({
      savingsId: saving.id,
      kind: 'deposit',
      amount: naira(37.5),
      amountBefore: naira(100),
      amountAfter: naira(137.5),
      adminId: me.id,
      agentId: null,
    })
  })

  it('is refused for an inactive customer, a closed wallet and one that does not exist', async () => {
    const customer = await server.makeCustomer(agent.id)
    const saving = await money.makeSaving(customer)
    await database.update(customers).set({ isActive: false }).where(eq(customers.id, customer.id))
    expectRefused(await deposit(saving.id, naira(1)), inactiveCustomerMessage)
    const closed = await money.makeSaving(await server.makeCustomer(agent.id))
    await database.update(savings).set({ status: 'closed' }).where(eq(savings.id, closed.id))
    expectRefused(await deposit(closed.id, naira(1)), `Savings wallet ${closed.reference} is closed.`)
    expectRefused(await deposit(999_999, naira(1)), 'Savings wallet with ID 999999 not found')
    expect(await balanceOf(closed.reference)).toBe(0)
  })
})

describe('closing a savings wallet', () => {
  const close = (savings_id: number) => server.ask(closeSaving, { savings_id }, me)

  it('moves the balance to the main wallet, whatever the fixed amount, and ends its movements', async () => {
    const customer = await server.makeCustomer(agent.id)
    const saving = await money.makeSaving(customer)
    await money.pay(mainWalletOf(customer.id), naira(10))
    await money.pay(saving.reference, naira(250.25), { customerId: customer.id })
    const reply = await close(saving.id)
    expect(reply.output().data.main_balance).toBe(naira(260.25))
    expect(reply.message).toBe(
      `Savings wallet ${saving.reference} closed. ₦250.25 moved to the main wallet. Balance of the main wallet: ₦260.25.`,
    )
    expect(await balanceOf(saving.reference)).toBe(0)
    expect((await savingOf(saving.reference)).status).toBe('closed')
    expectRefused(await close(saving.id), `Savings wallet ${saving.reference} is closed.`)
  })

  it('of an empty wallet moves nothing', async () => {
    const saving = await money.makeSaving(await server.makeCustomer(agent.id))
    const reply = await close(saving.id)
    expect(reply.message).toBe(
      `Savings wallet ${saving.reference} closed. Balance of the main wallet: ₦0.00.`,
    )
    expect(await database.$count(savingsHistory, eq(savingsHistory.savingsId, saving.id))).toBe(0)
  })

  it('never loses a deposit that is made at the same time', async () => {
    const customer = await server.makeCustomer(agent.id)
    const saving = await money.makeSaving(customer)
    const replies = await Promise.all([
      server.ask(depositSaving, { savings_id: saving.id, amount: naira(5) }, me),
      close(saving.id),
    ])
    const deposited = replies[0].status === '200' ? naira(5) : 0
    expect(replies[1].status).toBe('200')
    expect(await balanceOf(saving.reference)).toBe(0)
    expect(await balanceOf(mainWalletOf(customer.id))).toBe(deposited)
  })
})

it('shows a wallet with its customer and both balances', async () => {
  const customer = await server.makeCustomer(agent.id)
  const saving = await money.makeSaving(customer)
  await money.pay(saving.reference, naira(20))
  await money.pay(mainWalletOf(customer.id), naira(3))
  const { data } = (await server.ask(getSavingAccount, { savings_id: saving.id }, me)).output()
  expect(data).toMatchObject({
    reference: saving.reference,
    user_id: customer.id,
    status: 'active',
    balance: naira(20),
    main_balance: naira(3),
  })
  expectRefused(
    await server.ask(getSavingAccount, { savings_id: 999_999 }, me),
    'Savings wallet with ID 999999 not found',
  )
})

it('leaves a ledger that verifies', async () => {
  expect(await database.$count(accounts)).toBeGreaterThan(0)
  expect((await verifyLedger(database)).faults).toEqual([])
})
