import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OutputOf } from '#contract/call'
import { calls } from '#contract/index'
import { businessColumns, type Transaction } from '#contract/calls/transactions'
import type { Kobo } from '#contract/values'
import { koboOf, nairaOf, negateKobo } from '#domain/money/kobo'
import { toLagosStamp } from '#domain/time/lagos'
import { accounts, postings } from '#server/db/tables/ledger'
import { loans } from '#server/db/tables/loans'
import { savings } from '#server/db/tables/money'
import { agents, customers } from '#server/db/tables/schema'
import { mainWalletOf } from '#server/ledger/accounts'
import { csvCells } from '../../csvCells'
import { openLoanScenario } from '../loans/loanScenario'
import { naira } from '../support/people'

const { server, parts, sade, emeka, active } = await openLoanScenario()
const { database, clock } = server
/** May see the balances of the business wallets. */
const me = await server.enterAs({ role: 'SuperAdmin' })
const { businessHistory, transactionFlowHistory, userTransactionHistory } = calls.transactions
const { businessTotals, transactionFlowTotals, userTransactionTotals } = calls.transactions

/** Movements of every kind, a minute apart. */
const teller = await server.enterAs({ name: 'Uche Eze', permissions: ['can-credit-customer'] })
const daily = await parts.makeSaving(sade)
const market = await parts.makeSaving(sade, 'market')
const forSade = { customerId: sade.id, agentId: parts.agent.id }
const between = (from: string, to: string, amount: Kobo) => [
  { account: from, amount: negateKobo(amount) },
  { account: to, amount },
]
for (const [wallet, amount] of [
  [daily, naira(300.01)],
  [market, naira(500)],
] as const) {
  clock.pass(1)
  await parts.pay(wallet.reference, amount, { kind: 'Savings deposit', madeAt: clock.now(), ...forSade })
}
clock.pass(1)
await parts.enter({
  kind: 'Savings charge',
  moves: between(daily.reference, 'TW', naira(0.01)),
  ...forSade,
})
clock.pass(1)
await parts.enter({
  kind: 'Loan repayment',
  moves: [
    ...between(active.reference, 'LENT', naira(110)),
    ...between('CASH', 'MBW', naira(100)),
    ...between('CASH', 'PW', naira(10)),
  ],
  ...forSade,
})
clock.pass(1)
await server.ask(calls.customers.creditUser, { customer_id: sade.id, amount: naira(75.5) }, teller)
clock.pass(1)
const transfer = { customer_id: sade.id, savings_ref: daily.reference, amount: naira(100) }
const moved = (await server.ask(calls.customers.savingWalletToMainWallets, transfer, teller)).output().data

type History = OutputOf<typeof businessHistory>['data']
const business = async (business_id: 1 | 2 | 3, more: object = {}, from = me): Promise<History> =>
  (await server.ask(businessHistory, { page: 1, business_id, ...more }, from)).output().data
const flow = async (transaction_type: 'payable' | 'receivable' | 'all', more: object = {}) =>
  (await server.ask(transactionFlowHistory, { page: 1, transaction_type, ...more }, me)).output().data
const ofSade = async (savings_type: 'daily' | 'market' | 'microsoft' | 'all', more: object = {}) =>
  (
    await server.ask(userTransactionHistory, { page: 1, customer_id: sade.id, savings_type, ...more }, me)
  ).output().data

