import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { kobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { loans } from '#server/db/tables/loans'
import { openLoanAccount } from '#server/ledger/accounts'
import { buildDisbursement } from '#server/ledger/disbursement'
import { post } from '#server/ledger/post'
import { expectRefused } from '../support/guards'
import { naira, rate } from '../support/people'
import { roundsOf } from '../support/rounds'
import { openFeeDesk } from './feeDesk'

const desk = await openFeeDesk()
const { server, parts, ofLoan, applied, pay, paid, first, second, changed, caseOf, feesOf, faults } = desk
const { switchOffFee } = calls.fees

/** A type whose loans cost ₦2,000.00 before the second approval, and 2 % and ₦500.00 that are kept back. */
async function typeWithFees() {
  const type = await parts.makeLoanType(1250)
  const form = await ofLoan({ loan_type_id: type.id, amount: naira(2_000) })
  const insurance = await ofLoan({
    loan_type_id: type.id,
    moment: 'kept-back',
    kind: 'percent',
    amount: kobo(0),
    rate: rate(2),
  })
  const stamp = await ofLoan({ loan_type_id: type.id, moment: 'kept-back' })
  return { type, form, insurance, stamp }
}

describe('an application', () => {
  it('fixes the fees of its type, and says what the customer pays in all', async () => {
    const { type, form, insurance, stamp } = await typeWithFees()
    const loan = await applied(type.id)
    expect(loan.message).toBe(
      `Loan ${loan.reference} of ₦50,000.00 applied for: ₦58,250.00 to pay in all, ₦2,000.00 of it before the second approval; ₦1,500.00 is kept back. It waits for its first approval.`,
    )
    await server.ask(switchOffFee, { id: form.id }, desk.owner)
    expect((await caseOf(loan.id))?.fees).toEqual([
      { fee_id: form.id, name: form.name, amount: naira(2_000), moment: 'before-approval', paid_by: null },
      {
        fee_id: insurance.id,
        name: insurance.name,
        amount: naira(1_000),
        moment: 'kept-back',
        paid_by: null,
      },
      { fee_id: stamp.id, name: stamp.name, amount: naira(500), moment: 'kept-back', paid_by: null },
    ])
    const next = await applied(type.id)
    expect((await caseOf(next.id))?.fees?.map(({ fee_id }) => fee_id)).toEqual([insurance.id, stamp.id])
  })

  it('offers the fees of all types and of each, with what they cost', async () => {
    const { type, form } = await typeWithFees()
    const { id } = await parts.makeBorrower()
    const { data } = (
      await server.ask(calls.loans.getLoanApplicant, { customer_id: id }, desk.clerk)
    ).output()
    expect(data.fees?.filter(({ loan_type_id }) => loan_type_id === type.id)).toEqual([
      expect.objectContaining({
        name: form.name,
        kind: 'amount',
        amount: naira(2_000),
        moment: 'before-approval',
      }),
      expect.objectContaining({ kind: 'percent', rate: 200, moment: 'kept-back' }),
      expect.objectContaining({ kind: 'amount', amount: naira(500), moment: 'kept-back' }),
    ])
  })

  it('is refused where the fees that are kept back leave nothing', async () => {
    const type = await parts.makeLoanType(0)
    await ofLoan({ loan_type_id: type.id, moment: 'kept-back' })
    const { reply } = await desk.apply(type.id, undefined, naira(500))
    expectRefused(reply, 'The fees kept back, ₦500.00, leave nothing of ₦500.00.')
    expect((await desk.apply(type.id, undefined, naira(500.01))).reply.status).toBe('200')
  })
})

describe('the second approval', () => {
  it('waits for the fees before it, and keeps the others back in its entry', async () => {
    const { type, form, insurance, stamp } = await typeWithFees()
    const { id, reference, customerId } = await applied(type.id)
    await first(id)
    expectRefused(
      await second(id),
      `Loan ${reference} of ₦50,000.00 can't be paid out: fees of ₦2,000.00 must be paid before (${form.name} ₦2,000.00). Nothing was done.`,
    )
    const formPaid = await paid(customerId, form.id, { loan_id: id, amount: naira(2_000) })
    const change = await changed(customerId, async () => {
      const { message } = await second(id)
      expect(message).toMatch(
        /^Loan LN-\S+ of ₦50,000\.00 approved and paid into the customer's main wallet, less ₦1,500\.00 of fees \(LD-\S+\)\.$/,
      )
    })
    expect(change).toEqual({ main: naira(-50_000), fees: naira(1_500), cash: 0, wallet: naira(48_500) })
    const account = (await server.ask(calls.loans.getLoanAccount, { loan_id: id }, desk.viewer)).output().data
    expect(account).toMatchObject({ balance: naira(56_250), total_payable: naira(56_250) })
    expect(account.fees?.map(({ fee_id, paid_by }) => [fee_id, paid_by])).toEqual([
      [form.id, formPaid],
      [insurance.id, account.disbursement],
      [stamp.id, account.disbursement],
    ])
    const list = { page: 1, search: reference }
    const disbursed = await server.ask(calls.loans.loanDisbursementHistory, list, desk.viewer)
    expect(disbursed.output().data.data).toMatchObject([
      { amount: naira(50_000), total_payable: naira(56_250), kept_back: naira(1_500) },
    ])
    expect((await desk.messagesTo(customerId)).at(-1)).toBe(
      `Loan of NGN 50,000.00 less NGN 1,500.00 fees paid into your main wallet. Balance: NGN 48,500.00. Ref. ${account.disbursement}.`,
    )
    expect(await faults()).toEqual([])
  })

  it('is refused again once the fee before it was reversed', async () => {
    const { type, form } = await typeWithFees()
    const { id, customerId } = await applied(type.id)
    await first(id)
    await desk.reverse(await paid(customerId, form.id, { loan_id: id, amount: naira(2_000) }))
    expect((await second(id)).status).toBe('400')
    await paid(customerId, form.id, { loan_id: id, amount: naira(2_000) })
    expect((await second(id)).status).toBe('200')
    expect(await faults()).toEqual([])
  })

  it('has no way around its fees in the database', async () => {
    const { type } = await typeWithFees()
    const { id } = await applied(type.id)
    await first(id)
    const loan = await parts.stateOf(id)
    const fault = await parts.databaseErrorOf(() =>
      server.database.transaction(async (tx) => {
        const { entry, approved } = buildDisbursement(loan, desk.owner.id, server.clock.now())
        const accountId = await openLoanAccount(tx, loan)
        const { entryId } = await post(tx, entry)
        await tx
          .update(loans)
          .set({ ...approved, accountId, disbursementEntryId: entryId })
          .where(eq(loans.id, id))
      }),
    )
    expect(fault).toMatchObject({ code: '23001' })
  })
})

describe('the reversal of a disbursement', () => {
  it('gives the fees that were kept back to the main business wallet, and not those before', async () => {
    const { type, form } = await typeWithFees()
    const { id, customerId } = await applied(type.id)
    await first(id)
    await paid(customerId, form.id, { loan_id: id, amount: naira(2_000) })
    await second(id)
    const { disbursement } = (
      await server.ask(calls.loans.getLoanAccount, { loan_id: id }, desk.viewer)
    ).output().data
    const change = await changed(customerId, async () => {
      const asked = await desk.ask(disbursement ?? '')
      expect(asked.amount).toBe(naira(50_000))
      const reply = await desk.decide(asked.id)
      expect(reply.message).toContain(`₦50,000.00 of ${disbursement} was reversed`)
    })
    expect(change).toEqual({ main: naira(50_000), fees: naira(-1_500), cash: 0, wallet: naira(-48_500) })
    expect((await desk.messagesTo(customerId)).at(-1)).toMatch(
      /^Loan LD-\S+ of NGN 50,000\.00 less NGN 1,500\.00 fees was taken back\. Balance: NGN 0\.00\. Ref\. RV-/,
    )
    const all = await feesOf(customerId)
    expect(all.paid.map(({ amount, paid_from }) => [amount, paid_from])).toEqual([
      [naira(-500), 'loan'],
      [naira(-1_000), 'loan'],
      [naira(500), 'loan'],
      [naira(1_000), 'loan'],
      [naira(2_000), 'cash'],
    ])
    expect(all.open.filter(({ loan_id }) => loan_id === id)).toEqual([])
    const body = { customer_id: customerId, account: 'main' }
    const { data } = (await server.ask(calls.customers.getCustomerStatement, body, desk.viewer)).output()
    expect(new Map(data.accounts[0]?.rows.map(({ source, amount }) => [source, amount]))).toEqual(
      new Map([
        ['Fee of ₦2,000.00 in cash', 0],
        ['Loan disbursement', naira(48_500)],
        ['Fee of ₦1,500.00 kept back', 0],
        ['Reversal', naira(-48_500)],
        ['Reversal of ₦1,500.00 of fees', 0],
      ]),
    )
    expect(await faults()).toEqual([])
  })
})

describe('fees', () => {
  it('of a rejected loan are not asked for', async () => {
    const { type } = await typeWithFees()
    const { id, customerId } = await applied(type.id)
    expect((await feesOf(customerId)).open.map(({ loan_id }) => loan_id)).toContain(id)
    const musa = await server.enter('can-do-first-approval')
    const rejection = { id, status: 'rejected', comment: 'No guarantor' } as const
    await server.ask(calls.loans.firstLoanApproval, rejection, musa)
    expect((await feesOf(customerId)).open.map(({ loan_id }) => loan_id)).not.toContain(id)
  })

  it('are in the statement, the customer’s page and data, and the day’s close', async () => {
    const { type, form, insurance } = await typeWithFees()
    const day = lagosDay(server.clock.now())
    const close = async () =>
      (await server.ask(calls.closing.getDayClose, { day }, desk.viewer)).output().data
    const before = await close()
    const { id, customerId } = await applied(type.id)
    await first(id)
    const reference = await paid(customerId, form.id, { loan_id: id, amount: naira(2_000) })
    server.clock.pass(1)
    await second(id)
    const after = await close()
    expect((after.counter.fees ?? 0) - (before.counter.fees ?? 0)).toBe(naira(2_000))
    expect(after.fees?.find(({ name }) => name === form.name)).toEqual({
      name: form.name,
      count: 1,
      cash: naira(2_000),
      wallet: 0,
      loan: 0,
    })
    expect(after.fees?.find(({ name }) => name === insurance.name)).toMatchObject({
      cash: 0,
      loan: naira(1_000),
    })
    const body = { customer_id: customerId, account: 'main' }
    const { data } = (await server.ask(calls.customers.getCustomerStatement, body, desk.viewer)).output()
    expect(data.accounts[0]?.rows.map(({ source, amount, balance }) => [source, amount, balance])).toEqual([
      ['Fee of ₦2,000.00 in cash', 0, 0],
      ['Loan disbursement', naira(48_500), naira(48_500)],
      ['Fee of ₦1,500.00 kept back', 0, naira(48_500)],
    ])
    const page = (
      await server.ask(calls.customers.getCustomerPage, { customer_id: customerId }, desk.viewer)
    ).output().data
    expect(page.fees?.paid.length).toBe(3)
    const blind = await server.enter('can-view-customer-details')
    const other = await server.ask(calls.customers.getCustomerPage, { customer_id: customerId }, blind)
    expect(other.output().data.fees).toBeNull()
    const file = await server.ask(calls.customers.exportCustomer, { customer_id: customerId }, desk.viewer)
    expect(file.text.split(reference).length).toBeGreaterThan(2)
  })
})

describe('at once', () => {
  it('a fee is reversed before or after the approval that needs it, never between', async () => {
    const { type, form } = await typeWithFees()
    for (let round = 0; round < roundsOf(3); round++) {
      const { id, customerId } = await applied(type.id)
      await first(id)
      const asked = await desk.ask(await paid(customerId, form.id, { loan_id: id, amount: naira(2_000) }))
      const [approval, reversal] = await Promise.all([second(id), desk.decide(asked.id)])
      expect(reversal.status).toBe('200')
      expect(['200', '400']).toContain(approval.status)
    }
    expect(await faults()).toEqual([])
  })

  it('a fee is paid before the approval, or the approval is refused', async () => {
    const { type, form } = await typeWithFees()
    for (let round = 0; round < roundsOf(3); round++) {
      const { id, customerId } = await applied(type.id)
      await first(id)
      const [payment, approval] = await Promise.all([
        pay(customerId, form.id, { loan_id: id, amount: naira(2_000) }),
        second(id),
      ])
      expect(payment.status).toBe('200')
      expect(['200', '400']).toContain(approval.status)
    }
    expect(await faults()).toEqual([])
  })
})
