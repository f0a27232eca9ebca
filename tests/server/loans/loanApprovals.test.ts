import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { formatNaira, kobo } from '#domain/money/kobo'
import { adminActivity } from '#server/db/tables/schema'
import { verifyLedger } from '#server/ledger/verify'
import { openLoanDesk } from './loanDesk'
import { naira, rate } from '../support/people'

const desk = await openLoanDesk()
const { server, musa, ngozi, customer, accept, rejectAs, first, second, inState, moneyAndRows } = desk
const { agent, apply, pay, makeBorrower, stateOf, scheduleOf, entriesFor, postingsOf, accountOf } = desk
const { mainBalance, walletOf } = desk
const { firstLoanApproval, secondLoanApproval } = calls.loans
const logged = (key: string) =>
  server.database.select().from(adminActivity).where(eq(adminActivity.reference, key))

describe('the first approval', () => {
  it('moves a pending loan to in-progress and posts nothing', async () => {
    const loan = await apply(customer)
    const key = randomUUID()
    const entriesBefore = await entriesFor(customer.id)
    const body = { ...accept(loan.id), comment: '  Stall seen  ' }
    const reply = await server.ask(firstLoanApproval, body, { ...musa, key })
    expect(reply.json).toEqual({
      status: '200',
      message: `Loan ${loan.reference} of ₦50,000.00 has its first approval. It now waits for the second one, from another admin.`,
      data: { reference: loan.reference },
    })
    expect(await stateOf(loan.id)).toEqual({
      ...loan,
      applicationStatus: 'in-progress',
      firstApprovalId: musa.id,
      firstApprovalDate: server.clock.now(),
      firstApprovalComment: 'Stall seen',
    })
    expect(await entriesFor(customer.id)).toEqual(entriesBefore)
    expect(await logged(key)).toMatchObject([
      { description: `Gave the first decision on loan ${loan.id}`, detail: 'accepted', status: 'success' },
    ])
  })

  it('rejects with a comment, which is stored', async () => {
    const loan = await apply(customer)
    const reply = await server.ask(firstLoanApproval, rejectAs(loan.id, ' No guarantor '), musa)
    expect(reply.json).toEqual({
      status: '200',
      message: `Loan ${loan.reference} of ₦50,000.00 rejected.`,
      data: { reference: loan.reference },
    })
    expect(await stateOf(loan.id)).toEqual({
      ...loan,
      applicationStatus: 'rejected',
      rejectedId: musa.id,
      rejectedDate: server.clock.now(),
      rejectionReason: 'No guarantor',
    })
  })
})

describe('a rejection without a comment', () => {
  it.each([undefined, null, '', '  \n'])('is refused at either step: %j', async (comment) => {
    const pending = await inState.pending()
    const waiting = await inState['in-progress']()
    const before = await moneyAndRows()
    for (const reply of [
      await server.ask(firstLoanApproval, rejectAs(pending.id, comment), musa),
      await server.ask(secondLoanApproval, rejectAs(waiting.id, comment), ngozi),
    ])
      expect(reply).toMatchObject({ http: 200, status: '100', fields: ['Fill status field'] })
    expect(await moneyAndRows()).toEqual(before)
  })
})