/** The ledger itself, newest first. */
async function ledger(where: SQL | undefined) {
  const rows = await database.select().from(postings).where(where)
  return rows.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime() || b.id - a.id)
}
const walletsOf = async (customerId: number, ...codes: string[]) => {
  const rows = await database.select().from(accounts).where(eq(accounts.customerId, customerId))
  return rows.filter(({ code }) => codes.length === 0 || codes.includes(code))
}
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const totalsOf = (rows: readonly { amount: number }[]) => ({
  credits: sum(rows.map(({ amount }) => Math.max(amount, 0))),
  debits: sum(rows.map(({ amount }) => Math.max(-amount, 0))),
  net: sum(rows.map(({ amount }) => amount)),
})
/** The expected rows of a report, without names. */
async function expectedRows(rows: Awaited<ReturnType<typeof ledger>>) {
  const allLoans = await database.select().from(loans)
  const allSavings = await database.select().from(savings)
  return rows.map((row) => {
    const loan = allLoans.find(({ accountId }) => accountId === row.accountId)
    const saving = allSavings.find(({ accountId }) => accountId === row.accountId)
    return {
      id: row.id,
      created_at: toLagosStamp(row.madeAt),
      reference: row.reference,
      amount: row.amount,
      balance_before: row.balanceAfter - row.amount,
      balance: row.balanceAfter,
      source: row.source,
      type: row.amount > 0 ? 'credit' : 'debit',
      wallet_code: row.walletCode,
      flow: row.flow,
      user_id: row.customerId,
      agent_id: row.agentId,
      loan_id: loan?.id ?? null,
      savings_id: saving?.id ?? null,
      account_reference: loan?.reference ?? saving?.reference ?? null,
    }
  })
}
const withoutNames = (rows: readonly Transaction[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => !named.has(field))))
const named = new Set([
  'admin',
  'user',
  'agent',
  'admin_name',
  'user_name',
  'user_phone',
  'agent_name',
  'agent_phone',
])
for (const field of ['customer_firstname', 'customer_lastname', 'reversed_by', 'reverses', 'collected_on'])
  named.add(field)

describe('each report has the postings of its wallets, newest first, and totals that match their balances', () => {
  it.each([
    [1, 'MBW'],
    [2, 'PW'],
    [3, 'TW'],
  ] as const)('business %i is %s', async (id, name) => {
    const rows = await ledger(eq(postings.accountId, id))
    const { history, total, per_page, page } = await business(id)
    expect(rows.length).toBeGreaterThan(0)
    expect(withoutNames(history)).toEqual(await expectedRows(rows))
    expect({ total, per_page, page }).toEqual({ total: rows.length, per_page: 100, page: 1 })
    const totals = (await server.ask(businessTotals, { business_id: id }, me)).output().data
    expect(totals).toEqual(totalsOf(rows))
    expect(totals.net).toBe((await parts.accountOf(name)).balance)
  })

  it.each([
    ['payable', ['payable'], ['customer', 'savings']],
    ['receivable', ['receivable'], ['loan']],
    ['all', ['payable', 'receivable'], ['customer', 'savings', 'loan']],
  ] as const)('flow: %s', async (type, flows, kinds) => {
    const rows = await ledger(inArray(postings.flow, [...flows]))
    expect(withoutNames((await flow(type)).history)).toEqual(await expectedRows(rows))
    const totals = (await server.ask(transactionFlowTotals, { transaction_type: type }, me)).output().data
    const held = await database
      .select()
      .from(accounts)
      .where(inArray(accounts.kind, [...kinds]))
    const net = sum(held.map(({ balance }) => balance))
    // What customers own and what they owe have no net.
    expect(totals).toEqual({ ...totalsOf(rows), net: type === 'all' ? null : net })
  })

  it.each([
    ['all', []],
    ['daily', ['DSW']],
    ['market', ['MSW']],
    ['microsoft', ['MCW']],
  ] as const)('customer: %s, each posting once', async (type, codes) => {
    const wallets = await walletsOf(sade.id, ...codes)
    const rows = await ledger(
      inArray(
        postings.accountId,
        wallets.map(({ id }) => id),
      ),
    )
    expect(withoutNames((await ofSade(type)).history)).toEqual(await expectedRows(rows))
    const body = { customer_id: sade.id, savings_type: type }
    const totals = (await server.ask(userTransactionTotals, body, me)).output().data
    const net = sum(wallets.map(({ balance }) => balance))
    expect(totals).toEqual({ ...totalsOf(rows), net: type === 'all' ? null : net })
  })

  it('customer: unknown is empty', async () => {
    const body = { customer_id: 999_999, savings_type: 'all' as const }
    expect(
      (await server.ask(userTransactionHistory, { page: 1, ...body }, me)).output().data.history,
    ).toEqual([])
    const { data } = (await server.ask(userTransactionTotals, body, me)).output()
    expect(data).toEqual({ credits: 0, debits: 0, net: null })
  })
})

