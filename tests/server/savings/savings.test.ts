import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { negateKobo } from '#domain/money/kobo'
import { savings, savingsHistory } from '#server/db/tables/money'
import { expectRefused } from '../support/guards'
import { openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

const server = await openServer()
const { database } = server
const money = moneyOf(server)
const me = await server.enter(
  'can-view-saving',
  'can-view-saving-details',
  'can-view-saving-portfolio',
  'can-view-saving-history',
  'can-download-csv-file',
)
const { savingHistory, savingDetails, getSavingPortfolio, customerSavingHistory } = calls.savings

const agent = await server.makeAgent({ name: 'Bola Ige' })
const ada = await server.makeCustomer(agent.id, { firstName: 'Ada', lastName: 'Obi_100%' })
const musa = await server.makeCustomer(agent.id, { firstName: 'Musa', lastName: 'Danjuma' })
const adasWallet = await money.makeSaving(ada)
server.clock.pass(1)
const musasWallet = await money.makeSaving(musa, 'market')
const closed = await money.makeSaving(ada)
await database.update(savings).set({ status: 'closed' }).where(eq(savings.id, closed.id))

/** A deposit as an agent's app reports it. */
async function deposit(wallet: typeof adasWallet, amount: Kobo, createdAt: Date) {
  const before = (await money.accountOf(wallet.reference)).balance
  const { entryId, reference } = await money.pay(wallet.reference, amount, { madeAt: createdAt })
  const [row] = await database
    .insert(savingsHistory)
    .values({
      savingsId: wallet.id,
      reference,
      kind: 'deposit',
      amount,
      amountBefore: before,
      amountAfter: (before + amount) as Kobo,
      status: 'approved',
      agentId: agent.id,
      entryId,
      createdAt,
    })
    .returning()
  if (!row) throw new Error('No deposit was noted.')
  return row
}
const first = await deposit(adasWallet, naira(100), new Date('2026-11-10T22:59:59Z'))
const second = await deposit(adasWallet, naira(50), new Date('2026-11-10T23:00:00Z'))
const third = await deposit(musasWallet, naira(70), new Date('2026-11-12T22:59:59Z'))

describe('the history of savings', () => {
  const history = async (more: object) =>
    (await server.ask(savingHistory, { page: 1, ...more }, me)).output().data
  const idsOf = async (more: object) => (await history(more)).data.map(({ id }) => id)

  it('is newest first, with wallet, type, agent and customer', async () => {
    const { data, total } = await history({})
    expect(total).toBe(3)
    expect(data.map(({ id }) => id)).toEqual([third.id, second.id, first.id])
    expect(data[1]).toMatchObject({
      savings_id: adasWallet.id,
      savings_reference: adasWallet.reference,
      reference: second.reference,
      amount: naira(50),
      status: 'approved',
      agent_name: 'Bola Ige',
      customer: 'Ada Obi_100%',
      customer_phone: ada.phoneNumber,
      created_at: '2026-11-11T00:00:00.000Z',
    })
  })

  it('is searched ignoring case and without wildcards', async () => {
    expect(await idsOf({ search: 'MUSA DAN' })).toEqual([third.id])
    expect(await idsOf({ search: adasWallet.reference.toLowerCase() })).toEqual([second.id, first.id])
    expect(await idsOf({ search: 'OBI_100%' })).toEqual([second.id, first.id])
    expect(await idsOf({ search: 'M_SA' })).toEqual([])
    expect(await idsOf({ search: ada.phoneNumber })).toEqual([second.id, first.id])
  })

  it('is filtered by whole days in Lagos', async () => {
    expect(await idsOf({ start_date: '2026-11-10', end_date: '2026-11-10' })).toEqual([first.id])
    expect(await idsOf({ start_date: '2026-11-11', end_date: '2026-11-12' })).toEqual([third.id, second.id])
  })

  it.each([
    [{ start_date: '2026-11-10' }, 'Please select both start and end dates'],
    [{ end_date: '2026-11-10' }, 'Please select both start and end dates'],
    [{ start_date: '2026-11-11', end_date: '2026-11-10' }, 'End date cannot be before start date'],
  ])('refuses the days %o', async (days, message) => {
    expect(await server.ask(savingHistory, { page: 1, ...days }, me)).toMatchObject({
      status: '100',
      fields: [message],
    })
  })

  it('is exported', async () => {
    const file = await server.ask(savingHistory, { page: 1, search: 'ada', download: 'csv' }, me)
    const lines = file.text.trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain(
      'Created,Reference,Amount,Saving Type,Status,Agent Name,Full Name,Customer Phone',
    )
    expect(lines[1]).toContain(`${adasWallet.reference},50.00,`)
  })

  it('has the balances of each movement in its details', async () => {
    const { data } = (await server.ask(savingDetails, { saving_history_id: second.id }, me)).output()
    expect(data).toMatchObject({
      id: second.id,
      reference: second.reference,
      amount_before: naira(100),
      amount_After: naira(150),
      customer_firstname: 'Ada',
      agent_name: 'Bola Ige',
    })
    expectRefused(
      await server.ask(savingDetails, { saving_history_id: 999_999 }, me),
      'Saving history with ID 999999 not found',
    )
  })

  it('of one wallet has that wallet’s movements only', async () => {
    const { data } = (await server.ask(customerSavingHistory, { savings_id: adasWallet.id }, me)).output()
    expect(data.map(({ id, reference }) => [id, reference])).toEqual([
      [second.id, second.reference],
      [first.id, first.reference],
    ])
    expect((await server.ask(customerSavingHistory, { savings_id: 999_999 }, me)).output().data).toEqual([])
  })
})

describe('the portfolio', () => {
  const portfolio = async (more: object = {}) =>
    (await server.ask(getSavingPortfolio, { page: 1, ...more }, me)).output().data

  it('has each wallet with its ledger balance, and the total of the filtered ones', async () => {
    const all = await portfolio()
    expect(all.activeSave).toBe(naira(220))
    expect(all.getActive).toMatchObject({ total: 2, page: 1, per_page: 100 })
    expect(all.getActive.data).toMatchObject([
      { reference: musasWallet.reference, balance: naira(70), user_id: musa.id, agentName: 'Bola Ige' },
      {
        reference: adasWallet.reference,
        balance: naira(150),
        fixed_amount: naira(100),
        interest: 0,
        customer: 'Ada Obi_100%',
        market: null,
        duration: 90,
        due_date: '2027-01-01',
      },
    ])
    const adas = await portfolio({ search: 'ada obi' })
    expect([adas.activeSave, adas.getActive.total]).toEqual([naira(150), 1])
    expect((await portfolio({ search: musasWallet.reference.toLowerCase() })).activeSave).toBe(naira(70))
    expect(await portfolio({ search: 'nobody' })).toMatchObject({ activeSave: 0, getActive: { total: 0 } })
    const secondPage = await portfolio({ page: 2, perPage: 1 })
    expect(secondPage.activeSave).toBe(naira(220))
    expect(secondPage.getActive.data).toMatchObject([{ reference: adasWallet.reference }])
  })

  it('leaves out closed wallets, also as a file', async () => {
    expect((await portfolio()).getActive.total).toBe(2)
    const file = await server.ask(getSavingPortfolio, { page: 1, download: 'csv' }, me)
    const lines = file.text.trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[2]).toContain(adasWallet.reference)
  })
})

