import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { addKobo } from '#domain/kobo'
import { openLoanDesk } from './loanDesk'
import { naira, rate } from './people'

const { server, musa, ngozi, customer, inState, second, apply, stateOf, accountOf, makeLoanType } =
  await openLoanDesk()
const { secondLoanApproval, updateInterestLoan, updateLoanType } = calls.loans

describe('the interest of a loan', () => {
  it.each(['pending', 'in-progress'] as const)('can be changed while it is %s', async (state) => {
    const loan = await inState[state]()
    const reply = await server.ask(updateInterestLoan, { id: loan.id, new_rate: rate(7.77) }, musa)
    expect(reply.json).toEqual({
      status: '200',
      message: `Loan ${loan.reference} of ₦50,000.00: interest 7.77% instead of 12.5%, ₦53,885.00 to pay in all.`,
    })
    expect(await stateOf(loan.id)).toEqual({
      ...loan,
      interestBasisPoints: 777,
      interestAmount: naira(3885),
      totalPayable: naira(53_885),
      instalmentAmount: naira(13_471.25),
    })
  })

  it('is what is then disbursed', async () => {
    const loan = await inState['in-progress']()
    await server.ask(updateInterestLoan, { id: loan.id, new_rate: rate(0.01) }, musa)
    expect((await second(loan.id)).status).toBe('200')
    expect((await accountOf(loan.reference)).balance).toBe(addKobo(loan.amount, naira(5)))
  })

  it('that changed while somebody read is not accepted unseen', async () => {
    const loan = await inState['in-progress']()
    await server.ask(updateInterestLoan, { id: loan.id, new_rate: rate(8) }, musa)
    const changed = await stateOf(loan.id)
    const accept = { id: loan.id, status: 'accepted' as const }
    const reply = await server.ask(secondLoanApproval, { ...accept, interest_rate: rate(12.5) }, ngozi)
    expect(reply.json).toEqual({
      status: '400',
      message: `The interest of Loan ${loan.reference} of ₦50,000.00 is 8% now, not 12.5%. Look at it again. Nothing was done.`,
    })
    expect(await stateOf(loan.id)).toEqual(changed)
    const again = await server.ask(secondLoanApproval, { ...accept, interest_rate: rate(8) }, ngozi)
    expect(again.status).toBe('200')
  })

  it.each([-1, 100.01, 1000, '12.345', 'ten', null])('may not be %j', async (new_rate) => {
    const loan = await inState.pending()
    const body = JSON.stringify({ id: loan.id, new_rate })
    const reply = await server.post(updateInterestLoan.path, body, { ...musa, key: randomUUID() })
    expect(reply.status).toBe('100')
    expect(await stateOf(loan.id)).toEqual(loan)
  })
})

describe('a type of loan', () => {
  it('gets a new description and rate and keeps its name; loans applied for keep theirs', async () => {
    const clerk = await server.enter('can-edit-loan-type')
    const type = await makeLoanType(1250)
    const loan = await apply(customer, { rate: rate(12.5) }, { loanTypeId: type.id })
    const body = { id: type.id, name: 'Another', description: ' For stalls ', interest_rate: rate(5.5) }
    expect((await server.ask(updateLoanType, body, clerk)).json).toEqual({
      status: '200',
      message: `${type.name} updated: new loans cost 5.5%.`,
    })
    const { data } = (await server.ask(calls.loans.getLoanType, { id: type.id }, clerk)).output()
    expect(data).toMatchObject([{ name: type.name, description: 'For stalls', interest_rate: 550 }])
    expect(await stateOf(loan.id)).toEqual(loan)
  })

  it.each([
    ['an empty description', { description: '  ' }, 'Description is required.'],
    ['a long one', { description: 'x'.repeat(501) }, 'Description may have at most 500 characters.'],
    ['more than all of it', { interest_rate: rate(101) }, 'A rate may be at most 100 percent.'],
  ])('is refused %s', async (_what, change, message) => {
    const clerk = await server.enter('can-edit-loan-type')
    const type = await makeLoanType()
    const body = { id: type.id, description: 'Stock', interest_rate: rate(5), ...change }
    expect(await server.ask(updateLoanType, body, clerk)).toMatchObject({ status: '100', fields: [message] })
  })

  it('that there is not is not found', async () => {
    const clerk = await server.enter('can-edit-loan-type')
    const body = { id: 999_999, description: 'Stock', interest_rate: rate(5) }
    const message = 'Loan type with ID 999999 not found'
    expect((await server.ask(updateLoanType, body, clerk)).json).toEqual({ status: '400', message })
  })
})