it('names admin, customer and agent, or null', async () => {
  const rows = (await ofSade('all')).history
  expect(rows.find(({ source }) => source === 'Customer credit')).toMatchObject({
    amount: naira(75.5),
    type: 'credit',
    admin: { name: 'Uche Eze' },
    admin_name: 'Uche Eze',
    user: { name: 'Sade Ojo', phone_number: sade.phoneNumber },
    user_name: 'Sade Ojo',
    user_id: sade.id,
    agent: null,
    agent_name: null,
  })
  expect(rows.find(({ source }) => source === 'Savings charge')).toMatchObject({
    type: 'debit',
    admin: null,
    admin_name: null,
    agent: { name: 'Bola Ige', phone_number: parts.agent.phoneNumber },
    agent_name: 'Bola Ige',
  })
})

describe('search', () => {
  const found = async (search: string) =>
    (await flow('all', { search })).history.map(({ reference }) => reference)
  const ofMoved = [moved.reference, moved.reference]
  it('finds both postings of an entry by its reference or the start of it, ignoring case', async () => {
    expect(await found(moved.reference)).toEqual(ofMoved)
    expect(await found(` ${moved.reference.toLowerCase()} `)).toEqual(ofMoved)
    expect(await found(moved.reference.slice(0, 7))).toEqual(ofMoved)
    expect(await found('st-')).toEqual(ofMoved)
    expect(await found('ST')).toEqual(ofMoved)
  })
  it('finds them by the number at the end of the reference', async () => {
    expect(await found(moved.reference.slice(-6))).toEqual(ofMoved)
  })
  it.each(['ST-25', 'ST-2613', 'S_-', 'ST%', '%', '261205'])('takes %s literally', async (search) => {
    expect(await found(search)).not.toContain(moved.reference)
  })
  it('finds the postings of a customer by name within one report', async () => {
    const rowsOfCustomer = await ledger(
      and(eq(postings.customerId, emeka.id), inArray(postings.flow, ['payable', 'receivable'])),
    )
    const rows = (await flow('all', { search: 'EMEKA 1' })).history
    expect(withoutNames(rows)).toEqual(await expectedRows(rowsOfCustomer))
    const lent = await ledger(and(eq(postings.accountId, 1), eq(postings.customerId, emeka.id)))
    expect(withoutNames((await business(1, { search: 'emeka' })).history)).toEqual(await expectedRows(lent))
    expect((await flow('all', { search: 'Nobody' })).history).toEqual([])
  })
  it('has totals of its results', async () => {
    const body = { transaction_type: 'all' as const, search: moved.reference }
    const { data } = (await server.ask(transactionFlowTotals, body, me)).output()
    expect(data).toEqual({ credits: naira(100), debits: naira(100), net: null })
  })
})

