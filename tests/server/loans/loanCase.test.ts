import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Permission } from '#contract/permissionCatalogue'
import { mainWalletOf } from '#server/ledger/accounts'
import { openLoanScenario } from './loanScenario'
import { naira } from '../support/people'
import { sentences } from '../../sentences'

const { server, parts, me, musa, ngozi, sade, paid, repayment, active, rejected, pending } =
  await openLoanScenario()
const { getLoanCase, firstLoanApproval, loanDetails } = calls.loans

describe('the case of a loan', () => {
  it('has the balances and other loans of the customer', async () => {
    const saving = await parts.makeSaving(sade)
    await parts.pay(saving.reference, naira(250))
    await parts.pay(mainWalletOf(sade.id), naira(40))
    const boss = await server.enterAs({ role: 'SuperAdmin' })
    const { data } = (await server.ask(getLoanCase, { id: pending.id }, boss)).output()
    expect(data.data).toHaveLength(1)
    const [shown] = data.data
    expect(shown).toMatchObject({
      reference: pending.reference,
      main_wallet_balance: await parts.walletOf(sade.id),
      savings: [{ code: saving.reference, balance: naira(250) }],
      business_balance: await parts.mainBalance(),
    })
    expect(shown?.other_loans).toEqual([
      {
        reference: rejected.reference,
        amount: naira(50_000),
        balance: 0,
        loan_status: 'non-active',
        application_status: 'rejected',
        days_overdue: 0,
      },
      {
        reference: active.reference,
        amount: naira(5000),
        balance: naira(5500),
        loan_status: 'active',
        application_status: 'approved',
        days_overdue: 9,
      },
      {
        reference: paid.reference,
        amount: naira(1000),
        balance: 0,
        loan_status: 'paid',
        application_status: 'approved',
        days_overdue: 0,
      },
    ])
  })

  it('has the comment of the first approval and bars its approver from the second', async () => {
    const loan = await parts.apply(await parts.makeBorrower())
    const caseFor = async (from: typeof musa) =>
      (await server.ask(getLoanCase, { id: loan.id }, from)).output().data.data[0]
    expect(await caseFor(musa)).toMatchObject({ first_approval_comment: null, second_decision_barred: null })
    await server.ask(firstLoanApproval, { id: loan.id, status: 'accepted', comment: 'Stall visited' }, musa)
    const barred = sentences.otherApprover
    expect(await caseFor(musa)).toMatchObject({
      first_approval_comment: 'Stall visited',
      second_decision_barred: barred,
    })
    expect(await caseFor(ngozi)).toMatchObject({ second_decision_barred: null })
    server.services.config.allowSameApprover = true
    expect(await caseFor(musa)).toMatchObject({ second_decision_barred: null })
    server.services.config.allowSameApprover = false
  })

  it('has the guarantors of this loan, for who decides on it or may see guarantors', async () => {
    const borrower = await parts.makeBorrower()
    const [loan, other] = [await parts.apply(borrower), await parts.apply(borrower)]
    const made = await server.makeGuarantor(borrower, { loanId: loan.id, idCardFile: 'a-card' })
    await server.makeGuarantor(borrower, { loanId: other.id })
    await server.makeGuarantor(borrower)
    const shown = async (...permissions: Permission[]) => {
      const from = await server.enter('can-view-pending-loan', ...permissions)
      return (await server.ask(getLoanCase, { id: loan.id }, from)).output().data.data[0]?.guarantors
    }
    const card = {
      id: made.id,
      name: 'Tobi Alade',
      phone: made.phone,
      address: '3 Broad Street, Ikeja',
      idcard: 'ID card',
      utitity: null,
    }
    for (const permission of [
      'can-view-guarantor',
      'can-do-first-approval',
      'can-do-second-approval',
    ] as const)
      expect(await shown(permission)).toMatchObject([card])
    expect(await shown()).toBeNull()
    expect(await shown('can-update-interest')).toBeNull()
  })

  it('that was decided meanwhile names the admin', async () => {
    const message = `Loan ${rejected.reference} of ₦50,000.00 was already rejected by Musa Bello on 21 Nov 2026, 10:00.`
    expect((await server.ask(getLoanCase, { id: rejected.id }, me)).json).toEqual({ status: '400', message })
    const unknown = await server.ask(getLoanCase, { id: 999_999 }, me)
    expect(unknown.message).toBe('Loan with ID 999999 not found')
  })
})

describe('details', () => {
  it('of a movement have the balance before, after and now', async () => {
    const { data } = (await server.ask(loanDetails, { loan_history_id: repayment.id }, me)).output()
    expect(data).toEqual({
      id: repayment.id,
      reference: paid.reference,
      entry_reference: repayment.reference,
      amount: naira(1100),
      amount_before: naira(1100),
      amount_after: 0,
      balance: 0,
      due_date: '2026-11-25',
      created_at: '2026-11-18T10:00:00.000Z',
      penalty: 0,
      repayment: naira(1100),
      status: 'paid',
      customer_phone: '08031112222',
      customer_firstname: 'Sade',
      customer_lastname: 'Ojo',
    })
  })

  it('with an unknown id are not found', async () => {
    const reply = await server.ask(loanDetails, { loan_history_id: 999_999 }, me)
    expect(reply.message).toBe('Loan history with ID 999999 not found')
  })
})
