import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import { guarantorBody } from '../support/files'
import { naira, personBody } from '../support/people'
import { openLimitDesk } from './limitDesk'

// What was tried as dishonest staff, and what each attempt meets.
const desk = await openLimitDesk({ NEW_RIGHTS_WAIT_HOURS: '24' })
const { server, ask, parts, clerk, customerWith, withdrawal, approve, caseOf } = desk
const supervisor = await server.enter('can-approve-withdrawal', 'can-view-withdrawal')
const today = () => server.clock.now().toISOString().slice(0, 10)

it('a cashier credits an accomplice ₦500,000 without cash: above the limit nothing is credited alone', async () => {
  await desk.set('credit-limit', '100000')
  const accomplice = await customerWith(0)
  expect((await desk.credit(accomplice.id, 500_000)).message).toMatch(
    /^One admin credits a customer with up to ₦100,000\.00 a day\./,
  )
  // Nor in parts.
  for (const amount of [60_000, 40_000]) expect((await desk.credit(accomplice.id, amount)).status).toBe('200')
  expect((await desk.credit(accomplice.id, 1)).message).toMatch(/were credited today already\./)
  // The request shows who wants it and why, and another admin decides.
  const body = { customer_id: accomplice.id, amount: naira(500_000), reason: 'Sale of a plot' }
  const id = await desk.creditRequest(ask(calls.credits.requestCustomerCredit, body, clerk))
  const other = await server.enter('can-approve-credit')
  expect((await ask(calls.credits.getCreditCase, { id }, other)).output().data).toMatchObject([
    { requested_by_name: 'Test Admin', reason: 'Sale of a plot', amount: naira(500_000) },
  ])
  await desk.set('credit-limit', '')
})

it('a loan officer decides on the application that she entered: on no step', async () => {
  const officer = await server.enter('can-do-first-approval', 'can-do-second-approval')
  const colleague = await server.enter('can-do-first-approval')
  const loan = await parts.apply(await parts.makeBorrower(), {}, { adminId: officer.id })
  const accept = { id: loan.id, status: 'accepted' } as const
  const message = `You entered loan ${loan.reference} yourself. Another admin must decide on it.`
  expect((await ask(calls.loans.firstLoanApproval, accept, officer)).message).toBe(message)
  expect((await ask(calls.loans.firstLoanApproval, accept, colleague)).status).toBe('200')
  expect((await ask(calls.loans.secondLoanApproval, accept, officer)).message).toBe(message)
})

it('a borrower guarantees herself: her phone number is refused', async () => {
  const borrower = await parts.makeBorrower({ phoneNumber: '08031230001' })
  const loan = await parts.apply(borrower)
  const adder = await server.enter('can-add-guarantor')
  const guarantor = {
    ...(await guarantorBody(server, adder)),
    loan_id: loan.id,
    first_name: 'Bisi',
    phone: '+234 803 123 0001',
  }
  expect((await ask(calls.guarantors.addGuarantor, guarantor, adder)).message).toBe(
    'Bisi Garba has the phone number of the borrower. Nobody guarantees their own loan.',
  )
})

it('one permission decides on ₦100 and ₦100m: the role’s limit refuses the large one', async () => {
  const boss = await server.enterAs({ role: 'SuperAdmin' })
  const role = await server.makeRole('Loan Officer', 'can-do-first-approval')
  const limits = [{ kind: 'loan' as const, step: 1 as const, amount: naira(1_000_000) }]
  expect((await ask(calls.roles.setRoleLimits, { role_id: role.id, limits }, boss)).status).toBe('200')
  const officer = await server.enterAs({ roleId: role.id })
  const borrower = await parts.makeBorrower()
  const small = await parts.apply(borrower, { amount: naira(100) })
  const large = await parts.apply(borrower, { amount: naira(100_000_000) })
  const first = (id: number) => ask(calls.loans.firstLoanApproval, { id, status: 'accepted' }, officer)
  expect((await first(small.id)).status).toBe('200')
  expect((await first(large.id)).message).toBe(
    'The role Loan Officer decides on loans up to ₦1,000,000.00, not of ₦100,000,000.00.',
  )
})

