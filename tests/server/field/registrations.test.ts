import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { fieldCalls } from '#contract/field/calls'
import { calls } from '#contract/index'
import { verifyChain } from '#server/audit/auditChain'
import { loans } from '#server/db/tables/loans'
import { agentActivity, agents, customers } from '#server/db/tables/schema'
import { verifyLedger } from '#server/ledger/verify'
import { type Beat, makeBeats } from '../support/beats'
import { fieldClient } from '../support/fieldClient'
import { manyCalls, openServer } from '../support/harness'
import { moneyOf } from '../support/money'

const server = await openServer({ limits: { ...manyCalls, signInsOfAddress: 1_000_000 } })
const { database } = server
const { ask, raw, makeDevice, nextAgent } = fieldClient(server)
const pool = await makeBeats(database, { agents: 30, wallets: 2 }, server.clock.now())
const { makeLoanType } = moneyOf(server)
const type = await makeLoanType(1000)
const { registerCustomer, applyForLoan, getCustomers, getLoanTypes, getPlaces } = fieldCalls

let beat: Beat
let device: Awaited<ReturnType<typeof makeDevice>>
beforeEach(async () => {
  ;[beat, device] = await nextAgent(pool)
})

let number = 0
const person = (more: object = {}) => {
  number += 1
  return {
    id: randomUUID(),
    recorded_at: server.clock.now().toISOString(),
    first_name: 'Bisi',
    last_name: 'Adeyemi',
    phone_number: `0803${String(number).padStart(7, '0')}`,
    home_address: '12 Oje Road',
    office_address: '',
    state: 'Oyo',
    lga: 'Ibadan North',
    ...more,
  }
}
const application = (more: object = {}) => ({
  id: randomUUID(),
  recorded_at: server.clock.now().toISOString(),
  customer_id: beat.wallets[0]?.customerId,
  loan_type_id: type.id,
  amount: '50000.00',
  instalment_period: 'weekly',
  instalment_times: 10,
  description: 'More stock',
  ...more,
})
const lastAct = async () =>
  (
    await database
      .select()
      .from(agentActivity)
      .where(eq(agentActivity.agentId, beat.agentId))
      .orderBy(desc(agentActivity.place))
      .limit(1)
  )[0]
const ownCustomers = () => database.$count(customers, eq(customers.assignedAgentId, beat.agentId))
const booksAreRight = async () => {
  expect(await verifyLedger(database)).toMatchObject({ faults: [] })
  expect(await verifyChain(database)).toMatchObject({ intact: true })
}

describe('a registration', () => {
  it('makes a customer of the token’s agent, as the portal’s does, and is in the next delta', async () => {
    const { cursor } = await ask(getCustomers, {}, device.token)
    const sent = person({ bvn: '12345678901', agent_id: 1 })
    const made = await ask(registerCustomer, sent, device.token)
    expect(made.warning).toBeNull()
    const [row] = await database.select().from(customers).where(eq(customers.id, made.customer_id))
    expect(row).toMatchObject({
      reference: made.reference,
      agentId: beat.agentId,
      assignedAgentId: beat.agentId,
      isActive: true,
      officeAddress: null,
      phoneNumber: sent.phone_number,
    })
    const office = await server.enter('can-view-customer-details', 'can-edit-customer')
    const numbers = await server.ask(
      calls.customers.getCustomerIdentity,
      { customer_id: made.customer_id },
      office,
    )
    expect(numbers.output().data).toEqual({ bvn: '•••••••8901', nin: null })
    const { customers: changed } = await ask(getCustomers, { cursor }, device.token)
    expect(changed.map(({ id, name, wallets, applications }) => [id, name, wallets, applications])).toEqual([
      [made.customer_id, 'Bisi Adeyemi', [], []],
    ])
    expect(await lastAct()).toMatchObject({
      action: 'Registered a customer',
      status: 'success',
      reference: made.reference,
      detail: expect.stringContaining(`Device ${device.id}.`),
    })
    await booksAreRight()
  })

  it('again returns the first result, and other content under its id is refused', async () => {
    const sent = person({ nin: '12345678901' })
    const before = await ownCustomers()
    const first = await ask(registerCustomer, sent, device.token)
    expect(await ask(registerCustomer, sent, device.token)).toEqual(first)
    // The order of fields does not matter.
    expect(
      await ask(registerCustomer, Object.fromEntries(Object.entries(sent).toReversed()), device.token),
    ).toEqual(first)
    for (const other of [{ last_name: 'Bello' }, { nin: '12345678902' }, { nin: undefined }]) {
      const reply = await raw(registerCustomer, { ...sent, ...other }, device.token)
      expect([reply.http, reply.json.detail]).toEqual([
        409,
        'This id was used for something else. Nothing was done.',
      ])
    }
    expect((await raw(applyForLoan, application({ id: sent.id }), device.token)).http).toBe(409)
    expect(await ownCustomers()).toBe(before + 1)
  })

  it('sent eight times at once registers one customer', async () => {
    const sent = person()
    const before = await ownCustomers()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => raw(registerCustomer, sent, device.token)),
    )
    for (const { http } of replies) expect([200, 429, 503]).toContain(http)
    const done = replies.filter(({ http }) => http === 200).map(({ json }) => json.reference)
    expect(new Set(done).size).toBe(1)
    expect(await ownCustomers()).toBe(before + 1)
  })

  it('of one id by two agents makes two customers', async () => {
    const sent = person()
    const other = await makeDevice(pool.pop()?.agentId ?? 0)
    const [one, two] = [
      await ask(registerCustomer, sent, device.token),
      await ask(registerCustomer, sent, other.token),
    ]
    expect(one.customer_id).not.toBe(two.customer_id)
  })

  it('warns of a phone number that others have, without their names', async () => {
    const first = person()
    await ask(registerCustomer, first, device.token)
    const { warning } = await ask(
      registerCustomer,
      person({ phone_number: first.phone_number, first_name: 'Ada' }),
      device.token,
    )
    expect(warning).toBe('Another customer has this phone number too.')
    const same = await ask(registerCustomer, person({ phone_number: first.phone_number }), device.token)
    expect(same.warning).toContain('The name is the same as well')
  })

  it.each([
    ['without a name', { first_name: ' ' }],
    ['with a short phone number', { phone_number: '0803' }],
    ['with an area of another state', { lga: 'Ikeja' }],
    ['with a short BVN', { bvn: '123' }],
    ['without an id', { id: undefined }],
  ])('%s is not valid, and its id is still free', async (_what, fields) => {
    const sent = person()
    const reply = await raw(registerCustomer, { ...sent, ...fields }, device.token)
    expect([reply.http, reply.json.code]).toEqual([422, 'invalid'])
    expect((await raw(registerCustomer, sent, device.token)).http).toBe(200)
  })

  it('has the names of places', async () => {
    const { states } = await ask(getPlaces, {}, device.token)
    expect(states).toHaveLength(37)
    expect(states.find(({ state }) => state === 'Oyo')?.lgas).toContain('Ibadan North')
  })
})

