import fc from 'fast-check'
import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { BasisPoints, Kobo } from '#contract/values'
import { loanCost } from '#domain/money/instalments'
import { kobo, negateKobo } from '#domain/money/kobo'
import { faultsIn } from '../support/books'
import { openServer } from '../support/harness'
import { approvalRights } from './loanDesk'
import { loanFixturesOf } from './loanFixtures'
import { roundsOf } from '../support/rounds'

const { firstLoanApproval, secondLoanApproval, updateInterestLoan, updateLoanType } = calls.loans
const { getPendingLoans, loanPortfolio } = calls.loans

/** The model of a loan. */
type Model = {
  id: number
  amount: number
  times: number
  rate: number
  status: 'pending' | 'in-progress' | 'approved' | 'rejected'
  first: number | null
}
type Act = {
  call: 'first' | 'second' | 'interest' | 'type'
  by: number
  loan: number
  yes: boolean
  rate: number
}

const act: fc.Arbitrary<Act> = fc.record({
  call: fc.constantFrom('first', 'first', 'second', 'second', 'interest', 'type'),
  by: fc.nat(2),
  loan: fc.nat(2),
  yes: fc.boolean().chain((likely) => (likely ? fc.constant(true) : fc.boolean())),
  rate: fc.nat(10_000),
})
const story = fc.record({
  loans: fc.array(
    fc
      .record({
        amount: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5_000_001 })),
        times: fc.integer({ min: 1, max: 12 }),
        rate: fc.nat(10_000),
      })
      // No instalment is below one naira.
      .map((loan) => ({ ...loan, amount: Math.max(loan.amount, loan.times * 100) })),
    { minLength: 3, maxLength: 3 },
  ),
  capital: fc.oneof(fc.nat(6_000_000), fc.constant(20_000_000)),
  acts: fc.array(act, { minLength: 6, maxLength: 25 }),
})

const rounds = roundsOf(6)
const rights = [...approvalRights, 'can-edit-loan-type', 'can-view-all'] as const

/** An example that reaches every state, whatever the random runs do. */
const made = (call: Act['call'], by: number, loan: number, yes = true): Act => ({
  call,
  by,
  loan,
  yes,
  rate: 0,
})
const everyState = {
  loans: [1, 2, 3].map((times) => ({ amount: 10_001, times, rate: 750 })),
  capital: 20_000,
  acts: [
    made('first', 0, 0),
    made('second', 1, 0),
    made('first', 1, 1, false),
    made('first', 2, 2),
    made('second', 0, 2),
  ],
}

/** The state machine of a loan (rules.md, "Loan"): whether a call does something, and what. Changes the model then. */
function permitted(loan: Model, { call, by, yes, rate }: Act, same: boolean, available: number): boolean {
  // Of the type: a loan that was applied for keeps its rate.
  if (call === 'type') return true
  if (call === 'interest') {
    if (loan.status !== 'pending' && loan.status !== 'in-progress') return false
    if (loan.rate === rate) return false
    Object.assign(loan, { rate, status: 'pending', first: null })
    return true
  }
  if (loan.status !== (call === 'first' ? 'pending' : 'in-progress')) return false
  if (call === 'second' && loan.first === by && !same) return false
  if (call === 'second' && yes && available < loan.amount) return false
  if (!yes) loan.status = 'rejected'
  else if (call === 'first') Object.assign(loan, { status: 'in-progress', first: by })
  else loan.status = 'approved'
  return true
}

