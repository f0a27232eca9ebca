import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { BodyOf, Named, Write } from '#contract/call'
import { calls } from '#contract/index'
import { kobo } from '#domain/money/kobo'
import { transferFault } from '#domain/money/transferSteps'
import { accounts } from '#server/db/ledgerTables'
import { fundRequests, withdrawals } from '#server/db/moneyTables'
import { mainWalletOf } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { openServer, manyCalls } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

/*
 * Every call that moves money, by several admins in any order, compared with a small model. Database and model persist
 * through all sequences: each starts where the one before ended.
 */
const server = await openServer({ limits: manyCalls })
const { database } = server
const money = moneyOf(server)
const agent = await server.makeAgent()
const enter = () =>
  server.enter(
    'can-credit-customer',
    'can-create-withdrawal',
    'can-approve-withdrawal',
    'can-create-request',
    'can-do-first-approval',
    'can-do-second-approval',
  )
const admins = [await enter(), await enter(), await enter()] as const
const flags = ['MBW', 'PW', 'TW', 'SW'] as const

async function openSaver() {
  const customer = await server.makeCustomer(agent.id)
  const { reference } = await money.makeSaving(customer)
  await money.pay(reference, naira(1250))
  return { id: customer.id, wallet: mainWalletOf(customer.id), saving: reference }
}
const savers = [await openSaver(), await openSaver()] as const

const model = {
  balances: Object.fromEntries([
    ...flags.map((flag) => [flag, 0]),
    ...savers.flatMap(({ wallet, saving }) => [
      [wallet, 0],
      [saving, naira(1250) as number],
    ]),
  ]) as Record<string, number>,
  held: Object.fromEntries(savers.map(({ wallet }) => [wallet, 0])) as Record<string, number>,
  requests: [] as {
    id: number
    flag: (typeof flags)[number]
    gain: number
    by: number
    first: number
    state: number
  }[],
  withdrawals: [] as { id: number; wallet: string; amount: number; by: number; state: string }[],
}
const balance = (name: string) => model.balances[name] ?? 0
const gain = (name: string, amount: number) => {
  model.balances[name] = balance(name) + amount
}
const hold = (wallet: string, amount: number) => {
  model.held[wallet] = (model.held[wallet] ?? 0) + amount
}
const spendable = (wallet: string) => balance(wallet) - (model.held[wallet] ?? 0)
const lastId = async (table: typeof fundRequests | typeof withdrawals) => {
  const rows = await database.select({ id: table.id }).from(table)
  return Math.max(...rows.map(({ id }) => id))
}

type Admin = (typeof admins)[number]
/** Makes the call, repeats it with its key, and returns whether it succeeded. */
async function succeeds<C extends Named<Write>>(call: C, body: BodyOf<C>, by: Admin) {
  const key = randomUUID()
  const reply = await server.ask(call, body, { ...by, key })
  expect(['200', '400'], reply.text).toContain(reply.status)
  expect((await server.ask(call, body, { ...by, key })).json).toEqual(reply.json)
  return reply.status === '200'
}

const who = fc.constantFrom(...admins)
const saver = fc.constantFrom(...savers)
const amount = fc.integer({ min: 1, max: 400 }).map((n) => naira(n))
const steps = fc.oneof(fc.constantFrom(naira(100), naira(200), naira(50)), amount)
const yes = fc.constantFrom(true, true, false)
const rarely = fc.integer({ min: 0, max: 7 }).map((n) => n === 0)
const which = fc.nat({ max: 40 })
/** Mostly one that waits for a decision, sometimes a decided one. */
const oneOf = <T>(all: readonly T[], isOpen: (one: T) => boolean, n: number) =>
  (n % 6 === 0 ? all : all.filter(isOpen)).at(-1 - (n % 4))
const { creditUser, savingWalletToMainWallets } = calls.customers
const { createRequest, firstApprovalOrDisapproval, secondApprovalOrDisapproval } = calls.requests
const { createWithDrawalRequest, WithDrawalRequestApproval } = calls.withdrawals

const decisions = fc
  .record({
    who,
    which,
    outOfOrder: rarely,
    accept: yes,
    otherWallet: rarely,
  })
  .map(({ who, which, outOfOrder, accept, otherWallet }) => async () => {
    const one = oneOf(model.requests, ({ state }) => state < 2, which)
    if (!one) return
    const step = (one.state === 1) === outOfOrder ? 0 : 1
    const flag = otherWallet ? (flags.find((name) => name !== one.flag) ?? one.flag) : one.flag
    const pays = step === 1 && accept
    const good =
      one.state === step &&
      flag === one.flag &&
      one.by !== who.id &&
      one.first !== who.id &&
      !(pays && balance(one.flag) + one.gain < 0)
    const call = step === 0 ? firstApprovalOrDisapproval : secondApprovalOrDisapproval
    expect(await succeeds(call, { id: one.id, status: accept ? 'accept' : 'reject', flag }, who)).toBe(good)
    if (!good) return
    if (step === 0) one.first = who.id
    one.state = accept ? step + 1 : 3
    if (pays) gain(one.flag, one.gain)
  })

