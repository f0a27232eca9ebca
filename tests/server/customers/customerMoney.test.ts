import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { insufficientForTransfer } from '#domain/money/transferSteps'
import { entries } from '#server/db/tables/ledger'
import { savings, savingsHistory, savingTypes, withdrawals } from '#server/db/tables/money'
import { mainWalletOf } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { expectRefused } from '../support/guards'
import { openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'
import { sentences } from '../../sentences'

const server = await openServer()
const { database } = server
const money = moneyOf(server)
const me = await server.enter('can-credit-customer')
const agent = await server.makeAgent()
const { creditUser, getCustomersBalance, savingWalletToMainWallets } = calls.customers
const balanceOf = async (account: string) => (await money.accountOf(account)).balance

describe('a credit', () => {
  const credit = (customer_id: number, amount: Kobo) => server.ask(creditUser, { amount, customer_id }, me)

  it('adds cash to the main wallet and returns the reference and the balance', async () => {
    const { id } = await server.makeCustomer(agent.id)
    await credit(id, naira(500))
    const reply = await credit(id, naira(1000))
    const { reference, main_balance } = reply.output().data
    expect(main_balance).toBe(naira(1500))
    expect(reference).toMatch(/^CC-261118-\d{6}$/)
    expect(reply.message).toBe(
      `₦1,000.00 credited to the customer's main wallet (${reference}). New balance: ₦1,500.00.`,
    )
    expect(await balanceOf(mainWalletOf(id))).toBe(naira(1500))
    const [entry] = await database.select().from(entries).where(eq(entries.reference, reference))
    expect(entry).toMatchObject({ kind: 'Customer credit', adminId: me.id, customerId: id })
  })

  it('is refused for a deleted, inactive or unknown customer', async () => {
    const gone = await server.makeCustomer(agent.id, { isDeleted: true })
    const idle = await server.makeCustomer(agent.id, { isActive: false })
    expectRefused(await credit(gone.id, naira(1)), `Customer with ID ${gone.id} not found`)
    expectRefused(await credit(999_999, naira(1)), 'Customer with ID 999999 not found')
    expectRefused(
      await credit(idle.id, naira(1)),
      'This customer is not active. Only an active customer can be credited.',
    )
    expect(await balanceOf(mainWalletOf(idle.id))).toBe(0)
  })

  it.each([
    [0, sentences.validAmount],
    [-5, sentences.validAmount],
    [10_000_000_001, 'At most ₦100,000,000.00 can be moved at once.'],
  ])('of %i kobo is refused', async (amount, message) => {
    const { id } = await server.makeCustomer(agent.id)
    expect(await credit(id, amount as Kobo)).toMatchObject({ status: '100', fields: [message] })
  })
})

describe('a transfer from savings to the main wallet', () => {
  /** Its step is ₦100. */
  async function saverWith(amount: Kobo) {
    const customer = await server.makeCustomer(agent.id)
    const saving = await money.makeSaving(customer)
    if (amount > 0) await money.pay(saving.reference, amount, { customerId: customer.id })
    return { customer, saving }
  }
  type Saver = Awaited<ReturnType<typeof saverWith>>
  const transfer = ({ customer, saving }: Saver, amount: Kobo, savings_type?: string) =>
    server.ask(
      savingWalletToMainWallets,
      {
        amount,
        customer_id: customer.id,
        savings_ref: saving.reference,
        ...(savings_type && { savings_type }),
      },
      me,
    )

  it('moves steps, then the remainder, and is recorded in the history of the wallet', async () => {
    const saver = await saverWith(naira(250))
    const { saving, customer } = saver
    const reply = await transfer(saver, naira(100))
    const { reference, main_balance } = reply.output().data
    expect(main_balance).toBe(naira(100))
    expect(reply.message).toBe(
      `₦100.00 moved from savings wallet ${saving.reference} to the main wallet (${reference}). New balance: ₦100.00.`,
    )
    const [noted] = await database
      .select()
      .from(savingsHistory)
      .where(eq(savingsHistory.reference, reference))
    expect(noted).toMatchObject({
      savingsId: saving.id,
      kind: 'withdrawal',
      amount: naira(100),
      amountBefore: naira(250),
      amountAfter: naira(150),
      status: 'approved',
      adminId: me.id,
      agentId: null,
    })
    expect((await transfer(saver, naira(150))).output().data.main_balance).toBe(naira(250))
    expect(await balanceOf(saving.reference)).toBe(0)
    expect(await balanceOf(mainWalletOf(customer.id))).toBe(naira(250))
  })

  it('refuses amounts between the steps', async () => {
    const saver = await saverWith(naira(250))
    const steps = 'Transfers go in steps of ₦100.00, or take the whole balance of ₦250.00.'
    for (const amount of [naira(50), naira(150), naira(249)])
      expectRefused(await transfer(saver, amount), steps)
    expectRefused(
      await transfer(saver, naira(300)),
      'The savings wallet holds ₦250.00, which does not cover ₦300.00.',
    )
    for (const amount of [naira(0), naira(99)])
      expectRefused(await transfer(await saverWith(amount), naira(99)), insufficientForTransfer)
    expect(await balanceOf(saver.saving.reference)).toBe(naira(250))
  })

  it('refuses a wallet of another customer', async () => {
    const [saver, other] = [await saverWith(naira(100)), await saverWith(naira(100))]
    const message = `This savings wallet was not found for customer ${other.customer.id}.`
    expectRefused(await transfer({ ...other, saving: saver.saving }, naira(100)), message)
    const mainWallet = { ...other.saving, reference: mainWalletOf(saver.customer.id) }
    expectRefused(await transfer({ ...other, saving: mainWallet }, naira(100)), message)
    expect(await balanceOf(saver.saving.reference)).toBe(naira(100))
  })

  it('refuses a type that is not the wallet’s', async () => {
    const saver = await saverWith(naira(300))
    const [type] = await database
      .select()
      .from(savingTypes)
      .where(eq(savingTypes.id, saver.saving.savingTypeId))
    expectRefused(
      await transfer(saver, naira(100), 'market'),
      `Savings wallet ${saver.saving.reference} is of another type. Reload the page.`,
    )
    for (const named of ['daily', type?.name])
      expect((await transfer(saver, naira(100), named)).status).toBe('200')
  })

  it('refuses a closed wallet or a deleted customer', async () => {
    const saver = await saverWith(naira(100))
    await database.update(savings).set({ status: 'closed' }).where(eq(savings.id, saver.saving.id))
    expectRefused(await transfer(saver, naira(100)), `Savings wallet ${saver.saving.reference} is closed.`)
    const gone = await server.makeCustomer(agent.id, { isDeleted: true })
    expectRefused(
      await transfer({ ...saver, customer: gone }, naira(100)),
      `Customer with ID ${gone.id} not found`,
    )
  })

  it('returns the balance of the wallet, held amounts included', async () => {
    const saver = await saverWith(naira(100))
    await money.pay(mainWalletOf(saver.customer.id), naira(50))
    await database.insert(withdrawals).values({
      reference: money.newReference(),
      customerId: saver.customer.id,
      amount: naira(50),
      description: 'x',
      requestedBy: me.id,
    })
    expect((await transfer(saver, naira(100))).output().data.main_balance).toBe(naira(150))
    expect((await verifyLedger(database)).faults).toEqual([])
  })
})

describe('balances', () => {
  it('are those of the ledger: the main wallet, and every savings wallet by its reference', async () => {
    const customer = await server.makeCustomer(agent.id)
    const privileged = await server.enter('can-view-customer-details')
    const ask = async () => server.ask(getCustomersBalance, { customer_id: customer.id }, privileged)
    expect((await ask()).output().data).toEqual({ main_wallet: { balance: 0, held: 0 }, savings_wallets: [] })
    await money.pay(`customer ${customer.id}`, naira(1500.5))
    const saving = await money.makeSaving(customer, 'daily')
    await money.pay(saving.reference, naira(300))
    expect((await ask()).output().data).toEqual({
      main_wallet: { balance: 150_050, held: 0 },
      savings_wallets: [
        {
          code: saving.reference,
          type: expect.any(String),
          balance: 30_000,
          fixed_amount: saving.fixedAmount,
        },
      ],
    })
    expect((await ask()).text).toContain('"balance":"1500.50"')
  })
})