it.each([
  ['by different admins', false],
  ['by the same admin too', true],
])(
  'any sequence of decisions on loans, %s, matches a simple model',
  async (_how, same) => {
    const server = await openServer({ env: { ALLOW_SAME_APPROVER: String(same) } })
    const parts = await loanFixturesOf(server)
    const people = await Promise.all([0, 1, 2].map(() => server.enter(...rights)))
    const reached = new Set<string>()

    const ask = async ({ call, by, yes, rate }: Act, { id }: Model) => {
      const from = people[by] ?? {}
      if (call === 'type') {
        const type = { id: (await parts.stateOf(id)).loanTypeId, description: 'Stock' }
        return server.ask(updateLoanType, { ...type, interest_rate: rate as BasisPoints }, from)
      }
      if (call === 'interest')
        return server.ask(updateInterestLoan, { id, new_rate: rate as BasisPoints }, from)
      const body = yes
        ? { id, status: 'accepted' as const }
        : { id, status: 'rejected' as const, comment: 'No guarantor' }
      return server.ask(call === 'first' ? firstLoanApproval : secondLoanApproval, body, from)
    }

    /** Every row of the loan, and what the ledger has of it. */
    async function expectAsModelled(loan: Model) {
      const stored = await parts.stateOf(loan.id)
      const cost = loanCost({
        amount: loan.amount as Kobo,
        rate: loan.rate as BasisPoints,
        times: loan.times,
        period: 'weekly',
      })
      const paidOut = loan.status === 'approved'
      expect(stored).toMatchObject({
        ...cost,
        amount: loan.amount,
        interestBasisPoints: loan.rate,
        applicationStatus: loan.status,
        loanStatus: paidOut ? 'active' : 'non-active',
        firstApprovalId: loan.first === null ? null : people[loan.first]?.id,
        approvedAmount: paidOut ? loan.amount : null,
      })
      const schedule = await parts.scheduleOf(loan.id)
      expect(schedule).toHaveLength(paidOut ? loan.times : 0)
      const planned = schedule.reduce((sum, { amount }) => sum + amount, 0)
      expect(planned).toBe(paidOut ? cost.totalPayable : 0)
      for (const { amount } of schedule) expect(Number.isSafeInteger(amount)).toBe(true)
      if (paidOut) expect((await parts.accountOf(stored.reference)).balance).toBe(cost.totalPayable)
      const entries = await parts.entriesFor(stored.customerId)
      expect(entries.map(({ kind }) => kind)).toEqual(paidOut ? ['Loan disbursement'] : [])
      expect(await parts.walletOf(stored.customerId)).toBe(paidOut ? loan.amount : 0)
      reached.add(loan.status)
    }

    const owedByPortfolio = async () =>
      (await server.ask(loanPortfolio, { page: 1 }, people[0])).output().data.activeLoan
    const pendingIds = async () =>
      (await server.ask(getPendingLoans, {}, people[0])).output().data.data.map(({ id }) => id)

    await fc.assert(
      fc.asyncProperty(story, async ({ loans, capital, acts }) => {
        const left = await parts.mainBalance()
        if (left > 0) await parts.pay('MBW', negateKobo(left))
        if (capital > 0) await parts.pay('MBW', kobo(capital))
        const owedBefore = await owedByPortfolio()
        let available = capital
        const model: Model[] = []
        for (const { amount, times, rate } of loans) {
          const terms = { amount: kobo(amount), rate: rate as BasisPoints, times }
          const { id } = await parts.apply(await parts.makeBorrower(), terms)
          model.push({ id, amount, times, rate, status: 'pending', first: null })
        }
        for (const one of acts) {
          const loan = model[one.loan] as Model
          const wasPaid = loan.status === 'approved'
          const does = permitted(loan, one, same, available)
          if (!wasPaid && loan.status === 'approved') available -= loan.amount
          const reply = await ask(one, loan)
          expect([one, reply.message, reply.status]).toEqual([one, reply.message, does ? '200' : '400'])
          await expectAsModelled(loan)
          expect(await parts.mainBalance()).toBe(available)
        }
        expect(await faultsIn(server.database)).toEqual([])
        let owed = 0
        const pending = await pendingIds()
        for (const loan of model) {
          await expectAsModelled(loan)
          if (loan.status === 'approved') owed += (await parts.stateOf(loan.id)).totalPayable
          expect(pending.includes(loan.id)).toBe(['pending', 'in-progress'].includes(loan.status))
        }
        expect(await owedByPortfolio()).toBe(Number(owedBefore) + owed)
      }),
      { numRuns: rounds, examples: [[everyState]] },
    )
    expect([...reached].toSorted()).toEqual(['approved', 'in-progress', 'pending', 'rejected'])
  },
  600_000 + rounds * 30_000,
)
