import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { holds } from '#server/db/tables/holds'
import type { loanTypes } from '#server/db/tables/loans'
import { faultsIn } from '../support/books'
import { guarantorBody } from '../support/files'
import { expectRefused } from '../support/guards'
import { naira, rate } from '../support/people'
import { openLoanChangeDesk } from './loanChangeDesk'

const desk = await openLoanChangeDesk()
const { server, parts, one, two, asker, recorder } = desk
const { database, clock } = server
const clerk = await server.enter('can-create-loan', 'can-add-guarantor', 'can-create-loan-type')
const { createLoan, createLoanType, firstLoanApproval, secondLoanApproval, getLoanAccount } = calls.loans
const { settleLoan, recordRepayment, getLoanCase } = calls.loans
const { requestSetOff, requestRelease, requestRescheduling } = calls.loanChanges

const day = 24 * 60
type TypeFields = Partial<typeof loanTypes.$inferInsert>
const reducing: TypeFields = { interestKind: 'reducing', interestBasisPoints: 2400 }

/** An application for ₦100,000.00 in three monthly instalments, of a type of its own. */
async function apply(fields: TypeFields, body: object = {}, owner?: { id: number; agentId: number }) {
  const customer = owner ?? (await parts.makeBorrower())
  const type = await parts.makeLoanType(fields.interestBasisPoints ?? 1000, fields)
  const reply = await server.ask(
    createLoan,
    {
      customer_id: customer.id,
      loan_type_id: type.id,
      amount: naira(100_000),
      instalment_period: 'monthly',
      instalment_times: 3,
      description: 'Stock',
      guarantors: [],
      ...body,
    },
    clerk,
  )
  return { customer, type, reply }
}
async function lend(...terms: Parameters<typeof apply>) {
  const { customer, reply } = await apply(...terms)
  const { id, reference } = reply.output().data
  ;(await server.ask(firstLoanApproval, { id, status: 'accepted' }, one)).output()
  ;(await server.ask(secondLoanApproval, { id, status: 'accepted' }, two)).output()
  return { id, reference, customer }
}
const account = async (loan_id: number) =>
  (await server.ask(getLoanAccount, { loan_id }, asker)).output().data
const schedule = async (id: number) =>
  (await account(id)).schedule.map(({ amount, interest, paid, open }) => [amount, interest, paid, open])
const repay = (loan_id: number, amount: Kobo) => server.ask(recordRepayment, { loan_id, amount }, recorder)
const profit = async () => (await parts.accountOf('PW')).balance
const wrong = () => faultsIn(database)
/** Sessions end without a call. */
async function signInAgain() {
  for (const admin of [clerk, one, two, asker, recorder, desk.requester, desk.approver])
    Object.assign(admin, { token: await server.openSession(admin.id) })
}

