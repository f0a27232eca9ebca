import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { addKobo } from '#domain/money/kobo'
import { openLoanDesk } from './loanDesk'
import { naira, rate } from '../support/people'

const { server, musa, ngozi, customer, inState, apply, first, second, stateOf, accountOf } =
  await openLoanDesk()
const { firstLoanApproval, getLoanCase, secondLoanApproval, updateInterestLoan } = calls.loans

describe('the interest of a loan', () => {
  const cost = {
    interestBasisPoints: 777,
    interestAmount: naira(3885),
    totalPayable: naira(53_885),
    instalmentAmount: naira(13_471.25),
  }
  const changed = (reference: string) =>
    `Loan ${reference} of ₦50,000.00: interest 7.77% instead of 12.5%, ₦53,885.00 to pay in all.`

  it('changes while the loan is pending', async () => {
    const loan = await inState.pending()
    const reply = await server.ask(updateInterestLoan, { id: loan.id, new_rate: rate(7.77) }, musa)
    expect(reply.json).toEqual({ status: '200', message: changed(loan.reference) })
    expect(await stateOf(loan.id)).toEqual({ ...loan, ...cost })
  })

  it('withdraws the first approval when any admin changes it', async () => {
    for (const by of [musa, ngozi]) {
      const loan = await inState['in-progress']()
      const reply = await server.ask(updateInterestLoan, { id: loan.id, new_rate: rate(7.77) }, by)
      const message = `${changed(loan.reference)} Its first approval is withdrawn: it needs a new one.`
      expect(reply.json).toEqual({ status: '200', message })
      expect(await stateOf(loan.id)).toEqual({
        ...loan,
        ...cost,
        applicationStatus: 'pending',
        firstApprovalId: null,
        firstApprovalDate: null,
        firstApprovalComment: null,
      })
      expect((await second(loan.id)).message).toContain(
        'still waits for its first approval. Nothing was done.',
      )
    }
  })

  it('stays where another one would make installments below one naira', async () => {
    const loan = await apply(customer, { amount: naira(183), rate: rate(100), times: 366 })
    const reply = await server.ask(updateInterestLoan, { id: loan.id, new_rate: rate(0) }, musa)
    expect(reply.json).toMatchObject({
      status: '400',
      message:
        'Each installment would be ₦0.50, and none may be below ₦1.00. At most 183 installments can be made of ₦183.00.',
    })
    expect(await stateOf(loan.id)).toEqual(loan)
  })

  it('is disbursed at the rate that both admins approved', async () => {
    const loan = await inState['in-progress']()
    await server.ask(updateInterestLoan, { id: loan.id, new_rate: rate(0.01) }, musa)
    await first(loan.id)
    expect((await second(loan.id)).status).toBe('200')
    expect((await accountOf(loan.reference)).balance).toBe(addKobo(loan.amount, naira(5)))
  })

  it('refuses an approval or a change based on an outdated rate', async () => {
    const loan = await inState['in-progress']()
    await server.ask(updateInterestLoan, { id: loan.id, new_rate: rate(8) }, musa)
    await first(loan.id)
    const approved = await stateOf(loan.id)
    const accept = { id: loan.id, status: 'accepted' as const }
    const seen = { interest_rate: rate(12.5) }
    const message = `The interest of Loan ${loan.reference} of ₦50,000.00 is 8% now, not 12.5%. Look at it again. Nothing was done.`
    const stale = [
      await server.ask(secondLoanApproval, { ...accept, ...seen }, ngozi),
      await server.ask(updateInterestLoan, { id: loan.id, new_rate: rate(9), ...seen }, ngozi),
    ]
    for (const { json } of stale) expect(json).toEqual({ status: '400', message })
    expect(await stateOf(loan.id)).toEqual(approved)
    const again = await server.ask(secondLoanApproval, { ...accept, interest_rate: rate(8) }, ngozi)
    expect(again.status).toBe('200')
  })

  it('refuses the same rate and keeps the approval', async () => {
    const loan = await inState['in-progress']()
    const reply = await server.ask(updateInterestLoan, { id: loan.id, new_rate: rate(12.5) }, ngozi)
    const message = `The interest of Loan ${loan.reference} of ₦50,000.00 is 12.5% already. Nothing was done.`
    expect(reply.json).toEqual({ status: '400', message })
    expect(await stateOf(loan.id)).toEqual(loan)
  })

  it('has a history of changes and first approvals for the second approver', async () => {
    const loan = await inState.pending()
    const comment = 'Stall visited'
    const at = '2026-11-18T10:00:00.000Z'
    await server.ask(firstLoanApproval, { id: loan.id, status: 'accepted', comment }, musa)
    await server.ask(updateInterestLoan, { id: loan.id, new_rate: rate(8) }, musa)
    await server.ask(updateInterestLoan, { id: loan.id, new_rate: rate(9) }, ngozi)
    await first(loan.id)
    const [seen] = (await server.ask(getLoanCase, { id: loan.id }, ngozi)).output().data.data
    const plain = { at, rate_before: null, comment: null, withdrawn: false }
    expect(seen?.history).toEqual([
      { ...plain, kind: 'applied', by: 'Bola Ige', rate: 1250, at: seen?.created_at },
      { ...plain, kind: 'first-approval', by: 'Musa Bello', rate: 1250, comment, withdrawn: true },
      { ...plain, kind: 'rate', by: 'Musa Bello', rate: 800, rate_before: 1250 },
      { ...plain, kind: 'rate', by: 'Ngozi Afolabi', rate: 900, rate_before: 800 },
      { ...plain, kind: 'first-approval', by: 'Musa Bello', rate: 900 },
    ])
  })

  it.each([-1, 100.01, 1000, '12.345', 'ten', null])('can not be %j', async (new_rate) => {
    const loan = await inState.pending()
    const body = JSON.stringify({ id: loan.id, new_rate })
    const reply = await server.post(updateInterestLoan.path, body, { ...musa, key: randomUUID() })
    expect(reply.status).toBe('100')
    expect(await stateOf(loan.id)).toEqual(loan)
  })
})