it('one approval pays ₦100m: above the limit of the business it takes two', async () => {
  await desk.set('withdrawal-limit', '1000000')
  const id = await withdrawal((await customerWith(100_000_000)).id, 100_000_000)
  expect((await approve(id, supervisor)).message).toMatch(
    /has its first approval\. Another admin must approve it/,
  )
  expect((await approve(id, supervisor)).message).toMatch(/^You made the first decision/)
  expect((await caseOf(id, supervisor))?.status).toBe('pending')
  await desk.set('withdrawal-limit', '')
})

it('a phone is changed, then ₦60,000 withdrawn: who decides sees the change for seven days', async () => {
  server.clock.rewindAfterTest()
  const customer = await customerWith(60_000)
  const editor = await server.enterAs({ permissions: ['can-edit-customer'], name: 'Sly Clerk' })
  const body = {
    customer_id: customer.id,
    first_name: customer.firstName,
    last_name: customer.lastName,
    phone_number: '08099990000',
    home_address: '3 Broad Street',
    office_address: '',
    state: 'Lagos',
    lga: 'Ikeja',
  }
  expect((await ask(calls.customers.updateCustomer, body as never, editor)).status).toBe('200')
  const id = await withdrawal(customer.id, 60_000)
  const standing = async () => {
    const session = { token: await server.openSession(supervisor.id) }
    return (await caseOf(id, session))?.standing
  }
  expect((await standing())?.phone_changed).toMatchObject({ by: 'Sly Clerk', before: customer.phoneNumber })
  server.clock.pass(7 * 24 * 60)
  expect((await standing())?.phone_changed).toBe(null)
})

it('messages are switched off, a deposit booked, and switched on again: off takes another admin, the close lists the rest', async () => {
  const { customerId, savings_id } = await parts.makeBorrower().then(async (customer) => ({
    customerId: customer.id,
    savings_id: (await parts.makeSaving(customer)).id,
  }))
  const { requestMessagesOff, messagesOffDecision, getMessagesOff, switchOffMessages, switchOnMessages } =
    calls.messages
  const both = await server.enter('can-edit-customer', 'can-approve-messages-off')
  // Also by the call of older portals, it is only requested.
  expect((await ask(switchOffMessages, { customer_id: customerId }, both)).status).toBe('200')
  const again = { customer_id: customerId, reason: 'No phone' }
  expect((await ask(requestMessagesOff, again, both)).message).toMatch(/awaits its decision already\./)
  const closer = await server.enter('can-view-day-close', 'can-approve-messages-off', 'can-record-collection')
  const [request] = (await ask(getMessagesOff, { page: 1 }, closer)).output().data.data
  const decision = { id: request?.id ?? 0, status: 'accept' } as const
  expect((await ask(messagesOffDecision, decision, both)).message).toMatch(/^You made request .* yourself\./)
  expect((await ask(messagesOffDecision, decision, closer)).status).toBe('200')
  const body = { savings_id, amount: naira(50) }
  expect((await ask(calls.savings.depositSaving, body, closer)).status).toBe('200')
  await ask(switchOnMessages, { customer_id: customerId }, both)
  const { data } = (await ask(calls.messages.getUnsentMessages, { page: 1, day: today() }, closer)).output()
  expect(data.data).toMatchObject([{ user_id: customerId, state: 'off', movement: 'Savings deposit' }])
  const close = (await ask(calls.closing.getDayClose, { day: today() }, closer)).output().data
  expect(close.unsent?.off).toBe(1)
})

