import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { addDays, lagosDay } from '#domain/time/lagos'
import { customers } from '#server/db/tables/schema'
import { recordChanges } from '#server/db/tables/histories'
import { withdrawals } from '#server/db/tables/money'
import { loanFixturesOf } from '../loans/loanFixtures'
import { faultsIn } from '../support/books'
import { manyCalls, openServer } from '../support/harness'
import { naira } from '../support/people'

const server = await openServer({ limits: manyCalls })
const { ask, database } = server
const parts = await loanFixturesOf(server)
const { createWithDrawalRequest, WithDrawalRequestApproval, approveWithdrawalForAgent, withdrawalPayment } =
  calls.withdrawals
const { freezeCustomer, unfreezeCustomer, getCustomerFreezes } = calls.customers

const clerk = await server.enter('can-create-withdrawal')
const approver = await server.enter('can-approve-withdrawal')
const guard = await server.enter('can-freeze-customer', 'can-view-customer')
const other = await server.enter('can-freeze-customer')
const reason = 'Letter of the court'
const refusal = /is frozen: nothing goes out until another admin lifts that\./

async function customerWith(amount: number) {
  const id = (await parts.makeBorrower()).id
  await parts.pay(`customer ${id}`, naira(amount))
  return id
}
async function requested(customer_id: number, amount = 100) {
  const body = { customer_id, amount: naira(amount), description: 'School fees' }
  const { data } = (await ask(createWithDrawalRequest, body, clerk)).output()
  const [row] = await database.select().from(withdrawals).where(eq(withdrawals.reference, data.reference))
  return row?.id ?? 0
}
const freeze = (customer_id: number, by = guard) => ask(freezeCustomer, { customer_id, reason }, by)
const lift = (customer_id: number, by = other) => ask(unfreezeCustomer, { customer_id, reason }, by)

describe('a frozen customer', () => {
  it('gets nothing: no request, no approval, no payment by agent or counter', async () => {
    const id = await customerWith(1000)
    const pending = await requested(id)
    const toPay = await requested(id)
    const today = lagosDay(server.clock.now())
    expect(
      (await ask(approveWithdrawalForAgent, { id: toPay, pay_on: addDays(today, 1) }, approver)).status,
    ).toBe('200')
    expect((await freeze(id)).status).toBe('200')
    const body = { customer_id: id, amount: naira(100), description: 'School fees' }
    for (const reply of [
      await ask(createWithDrawalRequest, body, clerk),
      await ask(WithDrawalRequestApproval, { id: pending, status: 'approve' }, approver),
      await ask(approveWithdrawalForAgent, { id: pending, pay_on: addDays(today, 1) }, approver),
      await ask(withdrawalPayment, { id: toPay, payment: 'agent', pay_on: addDays(today, 1) }, approver),
    ])
      expect(reply.message).toMatch(refusal)
    // What is not paid can still be put back, and a request rejected.
    const rejected = { id: pending, status: 'rejected', comment: 'Frozen' } as const
    expect((await ask(WithDrawalRequestApproval, rejected, approver)).status).toBe('200')
  })

  it('is lifted by another admin than who froze, once, with both reasons kept', async () => {
    const id = await customerWith(1000)
    await freeze(id)
    expect((await freeze(id, other)).message).toMatch(/is frozen already\./)
    expect((await lift(id, guard)).message).toBe(
      'You froze this customer yourself. Another admin must lift it.',
    )
    const asked = (await ask(getCustomerFreezes, { customer_id: id }, guard)).output().data
    expect(asked).toMatchObject({ frozen: true, freezes: [{ reason, lifted_at: null }] })
    expect(asked.against).toBe('You froze this customer yourself. Another admin must lift it.')
    expect((await lift(id)).status).toBe('200')
    expect((await lift(id)).message).toMatch(/is not frozen\./)
    expect((await ask(getCustomerFreezes, { customer_id: id }, guard)).output().data).toMatchObject({
      frozen: false,
      against: null,
      freezes: [{ reason, lift_reason: reason }],
    })
    const pending = await requested(id)
    expect((await ask(WithDrawalRequestApproval, { id: pending, status: 'approve' }, approver)).status).toBe(
      '200',
    )
  })

  it('is found by the filter, and its history has both changes', async () => {
    const id = await customerWith(1000)
    await freeze(id)
    const list = (filter: object) => ask(calls.customers.getCustomers, { page: 1, ...filter }, guard)
    const frozen = async () => (await list({ frozen: '1' })).output().data.data
    expect(new Set((await frozen()).map((one) => one.frozen))).toEqual(new Set(['Frozen']))
    expect((await frozen()).map((one) => one.id)).toContain(id)
    await lift(id)
    expect((await frozen()).map((one) => one.id)).not.toContain(id)
    const changes = await database.select().from(recordChanges).where(eq(recordChanges.field, 'is_frozen'))
    expect(
      changes.filter(({ recordId }) => recordId === id).map(({ before, after }) => [before, after]),
    ).toEqual([
      ['false', 'true'],
      ['true', 'false'],
    ])
  })

  it('is not paid by a sheet, nor listed for the agent', async () => {
    const id = await customerWith(1000)
    const toPay = await requested(id)
    const today = lagosDay(server.clock.now())
    await ask(approveWithdrawalForAgent, { id: toPay, pay_on: today }, approver)
    const [customer] = await database.select().from(customers).where(eq(customers.id, id))
    const agent_id = customer?.assignedAgentId ?? 0
    const collector = await server.enter('can-record-collection')
    const sheet = () => ask(calls.collections.getCollectionSheet, { agent_id, day: today }, collector)
    const keeper = await server.enter('can-view-remittance')
    const tonight = async () =>
      (await ask(calls.cash.getCashTonight, {}, keeper)).output().data.find((row) => row.id === agent_id)
    expect((await sheet()).output().data.payouts).toHaveLength(1)
    expect(await tonight()).toMatchObject({ to_pay: naira(100), tonight: naira(-100) })
    await freeze(id)
    expect((await sheet()).output().data.payouts).toEqual([])
    expect((await tonight())?.to_pay ?? 0).toBe(0)
    const body = { agent_id, day: today, lines: [], payouts: [toPay], seen: [] }
    expect((await ask(calls.collections.recordSheet, body, collector)).message).toMatch(
      /: the customer is frozen$/,
    )
  })

  it('freezes and payments at once end one after the other', async () => {
    const id = await customerWith(1000)
    const pending = await requested(id, 1000)
    const [frozen, paid] = await Promise.all([
      freeze(id),
      ask(WithDrawalRequestApproval, { id: pending, status: 'approve' }, approver),
    ])
    expect(frozen.status).toBe('200')
    if (paid.status !== '200') expect(paid.message).toMatch(refusal)
    expect(await faultsIn(database)).toEqual([])
  })
})