describe('days', () => {
  it('are whole days in Lagos, written dd-mm-yyyy', async () => {
    const days = { start_date: '2026-11-18', end_date: '2026-11-19' }
    const rows = await ledger(eq(postings.accountId, 1))
    const first = rows.filter(({ madeAt }) => madeAt < new Date('2026-11-19T23:00:00Z'))
    expect(first.length).toBeGreaterThan(0)
    expect(first.length).toBeLessThan(rows.length)
    expect(withoutNames((await business(1, days)).history)).toEqual(await expectedRows(first))
    const { data } = (await server.ask(businessTotals, { business_id: 1, ...days }, me)).output()
    expect(data).toEqual(totalsOf(first))
    const onWire = { page: 1, business_id: 1, start_date: '18-11-2026', end_date: '19-11-2026' }
    const reply = await server.post('businesshistory', JSON.stringify(onWire), me)
    expect((reply.json.data as { total: number }).total).toBe(first.length)
  })

  const pair = 'Please select both start and end dates'
  const order = 'End date cannot be before start date'
  const long = 'Date range cannot exceed 31 days'
  it.each([
    [1, { start_date: '2026-11-01' }, pair],
    [2, { end_date: '2026-11-01' }, pair],
    [3, { start_date: '2026-11-02', end_date: '2026-11-01' }, order],
    [1, { start_date: '2026-11-02', end_date: '2026-11-01' }, order],
    [1, { start_date: '2026-10-01', end_date: '2026-11-01' }, long],
  ] as const)('of business %i: %o is refused', async (business_id, days, message) => {
    for (const call of [businessHistory, businessTotals] as const)
      expect(await server.ask(call, { page: 1, business_id, ...days }, me)).toMatchObject({
        status: '100',
        fields: [message],
      })
  })

  it('are limited to 31 for the main business only', async () => {
    expect((await business(1, { start_date: '2026-10-02', end_date: '2026-11-01' })).total).toBe(0)
    expect((await business(2, { start_date: '2020-01-01', end_date: '2026-12-31' })).total).toBeGreaterThan(0)
  })

  it('follow the same rules in the other two reports', async () => {
    const days = { page: 1, start_date: '2026-11-02', end_date: '2026-11-01' }
    const ofFlow = await server.ask(transactionFlowHistory, { transaction_type: 'all', ...days }, me)
    const ofUser = await server.ask(
      userTransactionHistory,
      { customer_id: sade.id, savings_type: 'all', ...days },
      me,
    )
    for (const reply of [ofFlow, ofUser]) expect(reply).toMatchObject({ status: '100', fields: [order] })
  })
})

it.each([
  ['businesshistory', { business_id: 4 }, 'Please select a business type'],
  ['transactionflowhistory', { transaction_type: 'other' }, 'Please select a transaction type'],
  ['usertransactionhistory', { customer_id: 1, savings_type: 'monthly' }, 'Please select a saving type'],
])('%s rejects an unknown type', async (path, body, message) => {
  const reply = await server.post(path, JSON.stringify({ page: 1, ...body }), me)
  expect(reply).toMatchObject({ status: '100', fields: [message] })
})

it('reports need can-view-withdrawal', async () => {
  const clerk = await server.enter('can-view-loan', 'can-view-saving')
  const viewer = await server.enter('can-view-withdrawal')
  const body = { page: 1, business_id: 2 } as const
  expect((await server.ask(businessHistory, body, clerk)).http).toBe(403)
  expect((await server.ask(businessTotals, body, clerk)).http).toBe(403)
  expect((await server.ask(businessHistory, body, viewer)).status).toBe('200')
  expect((await server.ask(businessHistory, { ...body, download: 'csv' }, viewer)).http).toBe(403)
})

it('each page continues where the one before ends', async () => {
  const all = (await flow('all')).history
  const pages = []
  for (const page of [1, 2, 3]) pages.push(...(await flow('all', { page, per_page: 3 })).history)
  expect(pages).toEqual(all.slice(0, 9))
})