describe('the bounds of a type', () => {
  const refused: [string, TypeFields, object, string][] = [
    [
      'an amount below the least',
      { leastAmount: naira(150_000) },
      {},
      'This loan type lends ₦150,000.00 or more.',
    ],
    [
      'an amount above the most',
      { mostAmount: naira(50_000) },
      {},
      'This loan type lends ₦50,000.00 at most.',
    ],
    ['too few installments', { leastTimes: 6 }, {}, 'This loan type has 6 installments or more.'],
    ['too many installments', { mostTimes: 2 }, {}, 'This loan type has 2 installments at most.'],
    [
      'a customer who saved too little',
      { savingsWanted: 1000 },
      {},
      'This loan wants savings of ₦10,000.00; the customer has ₦0.00.',
    ],
    [
      'no wallet as security',
      { securityBasisPoints: 2000 },
      {},
      'Please select the savings wallet that secures the loan.',
    ],
  ]
  it.each(refused)('refuse %s, and nothing is written', async (_what, fields, body, message) => {
    const { reply, customer } = await apply(fields, body)
    expectRefused(reply, message)
    expect(await parts.entriesFor(customer.id)).toEqual([])
  })

  it('let an approval wait for the guarantors that are missing', async () => {
    const { reply } = await apply({ leastGuarantors: 1 })
    const { id, reference } = reply.output().data
    expectRefused(
      await server.ask(firstLoanApproval, { id, status: 'accepted' }, one),
      `Loan ${reference} of ₦100,000.00 can't be approved: This loan type wants 1 guarantor; the loan has 0. Nothing was done.`,
    )
    const [seen] = (await server.ask(getLoanCase, { id }, one)).output().data.data
    expect(seen?.obstacle).toBe('This loan type wants 1 guarantor; the loan has 0.')
    await server.ask(
      calls.guarantors.addGuarantor,
      { loan_id: id, ...(await guarantorBody(server, clerk)) },
      clerk,
    )
    expect((await server.ask(firstLoanApproval, { id, status: 'accepted' }, one)).status).toBe('200')
  })

  it.each([
    [{ least_amount: naira(2), most_amount: naira(1) }, 'The least amount may not be above the most.'],
    [{ least_times: 5, most_times: 4 }, 'The least number of installments may not be above the most.'],
    [
      { penalty_kind: 'daily' as const, penalty_rate: rate(0) },
      'A penalty by days needs an amount a day and a ceiling.',
    ],
    [
      { penalty_kind: 'daily' as const, penalty_amount: naira(200), penalty_ceiling: rate(10) },
      'A penalty by days has no rate.',
    ],
    [{ penalty_amount: naira(200) }, 'A penalty by rate has no amount a day and no ceiling.'],
  ])('no type can have %j', async (terms, message) => {
    const body = {
      name: `Bad ${message.length}`,
      description: 'Stock',
      interest_rate: rate(5),
      penalty_rate: rate(5),
      grace_days: 0,
      periods: ['weekly' as const],
      ...terms,
    }
    expectRefused(await server.ask(createLoanType, body, clerk), message)
  })
})

describe('reducing balance', () => {
  it('divides a loan into equal installments with interest of their own', async () => {
    const { id } = await lend(reducing)
    expect(await schedule(id)).toEqual([
      [3_467_547, 200_000, 0, 3_467_547],
      [3_467_547, 134_649, 0, 3_467_547],
      [3_467_546, 67_991, 0, 3_467_546],
    ])
    expect(await account(id)).toMatchObject({ interest_amount: 402_640, total_payable: 10_402_640 })
    expect(await wrong()).toEqual([])
  })

  it('pays the share of interest of each installment, and all of it once the loan is paid', async () => {
    const { id } = await lend(reducing)
    const before = await profit()
    await repay(id, 1_733_773 as Kobo)
    expect((await profit()) - before).toBe(99_999)
    await repay(id, 1_733_774 as Kobo)
    expect((await profit()) - before).toBe(200_000)
    await repay(id, 6_935_093 as Kobo)
    expect((await profit()) - before).toBe(402_640)
    expect(await account(id)).toMatchObject({ loan_status: 'paid', interest_paid: 402_640 })
    expect(await wrong()).toEqual([])
  })

  it('moves the interest that is open with a rescheduling', async () => {
    const { id } = await lend(reducing)
    await repay(id, 3_467_547 as Kobo)
    await desk.carryOut(id, (loan_id) =>
      server.ask(
        requestRescheduling,
        {
          loan_id,
          amount: 6_935_093 as Kobo,
          reason: 'Ill',
          instalment_period: 'monthly',
          instalment_times: 4,
          first_due: '2027-01-31',
        },
        asker,
      ),
    )
    const interests = (await schedule(id)).map(([, interest]) => interest)
    expect(interests.slice(3)).toEqual([50_659, 50_660, 50_660, 50_661])
    await repay(id, 6_935_093 as Kobo)
    expect(await account(id)).toMatchObject({ loan_status: 'paid', interest_paid: 402_640 })
    expect(await wrong()).toEqual([])
  })
})

