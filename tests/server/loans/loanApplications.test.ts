import { asc, eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { inactiveCustomerMessage } from '#contract/calls/customers'
import { calls } from '#contract/index'
import type { Permission } from '#contract/permissionCatalogue'
import { guarantors, loans } from '#server/db/tables/loans'
import { customers } from '#server/db/tables/schema'
import { uploads } from '#server/db/tables/uploads'
import { verifyLedger } from '#server/ledger/verify'
import { guarantorBody, uploaded } from '../support/files'
import { manyCalls, openServer } from '../support/harness'
import { naira, rate } from '../support/people'
import { loanFixturesOf } from './loanFixtures'
import { sentences } from '../../sentences'

const { createLoan, firstLoanApproval, getLoanApplicant, getLoanCase, secondLoanApproval } = calls.loans
const { addGuarantor } = calls.guarantors
const server = await openServer({ limits: manyCalls })
const { database } = server
const parts = await loanFixturesOf(server)
const clerk = await server.enter('can-create-loan', 'can-add-guarantor', 'can-do-first-approval')
const first = await server.enterAs({ name: 'Musa Bello', permissions: ['can-do-first-approval'] })
const second = await server.enterAs({ name: 'Ngozi Afolabi', permissions: ['can-do-second-approval'] })
await parts.pay('MBW', naira(10_000_000))
const type = await parts.makeLoanType(1250)

// Refused applications leave their files unused, and an admin may have forty.
afterEach(() => database.delete(uploads))

const termsFor = (customer_id: number) => ({
  customer_id,
  loan_type_id: type.id,
  amount: naira(50_000),
  instalment_period: 'weekly' as const,
  instalment_times: 4,
  description: ' Stock for a stall ',
})
const bodyFor = async (customer_id: number, fields: object = {}) => ({
  ...termsFor(customer_id),
  guarantors: [await guarantorBody(server, clerk)],
  ...fields,
})
const apply = async (customer_id: number, fields?: object) =>
  server.ask(createLoan, await bodyFor(customer_id, fields), clerk)
const guarantorsOf = (loanId: number) =>
  database.select().from(guarantors).where(eq(guarantors.loanId, loanId)).orderBy(asc(guarantors.id))

describe('an application for a loan', () => {
  it('takes the terms of its type, the agent of the customer, and the guarantors with their files', async () => {
    const owner = await parts.makeBorrower()
    const reply = await apply(owner.id, {
      guarantors: [
        { ...(await guarantorBody(server, clerk)), first_name: ' Sade ', email: 'Sade@Example.com' },
        await guarantorBody(server, clerk),
      ],
    })
    const { id, reference } = reply.output().data
    expect(reply.message).toBe(
      `Loan ${reference} of ₦50,000.00 applied for: ₦56,250.00 to pay in all. It waits for its first approval.`,
    )
    const [loan] = await database.select().from(loans).where(eq(loans.id, id))
    expect(loan).toMatchObject({
      customerId: owner.id,
      agentId: owner.agentId,
      adminId: clerk.id,
      loanTypeId: type.id,
      applicationStatus: 'pending',
      loanStatus: 'non-active',
      interestBasisPoints: 1250,
      interestAmount: naira(6250),
      totalPayable: naira(56_250),
      instalmentAmount: naira(14_062.5),
      instalmentPeriod: 'weekly',
      instalmentTimes: 4,
      maturityPeriod: 28,
      description: 'Stock for a stall',
    })
    const [one, two] = await guarantorsOf(id)
    expect(one).toMatchObject({ firstName: 'Sade', email: 'sade@example.com', customerId: owner.id })
    expect(two).toMatchObject({ firstName: 'Bala', email: null })
    // Images are written anew, as JPEG.
    const stored = await server.services.files.read(one?.idCardFile ?? '')
    expect(stored?.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    expect(await server.services.files.read(two?.utilityFile ?? '')).toBeDefined()
  })

  it('keeps its terms when the type changes, and goes through both approvals to the schedule', async () => {
    const owner = await parts.makeBorrower()
    const { id } = (await apply(owner.id)).output().data
    expect(await server.ask(firstLoanApproval, { id, status: 'accepted' }, first)).toMatchObject({
      status: '200',
    })
    expect(await server.ask(secondLoanApproval, { id, status: 'accepted' }, second)).toMatchObject({
      status: '200',
    })
    const loan = await parts.stateOf(id)
    expect(loan).toMatchObject({ applicationStatus: 'approved', loanStatus: 'active' })
    expect((await verifyLedger(database)).faults).toEqual([])
  })

  it.each([
    [
      'an inactive customer',
      async () => ({ customer_id: (await server.makeCustomer(parts.agent.id, { isActive: false })).id }),
      inactiveCustomerMessage,
    ],
    ['an unknown customer', async () => ({ customer_id: 999_999 }), 'Customer with ID 999999 not found'],
    ['an unknown type', async () => ({ loan_type_id: 999_999 }), 'Loan type with ID 999999 not found'],
    [
      'a type that is switched off',
      async () => ({
        loan_type_id: (await parts.makeLoanType(500, { name: 'Old Loan', status: 'inactive' })).id,
      }),
      'Old Loan is switched off. Nobody can apply for it.',
    ],
    [
      'a period that the type does not offer',
      async () => ({
        loan_type_id: (await parts.makeLoanType(500, { name: 'Monthly Loan', periods: ['monthly'] })).id,
      }),
      'Monthly Loan is not repaid by weekly installments.',
    ],
    [
      'a file that is not there',
      async () => ({ guarantors: [{ ...(await guarantorBody(server, clerk)), utitity: 999_999 }] }),
      'The utility bill of Bala Garba is not there any more. Please upload it again.',
    ],
    [
      'the file of another admin',
      async () => ({
        guarantors: [
          {
            ...(await guarantorBody(server, clerk)),
            idcard: await uploaded(server, await server.enter('can-create-loan')),
          },
        ],
      }),
      'The ID card of Bala Garba is not there any more. Please upload it again.',
    ],
  ])('is refused for %s, and nothing is used up', async (_what, fields, message) => {
    const owner = await parts.makeBorrower()
    const body = await bodyFor(owner.id, await fields())
    const before = [
      await database.$count(loans),
      await database.$count(guarantors),
      await database.$count(uploads),
    ]
    expect(await server.ask(createLoan, body, clerk)).toMatchObject({ status: '400', message })
    const after = [
      await database.$count(loans),
      await database.$count(guarantors),
      await database.$count(uploads),
    ]
    expect(after).toEqual(before)
  })

  it.each([
    [{ amount: naira(0) }, sentences.validAmount],
    [{ amount: naira(100_000_000.01) }, 'One loan may be at most ₦100,000,000.00.'],
    [{ instalment_times: 0 }, 'The number of installments must be from 1 to 366.'],
    [{ instalment_times: 367 }, 'The number of installments must be from 1 to 366.'],
    [{ instalment_times: 1.5 }, 'The number of installments must be from 1 to 366.'],
    [{ instalment_period: 'yearly' }, 'Please select the installment period.'],
    [{ description: '  ' }, 'Purpose field cannot be empty.'],
  ])('is not valid with %j', async (fields, message) => {
    const owner = await parts.makeBorrower()
    expect(await apply(owner.id, fields)).toMatchObject({ status: '100', fields: [message] })
  })

  it('into installments below one naira is refused', async () => {
    const owner = await parts.makeBorrower()
    const before = await database.$count(loans)
    const free = await parts.makeLoanType(0)
    const body = { loan_type_id: free.id, amount: naira(1), instalment_times: 366, guarantors: [] }
    expect((await apply(owner.id, body)).json).toMatchObject({
      status: '400',
      message:
        'Each installment would be ₦0.00, and none may be below ₦1.00. At most 1 installment can be made of ₦1.00.',
    })
    expect(await database.$count(loans)).toBe(before)
  })

  it('has five guarantors at the most, and may have none', async () => {
    const owner = await parts.makeBorrower()
    const six = await Promise.all(Array.from({ length: 6 }, () => guarantorBody(server, clerk)))
    expect(await apply(owner.id, { guarantors: six })).toMatchObject({
      status: '100',
      fields: ['A loan may have at most 5 guarantors.'],
    })
    const { id } = (await apply(owner.id, { guarantors: [] })).output().data
    expect(await guarantorsOf(id)).toEqual([])
  })
})

describe('a guarantor who is known', () => {
  it('is refused for their own loan, at the application and later, in every form of the number', async () => {
    const owner = await parts.makeBorrower({ phoneNumber: '08035551001' })
    const before = await database.$count(guarantors)
    const message = 'Bala Garba has the phone number of the borrower. Nobody guarantees their own loan.'
    const own = { ...(await guarantorBody(server, clerk)), phone: '+234 803 555 1001' }
    expect((await apply(owner.id, { guarantors: [own] })).json).toMatchObject({ status: '400', message })
    const { id } = (await apply(owner.id, { guarantors: [] })).output().data
    expect((await server.ask(addGuarantor, { loan_id: id, ...own }, clerk)).json).toEqual({
      status: '400',
      message,
    })
    expect(await database.$count(guarantors)).toBe(before)
  })

  it('is shown to who decides with what they owe and guarantee, and by name to who may see customers', async () => {
    const friend = await parts.makeBorrower({
      phoneNumber: '08035551002',
      firstName: 'Sade',
      lastName: 'Ojo',
    })
    const guarantor = async () => ({ ...(await guarantorBody(server, clerk)), phone: '08035551002' })
    const other = (await apply((await parts.makeBorrower()).id, { guarantors: [await guarantor()] })).output()
      .data
    const { id } = (
      await apply((await parts.makeBorrower()).id, { guarantors: [await guarantor()] })
    ).output().data
    const known = async (...permissions: Permission[]) => {
      const from = await server.enter('can-do-first-approval', ...permissions)
      const { data } = (await server.ask(calls.loans.getLoanCase, { id }, from)).output().data
      return data[0]?.guarantors?.[0]?.known
    }
    const figures = { is_borrower: false, owed: naira(0), guarantees: 1, guaranteed: naira(50_000) }
    expect(await known()).toEqual({ ...figures, customers: [] })
    expect(await known('can-view-customer')).toEqual({
      ...figures,
      customers: [expect.stringMatching(/^Sade Ojo \(CU-/)],
    })
    await database
      .update(customers)
      .set({ phoneNumber: friend.phoneNumber })
      .where(eq(customers.id, sql`(select customer_id from loans where id = ${id})`))
    expect(await known()).toMatchObject({ is_borrower: true })
    expect(other.id).not.toBe(id)
  })
})

describe('a guarantor who is added later', () => {
  it('belongs to the loan until it is decided', async () => {
    const owner = await parts.makeBorrower()
    const { id, reference } = (await apply(owner.id, { guarantors: [] })).output().data
    const add = async () =>
      server.ask(addGuarantor, { loan_id: id, ...(await guarantorBody(server, clerk)) }, clerk)
    expect(await add()).toMatchObject({
      status: '200',
      message: `Bala Garba is a guarantor of loan ${reference} now.`,
    })
    expect(await guarantorsOf(id)).toMatchObject([
      { customerId: owner.id, agentId: owner.agentId, phone: '08030009998' },
    ])
    await server.ask(firstLoanApproval, { id, status: 'accepted' }, first)
    for (let n = 0; n < 4; n++) expect((await add()).status).toBe('200')
    expect(await add()).toMatchObject({
      status: '400',
      message: `Loan ${reference} of ₦50,000.00 has 5 guarantors already.`,
    })
    await server.ask(secondLoanApproval, { id, status: 'accepted' }, second)
    expect(await add()).toMatchObject({
      status: '400',
      message: expect.stringMatching(/was already approved and disbursed by .* Nothing was done\.$/),
    })
    expect(await guarantorsOf(id)).toHaveLength(5)
  })
})

describe('what is shown of the applicant', () => {
  it('has the wallets, twelve weeks of savings, the loans, and how their installments were paid', async () => {
    const owner = await parts.makeBorrower()
    const day = 24 * 60
    const lend = async () => {
      const by = { token: await server.openSession(clerk.id) }
      const body = { ...termsFor(owner.id), guarantors: [], instalment_times: 3 }
      const { id } = (await server.ask(createLoan, body, by)).output().data
      await server.ask(
        firstLoanApproval,
        { id, status: 'accepted' },
        { token: await server.openSession(first.id) },
      )
      await server.ask(
        secondLoanApproval,
        { id, status: 'accepted' },
        { token: await server.openSession(second.id) },
      )
      return id
    }
    server.clock.rewindAfterTest()
    await parts.collect(owner, naira(1000))
    const loan = await lend()
    server.clock.pass(7 * day)
    await parts.collect(owner, naira(300))
    await parts.collect(owner, naira(200))
    // On the day it is due: on time.
    await parts.repay(loan, naira(18_750))
    server.clock.pass(8 * day)
    await parts.repay(loan, naira(18_750))
    server.clock.pass(7 * day)
    const applied = await lend()
    const facts = async (loanId?: number) => {
      const by = { token: await server.openSession(clerk.id) }
      if (loanId) return (await server.ask(getLoanCase, { id: loanId }, by)).output().data.data[0]
      return (await server.ask(getLoanApplicant, { customer_id: owner.id }, by)).output().data
    }
    const shown = await facts()
    expect(shown).toMatchObject({
      user_id: owner.id,
      is_active: true,
      savings: [{ balance: naira(1500) }],
      main_wallet_balance: naira(100_000),
      other_loans: [
        { balance: naira(56_250), days_overdue: 0 },
        { balance: naira(18_750), loan_status: 'active', days_overdue: 1 },
      ],
      repayment_record: { loans: 2, paid_loans: 0, on_time: 1, late: 1, overdue: 1 },
    })
    const weeks = shown?.saved_weeks ?? []
    expect(weeks).toHaveLength(12)
    expect(weeks.slice(-5).map(({ amount }) => amount)).toEqual(
      [0, 1000, 500, 0, 0].map((amount) => naira(amount)),
    )
    for (const { week } of weeks) expect(new Date(`${week}T00:00:00Z`).getUTCDay()).toBe(1)
    expect(await facts(applied).catch((error: Error) => error.message)).toContain('already approved')
    const pending = (
      await server.ask(
        createLoan,
        { ...termsFor(owner.id), guarantors: [] },
        { token: await server.openSession(clerk.id) },
      )
    ).output().data.id
    // For a decision, without the loan itself.
    expect(await facts(pending)).toMatchObject({
      other_loans: [{ balance: naira(56_250) }, { balance: naira(18_750) }],
      saved_weeks: weeks,
    })
  })

  it('leaves out types that are switched off', async () => {
    await parts.makeLoanType(500, { name: 'Closed Loan', status: 'inactive' })
    const by = { token: await server.openSession(clerk.id) }
    const owner = await parts.makeBorrower()
    const { types } = (await server.ask(getLoanApplicant, { customer_id: owner.id }, by)).output().data
    expect(types.map(({ name }) => name)).not.toContain('Closed Loan')
    expect(types.find(({ id }) => id === type.id)).toMatchObject({ interest_rate: rate(12.5) })
  })
})
