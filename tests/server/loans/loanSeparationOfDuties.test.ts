import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { subtractKobo } from '#domain/money/kobo'
import { openServer } from '../support/harness'
import { approvalRights, openLoanDesk } from './loanDesk'
import { loanFixturesOf } from './loanFixtures'
import { naira, rate } from '../support/people'
import { sentences } from '../../sentences'

const desk = await openLoanDesk()
const { server, musa, ngozi, customer, accept, rejectAs, first, second, inState, moneyAndRows } = desk
const { apply, stateOf, mainBalance } = desk
const { firstLoanApproval, secondLoanApproval, updateInterestLoan } = calls.loans

describe('the first approver', () => {
  const message = sentences.otherApprover
  it('can not make the second decision', async () => {
    const loan = await inState['in-progress']()
    const before = await moneyAndRows()
    for (const body of [accept(loan.id), rejectAs(loan.id, 'Changed my mind')])
      expect((await server.ask(secondLoanApproval, body, musa)).json).toEqual({ status: '400', message })
    expect(await moneyAndRows()).toEqual(before)
  })

  it('can make it with ALLOW_SAME_APPROVER', async () => {
    const lone = await openServer({ env: { ALLOW_SAME_APPROVER: 'true' } })
    const there = await loanFixturesOf(lone)
    await there.pay('MBW', naira(50_000))
    const only = await lone.enter(...approvalRights)
    const loan = await there.apply(await there.makeBorrower())
    const one = await lone.ask(firstLoanApproval, accept(loan.id), only)
    expect(one.message).toBe(
      `Loan ${loan.reference} of ₦50,000.00 has its first approval. It now waits for the second one.`,
    )
    expect((await lone.ask(secondLoanApproval, accept(loan.id), only)).status).toBe('200')
    expect(await there.stateOf(loan.id)).toMatchObject({ firstApprovalId: only.id, approvedBy: only.id })
    expect(await there.mainBalance()).toBe(0)
  })
})

describe('the admin who entered the application', () => {
  const entered = async (by: number, state: 'pending' | 'in-progress') => {
    const loan = await apply(customer, {}, { adminId: by })
    if (state === 'in-progress')
      await server.ask(firstLoanApproval, accept(loan.id), by === musa.id ? ngozi : musa)
    return loan
  }
  const steps = [
    ['first', 'pending', firstLoanApproval],
    ['second', 'in-progress', secondLoanApproval],
  ] as const

  it.each(steps)('makes no %s decision, and is told so in the case', async (step, state, call) => {
    const loan = await entered(musa.id, state)
    const message = `You entered loan ${loan.reference} yourself. Another admin must decide on it.`
    const before = await moneyAndRows()
    for (const body of [accept(loan.id), rejectAs(loan.id, 'Changed my mind')])
      expect((await server.ask(call, body, musa)).json).toEqual({ status: '400', message })
    expect(await moneyAndRows()).toEqual(before)
    const caseFor = async (actor: typeof musa) =>
      (await server.ask(calls.loans.getLoanCase, { id: loan.id }, actor)).output().data.data[0]
    expect(await caseFor(musa)).toMatchObject({ [`${step}_decision_barred`]: message })
    const other = await caseFor(ngozi)
    expect(other?.first_decision_barred).toBe(null)
    expect(other?.history[0]).toMatchObject({ kind: 'applied', by: 'Musa Bello' })
  })

  it.each(steps)('has no application of their own that waits for the %s decision', async (step, state) => {
    const rights = ['can-do-first-approval', 'can-do-second-approval', 'can-view-pending-loan'] as const
    const maker = await server.enter(...rights)
    const loan = await entered(maker.id, state)
    const waiting = async (actor: typeof musa) =>
      (await server.ask(calls.loans.getPendingLoan, { page: 1, waiting: step }, actor))
        .output()
        .data.data.map(({ id }) => id)
    expect(await waiting(maker)).not.toContain(loan.id)
    expect(await waiting(await server.enter(...rights))).toContain(loan.id)
  })

  it('decides with ALLOW_SAME_APPROVER', async () => {
    const loan = await entered(musa.id, 'pending')
    server.services.config.allowSameApprover = true
    expect((await first(loan.id)).status).toBe('200')
    expect((await server.ask(secondLoanApproval, accept(loan.id), musa)).status).toBe('200')
    server.services.config.allowSameApprover = false
  })
})

describe('an approval repeated with its key', () => {
  it('disburses once and gets the first reply', async () => {
    const loan = await inState['in-progress']()
    const key = randomUUID()
    const balance = await mainBalance()
    const replies = []
    for (let n = 0; n < 3; n++)
      replies.push(await server.ask(secondLoanApproval, accept(loan.id), { ...ngozi, key }))
    expect(replies[0]?.status).toBe('200')
    for (const { json } of replies) expect(json).toEqual(replies[0]?.json)
    expect(await mainBalance()).toBe(subtractKobo(balance, loan.amount))
  })

  it('is refused for another loan', async () => {
    const [one, other] = [await inState['in-progress'](), await inState['in-progress']()]
    const key = randomUUID()
    await server.ask(secondLoanApproval, accept(one.id), { ...ngozi, key })
    const reply = await server.ask(secondLoanApproval, accept(other.id), { ...ngozi, key })
    expect(reply.message).toBe(sentences.keyUsed)
    expect((await stateOf(other.id)).applicationStatus).toBe('in-progress')
  })
})

describe('a loan in another state than the decision needs', () => {
  const words = {
    pending: 'still waits for its first approval.',
    'in-progress': 'already has its first approval, given by Musa Bello on 18 Nov 2026, 10:00.',
    approved: 'was already approved and disbursed by Ngozi Afolabi on 18 Nov 2026, 10:00.',
    rejected: 'was already rejected by Musa Bello on 18 Nov 2026, 10:00.',
  }
  const changes = {
    'first approval': (id: number) => first(id),
    'first rejection': (id: number) => server.ask(firstLoanApproval, rejectAs(id, 'Too late'), ngozi),
    'second approval': (id: number) => second(id),
    'second rejection': (id: number) => server.ask(secondLoanApproval, rejectAs(id, 'Too late'), ngozi),
    'interest update': (id: number) => server.ask(updateInterestLoan, { id, new_rate: rate(3) }, musa),
  }
  const wrong: [keyof typeof changes, keyof typeof words][] = [
    ['first approval', 'in-progress'],
    ['first approval', 'approved'],
    ['first approval', 'rejected'],
    ['first rejection', 'in-progress'],
    ['first rejection', 'approved'],
    ['first rejection', 'rejected'],
    ['second approval', 'pending'],
    ['second approval', 'approved'],
    ['second approval', 'rejected'],
    ['second rejection', 'pending'],
    ['second rejection', 'approved'],
    ['second rejection', 'rejected'],
    ['interest update', 'approved'],
    ['interest update', 'rejected'],
  ]
  it.each(wrong)('%s of a loan that is %s is refused with its state', async (change, state) => {
    const loan = await inState[state]()
    const before = await moneyAndRows()
    const message = `Loan ${loan.reference} of ₦50,000.00 ${words[state]} Nothing was done.`
    expect((await changes[change](loan.id)).json).toEqual({ status: '400', message })
    expect(await moneyAndRows()).toEqual(before)
  })

  it.each(Object.entries(changes))('%s of an unknown loan is refused', async (_name, change) => {
    expect((await change(999_999)).json).toEqual({ status: '400', message: 'Loan with ID 999999 not found' })
  })
})