/** Each action: what is tried, whether the model permits it, and what it changes in the model. */
const acts = fc.oneof(
  fc.record({ who, saver, amount }).map(({ who, saver, amount }) => async () => {
    expect(await succeeds(creditUser, { amount, customer_id: saver.id }, who)).toBe(true)
    gain(saver.wallet, amount)
  }),
  fc.record({ who, saver, amount: steps }).map(({ who, saver, amount }) => async () => {
    const purse = { balance: kobo(balance(saver.saving)), fixedAmount: naira(100) }
    const good = transferFault(amount, purse) === undefined
    const body = { amount, customer_id: saver.id, savings_ref: saver.saving }
    expect(await succeeds(savingWalletToMainWallets, body, who)).toBe(good)
    if (!good) return
    gain(saver.saving, 0 - amount)
    gain(saver.wallet, amount)
  }),
  fc.record({ who, saver, amount }).map(({ who, saver, amount }) => async () => {
    const good = spendable(saver.wallet) >= amount
    const body = { amount, description: 'x', customer_id: saver.id }
    expect(await succeeds(createWithDrawalRequest, body, who)).toBe(good)
    if (!good) return
    hold(saver.wallet, amount)
    const made = { wallet: saver.wallet, amount, by: who.id, state: 'pending' }
    model.withdrawals.push({ id: await lastId(withdrawals), ...made })
  }),
  fc.record({ who, which, approve: yes }).map(({ who, which, approve }) => async () => {
    const one = oneOf(model.withdrawals, ({ state }) => state === 'pending', which)
    if (!one) return
    const good = one.state === 'pending' && one.by !== who.id
    const status = approve ? 'approve' : 'rejected'
    expect(await succeeds(WithDrawalRequestApproval, { id: one.id, status, comment: 'no' }, who)).toBe(good)
    if (!good) return
    one.state = approve ? 'approved' : 'rejected'
    hold(one.wallet, -one.amount)
    if (approve) gain(one.wallet, -one.amount)
  }),
  fc
    .record({ who, amount, flag: fc.constantFrom(...flags), type: fc.constantFrom('credit', 'debit') })
    .map(({ who, ...wish }) => async () => {
      expect(await succeeds(createRequest, { ...wish, description: 'x' }, who)).toBe(true)
      const signed = wish.type === 'credit' ? wish.amount : 0 - wish.amount
      const made = { flag: wish.flag, gain: signed, by: who.id, first: 0, state: 0 }
      model.requests.push({ id: await lastId(fundRequests), ...made })
    }),
  { weight: 3, arbitrary: decisions },
)

async function expectAsModelled() {
  const rows = await database.select().from(accounts)
  expect(rows.reduce((sum, row) => sum + row.balance, 0)).toBe(0)
  const named = rows.filter(({ name }) => Object.hasOwn(model.balances, name))
  expect(Object.fromEntries(named.map((row) => [row.name, row.balance]))).toEqual(model.balances)
  for (const { name, held } of rows) expect(held).toBe(model.held[name] ?? 0)
  const byId = (rows: readonly { id: number }[], stateOf: 'state' | 'initialStatus' | 'status') =>
    Object.fromEntries(rows.map((row) => [row.id, (row as Record<string, unknown>)[stateOf]]))
  const asked = await database.select().from(fundRequests)
  expect(byId(asked, 'initialStatus')).toEqual(byId(model.requests, 'state'))
  const paid = await database.select().from(withdrawals)
  expect(byId(paid, 'status')).toEqual(byId(model.withdrawals, 'state'))
  expect((await verifyLedger(database)).faults).toEqual([])
}

/** Whether the sequences reached every state. */
const reachedAll = () =>
  new Set(model.requests.map(({ state }) => state)).size === 4 &&
  new Set(model.withdrawals.map(({ state }) => state)).size === 3

it('any sequence of calls by several admins leaves the state of the model and a correct ledger', async () => {
  // A dozen sequences usually reach every state; otherwise another dozen runs.
  for (let dozens = 0; dozens < 6 && !reachedAll(); dozens++)
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 10, maxLength: 40 }), async (sequence) => {
        for (const act of sequence) await act()
        await expectAsModelled()
      }),
      { numRuns: 12, endOnFailure: true },
    )
  expect(reachedAll()).toBe(true)
}, 180_000)