it('a charge is negative in history and details', async () => {
  const other = await openServer()
  const { makeSaving, pay } = moneyOf(other)
  const { token } = await other.enter('can-view-all', 'can-download-csv-file')
  const owner = await other.makeCustomer((await other.makeAgent()).id)
  const wallet = await makeSaving(owner)
  await pay(wallet.reference, naira(90))
  const { entryId, reference } = await pay(wallet.reference, negateKobo(naira(30)))
  await other.database.insert(savingsHistory).values({
    savingsId: wallet.id,
    reference,
    kind: 'charge',
    amount: naira(30),
    amountBefore: naira(90),
    amountAfter: naira(60),
    status: 'approved',
    entryId,
    createdAt: other.clock.now(),
  })
  const { data } = (await other.ask(customerSavingHistory, { savings_id: wallet.id }, { token })).output()
  expect(data).toMatchObject([{ amount: negateKobo(naira(30)), customer: 'Sade Ojo', agent_name: null }])
  const saving_history_id = data[0]?.id ?? 0
  const details = (await other.ask(savingDetails, { saving_history_id }, { token })).output()
  expect(details.data).toMatchObject({ amount: negateKobo(naira(30)), amount_After: naira(60) })
  const file = await other.ask(savingHistory, { page: 1, search: reference, download: 'csv' }, { token })
  expect(file.text).toContain(`${wallet.reference},-30.00,`)
})
