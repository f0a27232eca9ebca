import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import { addDays, lagosDay } from '#domain/time/lagos'
import { savings, savingTypes } from '#server/db/tables/money'
import { withdrawals } from '#server/db/tables/money'
import { loanFixturesOf } from '../loans/loanFixtures'
import { openReversalDesk } from '../reversals/reversalDesk'
import { faultsIn } from '../support/books'
import { naira, rate } from '../support/people'
import { termsOf } from '../support/terms'
import { tillsOf } from '../support/tills'

// What dishonest staff tried, where no other test tries the same (table.test.ts names the test of each attempt).
const desk = await openReversalDesk()
const { server } = desk
const { ask, database, clock } = server
const parts = await loanFixturesOf(server)
await parts.pay('MBW', naira(2_000_000), { kind: 'Main wallet credit' })

it('a cashier credits an accomplice ₦500,000 without cash, which an honest supervisor pays out: the count of the till shows it', async () => {
  const { manager, makeTill, open, newestSession, close, requireTills } = await tillsOf(server)
  await requireTills('on')
  const rights = ['can-open-till', 'can-credit-customer', 'can-create-withdrawal'] as const
  const cashier = await server.enter(...rights)
  const supervisor = await server.enter('can-open-till', 'can-approve-withdrawal')
  const [one, other] = [await makeTill(), await makeTill()]
  await open(one.id, naira(1_000), cashier)
  const session = await newestSession()
  await open(other.id, naira(600_000), supervisor)
  const honest = await newestSession()

  const { customer } = await desk.saver()
  const amount = naira(500_000)
  await desk.credit(customer.id, amount, cashier)
  const body = { customer_id: customer.id, amount, description: 'Business' }
  expect((await ask(calls.withdrawals.createWithDrawalRequest, body, cashier)).status).toBe('200')
  const [asked] = await database.select().from(withdrawals).where(eq(withdrawals.customerId, customer.id))
  const approval = { id: asked?.id ?? 0, status: 'approve' } as const
  expect((await ask(calls.withdrawals.WithDrawalRequestApproval, approval, supervisor)).status).toBe('200')

  // The cashier's till has its float alone; that of the supervisor is right.
  expect((await close(session.id, naira(1_000), cashier)).output().data).toMatchObject({
    expected: naira(501_000),
    difference: 0 - amount,
  })
  expect((await close(honest.id, naira(100_000), supervisor)).output().data.difference).toBe(0)
  const { data: places } = (await ask(calls.tills.getCashPlaces, {}, manager)).output()
  expect(places.find(({ name }) => name === one.name)?.holds).toBe(amount)
  const closer = await server.enter('can-view-day-close')
  const day = lagosDay(clock.now())
  const { data: close1 } = (await ask(calls.closing.getDayClose, { day }, closer)).output()
  expect(close1.places?.find(({ name }) => name === one.name)).toMatchObject({ held: amount })
  // It stays there, and nobody opens the till, before two others write it off.
  expect((await open(one.id, naira(1_000), supervisor)).message).toMatch(
    /has a difference of its last session/,
  )
  await requireTills('off')
  expect(await faultsIn(database)).toEqual([])
})

it('a type’s charge is set to 0, a plan opened, the charge set back: each way takes a second admin', async () => {
  const { approver, newest, decide } = await termsOf(server)
  const clerk = await server.enter('can-edit-saving-type', 'can-approve-terms', 'can-open-saving')
  const [type] = await database
    .insert(savingTypes)
    .values({ name: 'Market Box', category: 'daily', charge: naira(300) })
    .returning()
  if (!type) throw new Error('No type was made.')
  const setCharge = (amount: number, reason: string) =>
    ask(
      calls.savings.updateSavingTypeTerms,
      { id: type.id, interest: rate(0), charge: naira(amount), reason },
      clerk,
    )
  const chargeOf = async () =>
    (await database.select().from(savingTypes).where(eq(savingTypes.id, type.id)))[0]?.charge

  expect((await setCharge(0, 'A friend opens a plan')).status).toBe('200')
  const change = await newest()
  expect((await decide(change.id, 'accept', clerk)).message).toMatch(/^You requested change .+ yourself\./)
  expect(await chargeOf()).toBe(naira(300))
  // A plan that is opened meanwhile costs what the type costs.
  const { customer } = await desk.saver()
  const plan = {
    saving_type_id: type.id,
    fixed_amount: naira(500),
    deposit_type: 'daily',
    duration: 90,
  } as const
  expect((await ask(calls.savings.openSaving, { customer_id: customer.id, ...plan }, clerk)).status).toBe(
    '200',
  )
  const [opened] = await database.select().from(savings).where(eq(savings.savingTypeId, type.id))
  expect(opened?.charge).toBe(naira(300))
  // Who decides sees both values and the reason.
  const { data } = (await ask(calls.terms.getTermChangeCase, { id: change.id }, approver)).output()
  expect(JSON.stringify(data)).toContain('A friend opens a plan')
  expect((await decide(change.id)).status).toBe('200')
  expect(await chargeOf()).toBe(naira(0))
  expect((await setCharge(300, 'As before')).status).toBe('200')
  expect((await decide((await newest()).id, 'accept', clerk)).status).toBe('400')
  expect(await chargeOf()).toBe(naira(0))
})

it('arrears of the month’s end are dressed by a repayment that is reversed the next day: both readings show it', async () => {
  clock.rewindAfterTest()
  const officer = await server.enter('can-do-first-approval', 'can-do-second-approval')
  const other = await server.enter('can-do-first-approval', 'can-do-second-approval')
  const customer = await parts.makeBorrower()
  const { id } = await parts.apply(customer, { amount: naira(40_000), rate: rate(0), times: 4 })
  await ask(calls.loans.firstLoanApproval, { id, status: 'accepted' }, officer)
  expect((await ask(calls.loans.secondLoanApproval, { id, status: 'accepted' }, other)).status).toBe('200')
  // The end of the month: one installment is late.
  clock.pass(12 * 24 * 60)
  const monthEnd = lagosDay(clock.now())
  expect(addDays(monthEnd, 1).slice(8)).toBe('01')
  const { recorder, asker, approver } = desk
  const again = async () => {
    for (const one of [recorder, asker, approver]) one.token = await server.openSession(one.id)
  }
  await again()
  const body = { loan_id: id, amount: naira(10_000), day: monthEnd }
  const { reference } = (await ask(calls.loans.repayLoan, body, recorder)).output().data
  clock.pass(24 * 60)
  await again()
  await desk.reverse(reference)
  const reader = await server.enter('can-view-arrears')
  const late = async (reading?: 'corrected') => {
    const report = { day: monthEnd, ...(reading && { reading }) }
    return (await ask(calls.arrears.getArrearsReport, report, reader)).output().data
  }
  const [stood, corrected] = [await late(), await late('corrected')]
  expect([stood.late.late, corrected.late.late]).toEqual([0, naira(10_000)])
  expect(corrected.portfolio.owed - stood.portfolio.owed).toBe(naira(10_000))
  expect(await faultsIn(database)).toEqual([])
})