describe('the second approval', () => {
  it('disburses the loan in one entry and writes schedule and dates', async () => {
    const borrower = await makeBorrower()
    const loan = await apply(borrower, { amount: naira(100), rate: rate(7.5), times: 4 })
    await first(loan.id)
    const mainBefore = await mainBalance()
    const key = randomUUID()
    const body = { ...accept(loan.id), comment: 'Stall and guarantor seen' }
    const reply = await server.ask(secondLoanApproval, body, { ...ngozi, key })
    const [entry, ...more] = await entriesFor(borrower.id)
    expect(more).toEqual([])
    expect(reply.json).toEqual({
      status: '200',
      message: `Loan ${loan.reference} of ₦100.00 approved and paid into the customer's main wallet (${entry?.reference}).`,
      data: { reference: loan.reference },
    })
    expect(entry).toMatchObject({
      reference: expect.stringMatching(/^LD-261118-\d{6}$/),
      kind: 'Loan disbursement',
      madeAt: server.clock.now(),
      adminId: ngozi.id,
      agentId: agent.id,
      reason: 'Stall and guarantor seen',
      activityReference: key,
    })
    const moved = await postingsOf(entry?.id ?? 0)
    expect(moved.map(({ walletCode, amount, flow }) => [walletCode, amount, flow])).toEqual([
      ['MBW', -10_000, null],
      ['CMW', 10_000, 'payable'],
      ['LENT', -10_750, null],
      ['LOAN', 10_750, 'receivable'],
    ])
    expect(await mainBalance()).toBe(mainBefore - 10_000)
    expect(await walletOf(borrower.id)).toBe(10_000)
    expect(await accountOf(loan.reference)).toMatchObject({ balance: 10_750, customerId: borrower.id })
    expect(await stateOf(loan.id)).toMatchObject({
      applicationStatus: 'approved',
      loanStatus: 'active',
      firstApprovalId: musa.id,
      approvedBy: ngozi.id,
      approvedDate: server.clock.now(),
      approvedAmount: 10_000,
      disbursedDate: server.clock.now(),
      maturityDate: '2026-12-16',
      maturityPeriod: 28,
      disbursementEntryId: entry?.id,
    })
    const schedule = await scheduleOf(loan.id)
    expect(schedule.map(({ number, dueDate, amount, status }) => [number, dueDate, amount, status])).toEqual([
      [1, '2026-11-25', 2687, 'pending'],
      [2, '2026-12-02', 2687, 'pending'],
      [3, '2026-12-09', 2687, 'pending'],
      [4, '2026-12-16', 2689, 'pending'],
    ])
    expect(await logged(key)).toMatchObject([
      { description: `Gave the second decision on loan ${loan.id}`, detail: 'accepted' },
    ])
    expect((await verifyLedger(server.database)).faults).toEqual([])
  })

  it('of fewer kobo than installments leaves only the last one open', async () => {
    const loan = await apply(customer, { amount: kobo(3), rate: rate(0), times: 5 })
    await first(loan.id)
    expect((await second(loan.id)).status).toBe('200')
    const schedule = await scheduleOf(loan.id)
    expect(schedule.map(({ amount, status }) => [amount, status])).toEqual([
      ...Array(4).fill([0, 'paid']),
      [3, 'pending'],
    ])
    expect((await verifyLedger(server.database)).faults).toEqual([])
  })

  it('can reject, and keeps the first approver', async () => {
    const loan = await inState['in-progress']()
    const before = await entriesFor(customer.id)
    const reply = await server.ask(secondLoanApproval, rejectAs(loan.id, 'Stall not found'), ngozi)
    expect(reply.message).toBe(`Loan ${loan.reference} of ₦50,000.00 rejected.`)
    expect(await stateOf(loan.id)).toMatchObject({
      applicationStatus: 'rejected',
      loanStatus: 'non-active',
      firstApprovalId: musa.id,
      rejectedId: ngozi.id,
      rejectionReason: 'Stall not found',
    })
    expect(await entriesFor(customer.id)).toEqual(before)
  })

  it('is refused with the numbers when the main wallet does not cover it', async () => {
    const boss = await server.enterAs({ role: 'SuperAdmin' })
    const available = await mainBalance()
    const loan = await apply(customer, { amount: kobo(available + 1), rate: rate(1) })
    await first(loan.id)
    const before = await moneyAndRows()
    const message = `Loan ${loan.reference} of ${formatNaira(loan.amount)} can't be paid out: the main business wallet has ${formatNaira(available)}. Nothing was done.`
    expect((await second(loan.id, boss)).json).toEqual({ status: '400', message })
    expect(await moneyAndRows()).toEqual(before)
    await pay('MBW', kobo(1))
    expect((await second(loan.id)).status).toBe('200')
    expect(await mainBalance()).toBe(0)
    await pay('MBW', naira(10_000_000))
  })
})