describe('settling early', () => {
  const accrued: TypeFields = { ...reducing, settlement: 'accrued' }

  it('costs the principal and what has accrued until the day, in one entry', async () => {
    const { id, reference, customer } = await lend(accrued)
    clock.pass(15 * day)
    await signInAgain()
    const { settles, schedule: due } = await account(id)
    // 15 of 30 days of ₦2,000.00.
    expect(due[0]?.due_date).toBe('2026-12-18')
    expect(settles).toEqual({ amount: 10_100_000, waived: 302_640 })
    const before = await profit()
    expectRefused(
      await server.ask(settleLoan, { loan_id: id, amount: naira(100_000) }, recorder),
      `Loan ${reference} is settled with ₦101,000.00 today. Nothing was recorded.`,
    )
    const reply = await server.ask(settleLoan, { loan_id: id, amount: naira(101_000) }, recorder)
    const entry = reply.output().data.reference
    expect(reply.message).toBe(
      `Loan ${reference} settled with ₦101,000.00 (${entry}). ₦3,026.40 of interest was waived. The loan is paid.`,
    )
    expect((await profit()) - before).toBe(100_000)
    expect(await account(id)).toMatchObject({
      loan_status: 'paid',
      balance: 0,
      interest_paid: 100_000,
      interest_waived: 302_640,
    })
    expect((await parts.entriesFor(customer.id)).map(({ kind }) => kind)).toEqual([
      'Loan disbursement',
      'Loan settlement',
    ])
    const statement = await server.ask(
      calls.customers.getCustomerStatement,
      { customer_id: customer.id, account: reference },
      await server.enter('can-view-withdrawal'),
    )
    expect(statement.output().data.accounts[0]?.rows.at(-1)).toMatchObject({
      source: 'Loan settlement with ₦101,000.00',
      amount: -10_402_640,
      balance: 0,
    })
    expect(await wrong()).toEqual([])

    await desk.reverse(entry)
    expect(await account(id)).toMatchObject({
      loan_status: 'active',
      balance: 10_402_640,
      interest_paid: 0,
      interest_waived: 0,
    })
    expect(await profit()).toBe(before)
    expect(await wrong()).toEqual([])
  })

  it('of a flat loan counts its interest by installment and days', async () => {
    const { id } = await lend({ settlement: 'accrued' })
    // ₦10,000.00 of interest in three instalments; nothing has accrued on the first day.
    expect((await account(id)).settles).toEqual({ amount: 10_000_000, waived: 1_000_000 })
    await repay(id, 3_666_666 as Kobo)
    expect((await account(id)).settles).toEqual({ amount: 6_666_667, waived: 666_667 })
    expect(await wrong()).toEqual([])
  })

  it('saves nothing of a loan that owes its whole interest', async () => {
    const { id, reference } = await lend({})
    expect((await account(id)).settles).toBeNull()
    expectRefused(
      await server.ask(settleLoan, { loan_id: id, amount: naira(110_000) }, recorder),
      `Settling loan ${reference} early saves no interest. Record a repayment.`,
    )
  })

  it('is reversed before what was paid earlier', async () => {
    const { id, reference } = await lend(accrued)
    const first = (await repay(id, naira(10_000))).output().data.reference
    const { settles } = await account(id)
    const reply = await server.ask(settleLoan, { loan_id: id, amount: settles?.amount ?? naira(1) }, recorder)
    const entry = reply.output().data.reference
    expectRefused(
      await desk.request(first),
      `Loan ${reference} was settled early by ${entry}. That must be reversed first: it waived interest.`,
    )
  })

  it('is done once by two at the same time', async () => {
    const { id } = await lend(accrued)
    const amount = (await account(id)).settles?.amount ?? naira(1)
    const both = await Promise.all(
      [1, 2].map(() => server.ask(settleLoan, { loan_id: id, amount }, recorder)),
    )
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set(['200', '400']))
    expect(await wrong()).toEqual([])
  })
})

