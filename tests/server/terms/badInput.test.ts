import { expect, it } from 'vitest'
import type { BodyOf, Call } from '#contract/call'
import { calls } from '#contract/index'
import { addDays, lagosDay } from '#domain/time/lagos'
import { loanFixturesOf } from '../loans/loanFixtures'
import { openPayoutDesk } from '../payouts/payoutDesk'
import { naira, rate } from '../support/people'

const desk = await openPayoutDesk()
const { server } = desk
const parts = await loanFixturesOf(server)
const admin = await server.enter(
  'can-create-saving-type',
  'can-edit-saving-type',
  'can-create-loan-type',
  'can-edit-loan-type',
  'can-create-loan',
  'can-edit-fee',
  'can-edit-calendar',
  'can-request-payout',
  'can-create-withdrawal',
)
const today = lagosDay(server.clock.now())

/** A wallet with ₦1,400.00 to pay out, whose customer waits for ₦100.00 in cash; and types without terms. */
const wallet = await desk.wallet(await server.makeAgent(), [['2026-10-05', naira(1500)]])
await parts.pay(wallet.main, naira(100))
const withdrawal = { customer_id: wallet.customer.id, amount: naira(100), description: 'Rent' }
;(await server.ask(calls.withdrawals.createWithDrawalRequest, withdrawal, admin)).output()
const secured = await parts.makeLoanType(0, { securityBasisPoints: 2000 })
const plain = await parts.makeLoanType(500)

const savingType = { name: 'Bad Thrift', category: 'daily', interest: rate(0), charge: naira(0) } as const
const loanType = {
  name: 'Bad Loan',
  description: 'Stock',
  interest_rate: rate(5),
  penalty_rate: rate(0),
  grace_days: 0,
  periods: ['weekly' as const],
}
const loan = {
  customer_id: wallet.customer.id,
  loan_type_id: secured.id,
  amount: naira(100_000),
  instalment_period: 'weekly' as const,
  instalment_times: 4,
  description: 'Stock',
  guarantors: [],
}
const { name: _name, category: _category, ...savingTerms } = savingType
const { name: _loan, description: _text, interest_rate: _rate, ...loanTerms } = loanType
const fee = { name: 'Bad Fee', applies_to: 'customer', moment: 'registration' } as const
const reason = 'Higher costs'
const { createSavingType, updateSavingTypeTerms } = calls.savings
const { createLoanType, updateLoanTypeTerms, createLoan } = calls.loans

type Case = [what: string, call: Call & { name: string }, body: object, message: string]
const bad = <C extends Call & { name: string }>(
  what: string,
  call: C,
  body: BodyOf<C>,
  message: string,
): Case => [what, call, body, message]
const atMost = 'A rate may be at most 100 percent.'
const percent = { commission: 'percent', commission_rate: rate(120) } as const
const noDays = { commission: 'amount', cycle: 'days', cycle_days: 0 } as const
const typeId = wallet.savingTypeId

it.each([
  bad('a commission of 120 %', createSavingType, { ...savingType, ...percent }, atMost),
  bad('a change to it', updateSavingTypeTerms, { id: typeId, ...savingTerms, ...percent, reason }, atMost),
  bad('a cycle of 0 days', createSavingType, { ...savingType, ...noDays }, 'A cycle has 1 to 366 days.'),
  bad(
    'a change to it',
    updateSavingTypeTerms,
    { id: typeId, ...savingTerms, ...noDays, reason },
    'A cycle has 1 to 366 days.',
  ),
  bad(
    'a security above the savings',
    createLoan,
    { ...loan, security_savings_id: wallet.id },
    'The security is ₦20,000.00; the wallet has ₦1,500.00 that is not held.',
  ),
  bad('a security of 120 %', createLoanType, { ...loanType, security_rate: rate(120) }, atMost),
  bad(
    'a holiday in the past',
    calls.calendar.createHoliday,
    { day: addDays(today, -1), name: 'Eid' },
    'Only days after today can be changed.',
  ),
  bad(
    'a holiday today',
    calls.calendar.createHoliday,
    { day: today, name: 'Eid' },
    'Only days after today can be changed.',
  ),
  bad(
    'weekdays closed from a past day on',
    calls.calendar.setClosedWeekdays,
    { from_day: addDays(today, -1), weekdays: [7] },
    'Only days after today can be changed.',
  ),
  bad(
    'a payout in cash of a wallet with a pending withdrawal',
    calls.payouts.requestPayout,
    { wallets: [wallet.id], total: naira(1400), paid: 'counter' },
    `Nothing was requested. 1 of 1 can’t be paid out: ${wallet.customer.firstName} ${wallet.customer.lastName}, ${wallet.reference}: a withdrawal of the customer is pending.`,
  ),
  bad(
    'a percentage at the registration',
    calls.fees.createFee,
    { ...fee, kind: 'percent', amount: naira(0), rate: rate(2) },
    'Only a fee of loans can be a percentage.',
  ),
  bad(
    'a least amount above the most',
    createLoanType,
    { ...loanType, least_amount: naira(2), most_amount: naira(1) },
    'The least amount may not be above the most.',
  ),
  bad(
    'more least installments than most, in a change',
    updateLoanTypeTerms,
    { id: plain.id, ...loanTerms, least_times: 5, most_times: 4, reason },
    'The least number of installments may not be above the most.',
  ),
  bad(
    'a penalty ceiling of 120 %',
    createLoanType,
    { ...loanType, penalty_kind: 'daily', penalty_amount: naira(200), penalty_ceiling: rate(120) },
    atMost,
  ),
  bad(
    'a penalty by days without a ceiling',
    createLoanType,
    { ...loanType, penalty_kind: 'daily', penalty_amount: naira(200), penalty_ceiling: rate(0) },
    'A penalty by days needs an amount a day and a ceiling.',
  ),
])('%s is refused, and nothing is written', async (_what, call, body, message) => {
  const before = await server.moneyAndRows()
  const { json } = await server.ask(call, body as never, admin)
  expect([json.status, json.required_fields ?? [json.message]]).toEqual([
    expect.stringMatching(/^[14]00$/),
    [message],
  ])
  expect(await server.moneyAndRows()).toEqual(before)
})
