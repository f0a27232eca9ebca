import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { maxCredit } from '#contract/calls/dashboard'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'
import { entries } from '#server/db/tables/ledger'
import { loanChanges } from '#server/db/tables/loanChanges'
import { loans } from '#server/db/tables/loans'
import { cashDifferences } from '#server/db/tables/cash'
import { fundRequests, withdrawals } from '#server/db/tables/money'
import { adminActivity } from '#server/db/tables/schema'
import { mainWalletOf } from '#server/ledger/accounts'
import { openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'
import { sentences } from '../../sentences'

const server = await openServer()
const money = moneyOf(server)
const { database } = server
const dashboard = calls.dashboard
const boss = await server.makeAdmin({ role: 'SuperAdmin' })
const me = { ...boss, token: await server.openSession(boss.id) }
const agent = await server.makeAgent()
const customer = await server.makeCustomer(agent.id)
const type = await money.makeLoanType(1250)

const clerk = await server.enter()

describe('the main wallet', () => {
  const balances = async () => (await server.ask(dashboard.getMainWalletsBalance, {}, me)).output().data
  const credit = (amount: Kobo, key = randomUUID()) =>
    server.ask(dashboard.creditMainWalletsBalance, { amount }, { ...me, key })

  it('is credited, and the reply has amount, balance and reference', async () => {
    const before = await balances()
    const key = randomUUID()
    const reply = await credit(naira(1500), key)
    const { reference: entry, main_balance } = reply.output().data
    expect(main_balance).toBe(before.main_balance + naira(1500))
    expect(reply.message).toBe(
      `₦1,500.00 credited to the main wallet. New balance: ${formatNaira(main_balance)}.`,
    )
    expect(await balances()).toEqual({
      ...before,
      main_balance,
      total_balance: before.total_balance + naira(1500),
    })
    const [row] = await database.select().from(entries).where(eq(entries.reference, entry))
    expect(row).toMatchObject({ kind: 'Main wallet credit', adminId: boss.id, activityReference: key })
    const [activity] = await database.select().from(adminActivity).where(eq(adminActivity.reference, key))
    expect(activity).toMatchObject({ action: 'dashboard.creditMainWalletsBalance', subject: 'wallet 1' })
  })

  it('is credited once for one key', async () => {
    const before = (await balances()).main_balance
    const key = randomUUID()
    const first = await credit(naira(10), key)
    expect((await credit(naira(10), key)).json).toEqual(first.json)
    await Promise.all(Array.from({ length: 5 }, () => credit(naira(10), key)))
    expect((await balances()).main_balance).toBe(before + naira(10))
    expect((await credit(naira(20), key)).status).toBe('400')
    expect((await balances()).main_balance).toBe(before + naira(10))
  })

  it.each([
    ['nothing', 0, sentences.validAmount],
    ['a negative amount', -100, sentences.validAmount],
    ['too large an amount', maxCredit + 1, 'One credit may be at most ₦1,000,000,000.00.'],
  ])('is not credited with %s', async (_what, amount, message) => {
    const before = await balances()
    expect(await credit(amount as Kobo)).toMatchObject({ status: '100', fields: [message] })
    expect(await balances()).toEqual(before)
  })

  it('accepts the largest credit and rejects an amount that is no number', async () => {
    expect((await credit(maxCredit)).status).toBe('200')
    const key = randomUUID()
    const reply = await server.post(dashboard.creditMainWalletsBalance.path, '{"amount":"much"}', {
      ...me,
      key,
    })
    expect(reply.status).toBe('100')
  })

  it('adds main, profit and transaction to a total, without the saving wallet', async () => {
    for (const name of ['PW', 'TW', 'SW']) await money.pay(name, naira(7))
    const { main_balance, total_balance, ...rest } = await balances()
    expect(rest).toEqual({ profit_balance: naira(7), transaction_balance: naira(7) })
    expect(total_balance).toBe(main_balance + naira(14))
  })
})

describe('what waits for a decision', () => {
  const waiting = async (actor: { token: string }) =>
    (await server.ask(dashboard.getWaitingDecisions, {}, actor)).output().data

  it('is empty for admins without the right to decide', async () => {
    expect(await waiting(clerk)).toEqual({})
    expect(await waiting(await server.enter('can-view-all', 'can-view-pending-loan'))).toEqual({})
  })

  it('is counted by permission, without what the admin took part in', async () => {
    const first = await server.enter('can-do-first-approval')
    const second = await server.enter('can-do-first-approval', 'can-do-second-approval')
    const payer = await server.enter('can-approve-withdrawal')
    const devices = await server.enter('can-approve-device')
    const pending = await database.$count(loans, eq(loans.applicationStatus, 'pending'))
    const before = await database.$count(loans, eq(loans.applicationStatus, 'in-progress'))
    const inProgress = { applicationStatus: 'in-progress', firstApprovalDate: server.clock.now() } as const
    await money.makeLoan(customer, naira(5), { ...inProgress, firstApprovalId: first.id })
    await money.makeLoan(customer, naira(5), { ...inProgress, firstApprovalId: second.id })
    const asked = (requestedBy: number) => ({
      amount: naira(5),
      description: 'x',
      requestedBy,
      reference: money.newReference(),
    })
    const funds = { type: 'credit', flag: 'MBW' } as const
    await database.insert(fundRequests).values([
      { ...funds, ...asked(first.id) },
      { ...funds, ...asked(boss.id) },
    ])
    for (const [requester, decider] of [
      [boss.id, first.id],
      [boss.id, second.id],
      [second.id, first.id],
    ])
      await database
        .insert(fundRequests)
        .values({ ...funds, ...asked(requester ?? 0), initialStatus: 1, firstDecidedBy: decider ?? 0 })
    await money.pay(mainWalletOf(customer.id), naira(100))
    await database.insert(withdrawals).values([
      { customerId: customer.id, ...asked(boss.id) },
      { customerId: customer.id, ...asked(payer.id) },
    ])
    const difference = async (requestedBy: number, decider?: number) => ({
      agentId: (await server.makeAgent()).id,
      amount: naira(5),
      reason: 'x',
      requestedBy,
      reference: money.newReference(),
      ...(decider && { state: 1, firstDecidedBy: decider, firstDecidedAt: server.clock.now() }),
    })
    await database
      .insert(cashDifferences)
      .values([
        await difference(first.id),
        await difference(boss.id),
        await difference(boss.id, first.id),
        await difference(boss.id, second.id),
        await difference(second.id, first.id),
      ])
    const decided = {
      applicationStatus: 'rejected',
      rejectedId: boss.id,
      rejectedDate: server.clock.now(),
      rejectionReason: 'x',
    } as const
    const change = async (requestedBy: number, decider?: number) => ({
      kind: 'write-off' as const,
      loanId: (await money.makeLoan(customer, naira(5), decided)).id,
      customerId: customer.id,
      amount: naira(5),
      reason: 'x',
      requestedBy,
      reference: money.newReference(),
      ...(decider && { state: 1, firstDecidedBy: decider, firstDecidedAt: server.clock.now() }),
    })
    await database
      .insert(loanChanges)
      .values([
        await change(first.id),
        await change(boss.id),
        await change(boss.id, first.id),
        await change(boss.id, second.id),
        await change(second.id, first.id),
      ])
    await server.makeDevice(agent.id)
    await server.makeDevice(agent.id, { isApproved: true })
    await server.makeDevice((await server.makeAgent({ status: 'DELETED' })).id)

    expect(await waiting(first)).toEqual({
      loans_first: pending,
      requests_first: 1,
      differences_first: 1,
      statements_first: 0,
      expenses_first: 0,
      loan_changes_first: 1,
    })
    expect(await waiting(second)).toEqual({
      loans_first: pending,
      loans_second: before + 1,
      requests_first: 2,
      requests_second: 1,
      differences_first: 2,
      differences_second: 1,
      statements_first: 0,
      statements_second: 0,
      expenses_first: 0,
      expenses_second: 0,
      loan_changes_first: 2,
      loan_changes_second: 1,
    })
    expect(await waiting(payer)).toEqual({ withdrawals: 1, payments: 0 })
    expect(await waiting(devices)).toEqual({ devices: 1 })
  })

  it('is everything with ALLOW_SAME_APPROVER', async () => {
    const both = await server.enter('can-do-second-approval', 'can-approve-withdrawal')
    await money.makeLoan(customer, naira(5), {
      applicationStatus: 'in-progress',
      firstApprovalDate: server.clock.now(),
      firstApprovalId: both.id,
    })
    const before = await waiting(both)
    server.services.config.allowSameApprover = true
    const after = await waiting(both)
    server.services.config.allowSameApprover = false
    expect(after.loans_second).toBe((before.loans_second ?? 0) + 1)
  })
})

describe('loan types', () => {
  const { getLoanType } = calls.loans
  it('have their rate as a number of percent', async () => {
    const other = await money.makeLoanType(500)
    const reply = await server.ask(getLoanType, {}, clerk)
    const listed = (id: number) => (reply.json.data as { id: number }[]).find((one) => one.id === id)
    expect(listed(type.id)).toMatchObject({ name: type.name, description: 'Stock', interest_rate: 12.5 })
    expect(listed(other.id)).toMatchObject({ interest_rate: 5 })
    expect(reply.output().data).toContainEqual(expect.objectContaining({ id: type.id, interest_rate: 1250 }))
  })

  it('are read one by one by id', async () => {
    expect((await server.ask(getLoanType, { id: type.id }, clerk)).output().data).toHaveLength(1)
    expect((await server.ask(getLoanType, { id: 999 }, clerk)).json).toEqual({
      status: '400',
      message: 'Loan type with ID 999 not found',
    })
  })
})