describe('a security', () => {
  const secured: TypeFields = { securityBasisPoints: 2000 }

  async function saverOf(amount: Kobo) {
    const { customer, saving } = await desk.saver()
    await desk.deposit(saving.id, amount)
    return { customer, saving }
  }
  async function lendSecured(saved = naira(25_000)) {
    const { customer, saving } = await saverOf(saved)
    const { id, reference } = await lend(secured, { security_savings_id: saving.id }, customer)
    return { id, reference, customer, saving }
  }
  const walletOf = async (name: string) => {
    const { balance, held } = await parts.accountOf(name)
    return [balance, held]
  }
  const transfer = (customer_id: number, savings_ref: string, amount: Kobo) =>
    server.ask(calls.customers.savingWalletToMainWallets, { customer_id, savings_ref, amount }, recorder)
  const ask = (call: typeof requestSetOff) => async (loan_id: number) => {
    const { balance: amount, security } = await account(loan_id)
    return server.ask(
      call,
      { loan_id, amount, security: security?.held ?? naira(1), reason: 'Not repaid' },
      asker,
    )
  }

  it('is refused above what the wallet has, of another customer, and of a closed wallet', async () => {
    const { customer, saving } = await saverOf(naira(15_000))
    const other = await saverOf(naira(30_000))
    const from = async (security_savings_id: number) =>
      (await apply(secured, { security_savings_id }, customer)).reply
    expectRefused(
      await from(saving.id),
      'The security is ₦20,000.00; the wallet has ₦15,000.00 that is not held.',
    )
    expectRefused(
      await from(other.saving.id),
      `Savings wallet with ID ${other.saving.id} was not found for customer ${customer.id}.`,
    )
    ;(await server.ask(calls.savings.closeSaving, { savings_id: saving.id }, recorder)).output()
    expectRefused(await from(saving.id), `Savings wallet ${saving.reference} is closed.`)
  })

  it('is held from the disbursement until the loan is paid', async () => {
    const { customer, saving } = await saverOf(naira(25_000))
    const { reply } = await apply(secured, { security_savings_id: saving.id }, customer)
    const { id, reference } = reply.output().data
    expect(await walletOf(saving.reference)).toEqual([naira(25_000), 0])
    await server.ask(firstLoanApproval, { id, status: 'accepted' }, one)
    // Taken out since the first approval.
    ;(await transfer(customer.id, saving.reference, naira(10_000))).output()
    expectRefused(
      await server.ask(secondLoanApproval, { id, status: 'accepted' }, two),
      `Loan ${reference} of ₦100,000.00 can't be paid out: The security is ₦20,000.00; the wallet has ₦15,000.00 that is not held. Nothing was done.`,
    )
    await desk.deposit(saving.id, naira(10_000))
    ;(await server.ask(secondLoanApproval, { id, status: 'accepted' }, two)).output()
    expect(await walletOf(saving.reference)).toEqual([naira(25_000), naira(20_000)])
    expect((await account(id)).security).toEqual({
      savings_id: saving.id,
      reference: saving.reference,
      wanted: naira(20_000),
      held: naira(20_000),
    })
    expectRefused(
      await transfer(customer.id, saving.reference, naira(10_000)),
      'The savings wallet holds ₦5,000.00, which does not cover ₦10,000.00. ₦20,000.00 more secures a loan and stays.',
    )
    ;(await transfer(customer.id, saving.reference, naira(5_000))).output()
    expectRefused(
      await server.ask(calls.savings.closeSaving, { savings_id: saving.id }, recorder),
      `₦20,000.00 of savings wallet ${saving.reference} secures a loan. It can be closed once that is paid.`,
    )
    expect(await wrong()).toEqual([])
    const paid = (await repay(id, naira(110_000))).output().data.reference
    expect(await walletOf(saving.reference)).toEqual([naira(20_000), 0])
    expect(await wrong()).toEqual([])
    // Open again, it is held again.
    await desk.reverse(paid)
    expect(await walletOf(saving.reference)).toEqual([naira(20_000), naira(20_000)])
    expect(await wrong()).toEqual([])
  })

  it('pays what is owed by a set-off with two approvals, in one entry', async () => {
    const { id, reference, customer, saving } = await lendSecured()
    expectRefused(
      await desk.writeOff(id),
      `₦20,000.00 secures loan ${reference}. It must be set off or released first.`,
    )
    const message = await desk.carryOut(id, ask(requestSetOff))
    const change = await desk.changeOf(id)
    const entry = (await parts.entriesFor(customer.id)).at(-1)
    expect(entry).toMatchObject({ kind: 'Loan set-off', reason: change.reference })
    expect(message).toBe(
      `Set-off ${change.reference} approved: ₦20,000.00 of savings wallet ${saving.reference} was repaid on loan ${reference} (${entry?.reference}). ₦90,000.00 is still owed.`,
    )
    expect(await walletOf(saving.reference)).toEqual([naira(5_000), 0])
    expect(await account(id)).toMatchObject({ balance: naira(90_000), loan_status: 'active' })
    expect(await wrong()).toEqual([])
    await desk.reverse(entry?.reference ?? '')
    expect(await walletOf(saving.reference)).toEqual([naira(25_000), naira(20_000)])
    expect(await account(id)).toMatchObject({ balance: naira(110_000) })
    expect(await wrong()).toEqual([])
  })

  it('pays no more than is owed, and frees the rest', async () => {
    const { id, saving } = await lendSecured()
    await repay(id, naira(100_000))
    await desk.carryOut(id, ask(requestSetOff))
    expect(await account(id)).toMatchObject({ loan_status: 'paid', balance: 0 })
    expect(await walletOf(saving.reference)).toEqual([naira(15_000), 0])
    expect(await wrong()).toEqual([])
  })

  it('is released with two approvals, after which the loan can be written off', async () => {
    const { id, saving } = await lendSecured()
    await desk.carryOut(id, ask(requestRelease))
    expect(await walletOf(saving.reference)).toEqual([naira(25_000), 0])
    expect(await database.select().from(holds).where(eq(holds.loanId, id))).toMatchObject([
      { amount: naira(20_000), releasedAt: expect.any(Date) },
    ])
    await desk.carryOut(id, (loan_id) => desk.writeOff(loan_id))
    expect(await account(id)).toMatchObject({ loan_status: 'written-off' })
    expect(await wrong()).toEqual([])
  })

  it('can only be rejected once what is owed has changed since the request', async () => {
    const { id, reference } = await lendSecured()
    ;(await ask(requestSetOff)(id)).output()
    const { id: change, reference: name } = await desk.changeOf(id)
    ;(await repay(id, naira(1_000))).output()
    expectRefused(
      await desk.first(change, one),
      `₦109,000.00 is owed on loan ${reference} now, and not the ₦110,000.00 of the request. Change ${name} can only be rejected, and requested again.`,
    )
  })

  it('of a reversed disbursement is free', async () => {
    const { id, saving } = await lendSecured()
    await desk.reverse((await account(id)).disbursement ?? '')
    expect(await walletOf(saving.reference)).toEqual([naira(25_000), 0])
    expect(await wrong()).toEqual([])
  })

  it('is set off or paid, not both, by two at the same time', async () => {
    const { id, saving } = await lendSecured()
    ;(await ask(requestSetOff)(id)).output()
    const { id: change } = await desk.changeOf(id)
    ;(await desk.first(change, one)).output()
    const [decided, paid] = await Promise.all([desk.second(change, two), repay(id, naira(110_000))])
    const outcome = [decided.status, paid.status]
    expect([
      ['200', '400'],
      ['400', '200'],
    ]).toContainEqual(outcome)
    expect((await walletOf(saving.reference))[1]).toBe(0)
    expect(await wrong()).toEqual([])
  })

  it('is kept by the database: a hold is released once, and only an open loan has one', async () => {
    const { id } = await lendSecured()
    await expect(
      database
        .update(holds)
        .set({ amount: naira(1) })
        .where(eq(holds.loanId, id)),
    ).rejects.toThrow()
    await expect(database.delete(holds).where(eq(holds.loanId, id))).rejects.toThrow()
    const pending = await apply(secured, { security_savings_id: (await lendSecured()).saving.id })
    expect(pending.reply.status).toBe('400')
  })
})