describe('an application', () => {
  it('waits for two approvals, by the agent and no admin, and its customer shows how far it is', async () => {
    const { types } = await ask(getLoanTypes, {}, device.token)
    expect(types.map(({ id }) => id)).toContain(type.id)
    const { cursor } = await ask(getCustomers, {}, device.token)
    const made = await ask(applyForLoan, application(), device.token)
    const [loan] = await database.select().from(loans).where(eq(loans.id, made.loan_id))
    expect(loan).toMatchObject({
      reference: made.reference,
      agentId: beat.agentId,
      adminId: null,
      applicationStatus: 'pending',
      loanStatus: 'non-active',
      amount: 5_000_000,
      description: 'More stock',
    })
    const shown = async (from: string) => {
      const delta = await ask(getCustomers, { cursor: from }, device.token)
      return { next: delta.cursor, applications: delta.customers.flatMap((one) => one.applications) }
    }
    const one = await shown(cursor)
    expect(one.applications).toMatchObject([
      { id: made.loan_id, amount: 5_000_000, state: 'pending', reason: null, guarantors: 0 },
    ])
    const office = await server.enter('can-do-first-approval')
    await server.ask(calls.loans.firstLoanApproval, { id: made.loan_id, status: 'accepted' }, office)
    const two = await shown(one.next)
    expect(two.applications).toMatchObject([{ state: 'in-progress' }])
    const second = await server.enter('can-do-second-approval')
    const rejected = await server.ask(
      calls.loans.secondLoanApproval,
      { id: made.loan_id, status: 'rejected', comment: 'Too much' },
      second,
    )
    expect(rejected.status, rejected.text).toBe('200')
    const three = await shown(two.next)
    expect(three.applications).toMatchObject([{ state: 'rejected', reason: 'Too much' }])
  })

  it('again returns the first result; one that a rule refuses stays refused under its id', async () => {
    const sent = application()
    const first = await ask(applyForLoan, sent, device.token)
    expect(await ask(applyForLoan, sent, device.token)).toEqual(first)
    expect((await raw(applyForLoan, { ...sent, amount: '60000.00' }, device.token)).http).toBe(409)
    const inactive = application({ customer_id: beat.wallets[1]?.customerId })
    const set = (isActive: boolean) =>
      database
        .update(customers)
        .set({ isActive })
        .where(eq(customers.id, inactive.customer_id ?? 0))
    await set(false)
    const refused = await raw(applyForLoan, inactive, device.token)
    expect([refused.http, refused.json.code, refused.json.detail]).toEqual([
      409,
      'refused',
      'This customer is not active. Only an active customer can be credited.',
    ])
    expect(await lastAct()).toMatchObject({ action: 'Applied for a loan', status: 'failed' })
    await set(true)
    expect((await raw(applyForLoan, inactive, device.token)).json.detail).toBe(refused.json.detail)
    expect((await raw(applyForLoan, { ...inactive, id: randomUUID() }, device.token)).http).toBe(200)
    expect(await database.$count(loans, eq(loans.agentId, beat.agentId))).toBe(2)
  })

  it.each([
    ['an unknown type', { loan_type_id: 999_999 }, 409],
    ['an unknown customer', { customer_id: 999_999 }, 409],
    ['a wallet of nobody', { security_savings_id: 999_999 }, 409],
    ['no purpose', { description: ' ' }, 422],
    ['nothing', { amount: '0.00' }, 422],
    ['more than one loan may be', { amount: '100000001.00' }, 422],
  ])('for %s is refused', async (_what, fields, http) => {
    expect((await raw(applyForLoan, application(fields), device.token)).http).toBe(http)
    expect(await database.$count(loans, eq(loans.agentId, beat.agentId))).toBe(0)
  })
})

describe('only the primary device of an active agent', () => {
  it('registers and applies', async () => {
    const reader = await makeDevice(beat.agentId, { isPrimary: false })
    for (const [call, body] of [
      [registerCustomer, person()],
      [applyForLoan, application()],
    ] as const) {
      expect((await raw(call, body, reader.token)).http).toBe(403)
      expect((await raw(call, body)).http).toBe(401)
    }
    await database.update(agents).set({ status: 'SUSPENDED' }).where(eq(agents.id, beat.agentId))
    expect((await raw(registerCustomer, person(), device.token)).http).toBe(401)
    expect(await ownCustomers()).toBe(2)
  })
})