describe('as a file', () => {
  const plain = (amount: number) => nairaOf(amount as Kobo)
  it('has the columns of the contract and the filtered postings, money as plain decimals', async () => {
    const rename = (firstName: string, lastName: string) =>
      database.update(customers).set({ firstName, lastName }).where(eq(customers.id, sade.id))
    onTestFinished(async () => void (await rename(sade.firstName, sade.lastName)))
    await rename('=Sade', 'Ojo, "SO"')
    const filter = { search: 'so"', start_date: '2026-11-18', end_date: '2026-12-18' }
    const { text } = await server.ask(
      businessHistory,
      { page: 1, business_id: 1, ...filter, download: 'csv' },
      me,
    )
    const [heading, ...lines] = csvCells(text.slice(1))
    const rows = await ledger(and(eq(postings.accountId, 1), eq(postings.customerId, sade.id)))
    expect(rows.length).toBeGreaterThan(2)
    expect(heading).toEqual(businessColumns.map(({ header }) => header))
    expect(lines.map((line) => line.slice(0, 7))).toEqual(
      rows.map((row) => [
        toLagosStamp(row.madeAt).slice(0, 19).replace('T', ' '),
        row.reference,
        plain(row.amount),
        plain(row.balanceAfter - row.amount),
        plain(row.balanceAfter),
        row.amount > 0 ? 'credit' : 'debit',
        row.source,
      ]),
    )
    expect(new Set(lines.map((line) => line[8]))).toEqual(new Set([`'=Sade Ojo, "SO"`]))
  })

  it.each([
    [transactionFlowHistory, { transaction_type: 'payable' as const }],
    [userTransactionHistory, { customer_id: sade.id, savings_type: 'all' as const }],
  ] as const)('and so does the file of report %#', async (call, type) => {
    const { text } = await server.ask(
      call as typeof userTransactionHistory,
      { page: 1, ...type, download: 'csv' } as never,
      me,
    )
    const [heading, ...lines] = csvCells(text.slice(1))
    expect(heading).toEqual(call.csv?.map(({ header }) => header))
    const wallets = await walletsOf(sade.id)
    const rows = await ledger(
      call === transactionFlowHistory
        ? eq(postings.flow, 'payable')
        : inArray(
            postings.accountId,
            wallets.map(({ id }) => id),
          ),
    )
    expect(lines.map(([, reference, amount, , balance]) => [reference, amount, balance])).toEqual(
      rows.map((row) => [row.reference, plain(row.amount), plain(row.balanceAfter)]),
    )
  })

  it('of a customer has the specified columns, adds up, and distinguishes the sides of a transfer', async () => {
    const type = { customer_id: sade.id, savings_type: 'all' as const }
    const { text } = await server.ask(userTransactionHistory, { page: 1, ...type, download: 'csv' }, me)
    const [heading = [], ...lines] = csvCells(text.slice(1))
    expect(heading.join(', ')).toBe(
      'Created Date, Reference, Amount, Balance Before, Current Balance, Transaction Type, Customer Name, ' +
        'Customer Phone, Agent Name, Agent Phone, Wallet Code, Type, Reversed By, Reverses, Collected On',
    )
    const at = (name: string) => heading.indexOf(name)
    const totals = (await server.ask(userTransactionTotals, type, me)).output().data
    const amounts = lines.map((line) => koboOf(line[at('Amount')] ?? '') ?? 0)
    expect(totalsOf(amounts.map((amount) => ({ amount })))).toMatchObject({
      credits: totals.credits,
      debits: totals.debits,
    })
    const sides = lines
      .filter((line) => line[at('Reference')] === moved.reference)
      .map((line) => ['Amount', 'Wallet Code', 'Type', 'Customer Phone'].map((name) => line[at(name)]))
    expect(sides).toHaveLength(2)
    expect(sides).toContainEqual(['-100.00', 'DSW', 'debit', sade.phoneNumber])
    expect(sides).toContainEqual(['100.00', 'CMW', 'credit', sade.phoneNumber])
    expect(
      lines.filter((line) => line[at('Agent Phone')] === parts.agent.phoneNumber).length,
    ).toBeGreaterThan(0)
  })
})

it('the newest row of a main wallet has its balance', async () => {
  const rows = (await ofSade('all')).history.filter(({ wallet_code }) => wallet_code === 'CMW')
  expect(rows[0]?.balance).toBe((await parts.accountOf(mainWalletOf(sade.id))).balance)
})

it('a deleted agent is named without an id', async () => {
  const found = async () =>
    (await flow('all')).history.find(({ agent_name }) => agent_name !== null) as Transaction
  const before = await found()
  expect(before.agent_id).toBeGreaterThan(0)
  const setStatus = (status: 'ACTIVE' | 'DELETED') =>
    database
      .update(agents)
      .set({ status })
      .where(eq(agents.id, before.agent_id ?? 0))
  onTestFinished(async () => void (await setStatus('ACTIVE')))
  await setStatus('DELETED')
  expect(await found()).toEqual({ ...before, agent_id: null })
})