it('savings are withdrawn while the loan is late, by an inactive customer: who decides sees it', async () => {
  server.clock.rewindAfterTest()
  await parts.pay('MBW', naira(100_000))
  const customer = await customerWith(0)
  const loan = await parts.apply(customer, { amount: naira(40_000) })
  for (const call of [calls.loans.firstLoanApproval, calls.loans.secondLoanApproval]) {
    const officer = await server.enter('can-do-first-approval', 'can-do-second-approval')
    expect((await ask(call, { id: loan.id, status: 'accepted' }, officer)).status).toBe('200')
  }
  server.clock.pass(10 * 24 * 60)
  const switcher = await server.enter('can-change-customer-status')
  await ask(calls.customers.deactivateCustomer, { customer_id: customer.id }, switcher)
  const session = { token: await server.openSession(clerk.id) }
  const first = await withdrawal(customer.id, 10_000, session)
  const id = await withdrawal(customer.id, 25_000, session)
  const decider = { token: await server.openSession(supervisor.id) }
  const standing = (await caseOf(id, decider))?.standing
  expect(standing).toMatchObject({
    status: false,
    others: 1,
    others_amount: naira(10_000),
    held: 0,
    frozen: null,
    days_late: 3,
  })
  expect([standing?.owed, standing?.late].map((amount) => (amount ?? 0) > 0)).toEqual([true, true])
  expect(standing?.movements[0]).toMatchObject({ source: 'Loan disbursement', amount: naira(40_000) })
  // A flag never blocks.
  expect((await approve(first, decider)).status).toBe('200')
  // Who may not decide sees nothing of it.
  const viewer = await server.enter('can-view-withdrawal')
  expect((await caseOf(id, viewer))?.standing).toBe(null)
})

it('an account in dispute is paid out: frozen, with a reason, nothing goes out', async () => {
  const customer = await customerWith(250_000)
  const id = await withdrawal(customer.id, 250_000)
  const guard = await server.enter('can-freeze-customer')
  const body = { customer_id: customer.id, reason: 'Two persons claim the account' }
  expect((await ask(calls.customers.freezeCustomer, body, guard)).status).toBe('200')
  expect((await approve(id, supervisor)).message).toMatch(/is frozen: nothing goes out/)
  expect((await caseOf(id, supervisor))?.standing?.frozen).toMatchObject({ reason: body.reason })
})

it('Main Admin makes a puppet with his own role and approves as it: it decides on nothing of his, ever', async () => {
  server.clock.rewindAfterTest()
  const master = await server.enterAs({ role: 'Main Admin' })
  await server.grant(master.id, ['can-create-admin', 'can-assign-role'])
  const person = personBody()
  const added = { name: 'Puppet', email: person.email, phone_number: person.phone_number }
  const token = async (id: number) => ({ token: await server.openSession(id) })
  expect((await ask(calls.admins.addAdmin, added, await token(master.id))).status).toBe('200')
  const { data: all } = (await ask(calls.admins.getAdmins, {}, await token(master.id))).output()
  const puppet = all.find(({ email }) => email === person.email)?.id ?? 0
  const assigned = { admin_id: puppet, role_id: master.roleId ?? 0 }
  expect((await ask(calls.admins.assignRoletoAdmin, assigned, await token(master.id))).status).toBe('200')
  const { database } = server
  await database.execute(`update admins set must_change_password = false where id = ${puppet}`)
  const customer = await customerWith(1000)
  const own = await withdrawal(customer.id, 100, await token(master.id))
  expect((await approve(own, await token(puppet))).message).toMatch(/^Your rights are new\./)
  server.clock.pass(365 * 24 * 60)
  expect((await approve(own, await token(puppet))).message).toMatch(/is of an admin who gave you rights\./)
  // The activity log shows both acts in red.
  const reader = await server.enterAs({ role: 'SuperAdmin' })
  const log = (
    await ask(calls.admins.getAdminActivityLog, { page: 1, subject: `admin ${puppet}` }, reader)
  ).output()
  expect(log.data.data.map(({ alert }) => alert)).toEqual(['New rights', 'New rights'])
})
