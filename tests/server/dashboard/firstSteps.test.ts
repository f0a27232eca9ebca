import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { lagosDay } from '#domain/time/lagos'
import { monthOf } from '#domain/time/months'
import { savings } from '#server/db/tables/money'
import { agents, customers } from '#server/db/tables/schema'
import { openServer } from '../support/harness'
import { naira } from '../support/people'
import { startProcess, startServer } from '../support/processes'
import { samples } from '../support/samples'
import { sheetAfterOthers } from '../support/sheets'
import { emptyDatabase } from '../support/testDatabase'

const server = await openServer()
const { database } = server
const me = await server.enterAs({ role: 'SuperAdmin' })
const steps = async (actor: { token: string } = me) =>
  (await server.ask(calls.dashboard.getFirstSteps, {}, actor)).output().data
const nothing = {
  saving_type: false,
  loan_type: false,
  fee: false,
  calendar: false,
  market_day: false,
  agent: false,
  agent_pay: false,
  target: false,
  customer: false,
  saving: false,
  deposit: false,
  newest_customer: null,
}

describe('the first steps', { shuffle: false }, () => {
  it('flip one by one, each when the call that does it succeeds', async () => {
    const { ask } = server
    const expectDone = async (
      reply: { status: unknown },
      now: Partial<Record<keyof typeof nothing, unknown>>,
    ) => {
      expect(reply.status).toBe('200')
      Object.assign(done, now)
      expect(await steps()).toEqual(done)
    }
    const done = { ...nothing }
    expect(await steps()).toEqual(done)
    await expectDone(await ask(calls.savings.createSavingType, samples.savings.createSavingType, me), {
      saving_type: true,
    })
    await expectDone(await ask(calls.loans.createLoanType, samples.loans.createLoanType, me), {
      loan_type: true,
    })
    await expectDone(await ask(calls.fees.createFee, samples.fees.createFee, me), { fee: true })
    await expectDone(await ask(calls.agents.addAgent, samples.agents.addAgent, me), { agent: true })
    await expectDone(await ask(calls.markets.createMarket, samples.markets.createMarket, me), {
      market_day: true,
    })
    await expectDone(await ask(calls.calendar.createHoliday, samples.calendar.createHoliday, me), {
      calendar: true,
    })
    const [agent] = await database.select().from(agents)
    const agent_id = agent?.id ?? 0
    const month = monthOf(lagosDay(server.clock.now()))
    const terms = { ...samples.agentPay.setAgentPayTerms, agent_id: null, from_month: month }
    await expectDone(await ask(calls.agentPay.setAgentPayTerms, terms, me), {
      agent_pay: true,
    })
    await expectDone(
      await ask(calls.agents.setAgentTarget, { ...samples.agents.setAgentTarget, agent_id, month }, me),
      { target: true },
    )
    const registered = await ask(
      calls.customers.registerCustomer,
      { ...samples.customers.registerCustomer, agent_id },
      me,
    )
    const customer_id = registered.output().data.id
    await expectDone(registered, { customer: true, newest_customer: customer_id })
    await expectDone(
      await ask(calls.savings.openSaving, { ...samples.savings.openSaving, customer_id }, me),
      { saving: true },
    )
    const [saving] = await database.select().from(savings)
    const sheet = (line: { amount: Kobo; reason?: 'not seen' }) => ({
      agent_id,
      day: lagosDay(server.clock.now()),
      lines: [{ savings_id: saving?.id ?? 0, ...line }],
    })
    await expectDone(
      await ask(calls.collections.recordCollection, sheet({ amount: naira(0), reason: 'not seen' }), me),
      {},
    )
    const second = await sheetAfterOthers(database, sheet({ amount: naira(500) }))
    await expectDone(await ask(calls.collections.recordSheet, second, me), { deposit: true })
  })

  it('offer the newest active customer, to those who may open savings', async () => {
    const [first] = await database.select().from(customers)
    const second = await server.makeCustomer(first?.agentId ?? 0, {
      createdAt: new Date(server.clock.now().getTime() + 1000),
    })
    const newest = async (actor = me) => (await steps(actor))?.newest_customer
    expect(await newest()).toBe(second.id)
    await database.update(customers).set({ isActive: false }).where(eq(customers.id, second.id))
    expect(await newest()).toBe(first?.id)
    expect(await newest(await server.enterAs({ permissions: ['can-open-saving'] }))).toBe(first?.id)
    expect(await newest(await server.enterAs({ permissions: ['can-create-agent'] }))).toBeNull()
  })

  it('do not count deleted agents and customers', async () => {
    await database.update(agents).set({ status: 'DELETED' })
    await database.update(customers).set({ isDeleted: true })
    expect(await steps()).toMatchObject({
      agent: false,
      customer: false,
      newest_customer: null,
      deposit: true,
    })
  })

  it.each([
    'can-create-saving-type',
    'can-create-loan-type',
    'can-edit-fee',
    'can-edit-calendar',
    'can-create-agent',
    'can-edit-agent-pay',
    'can-edit-target',
    'can-create-market-day',
    'can-register-customer',
    'can-open-saving',
    'can-record-collection',
  ] as const)('are shown to an admin with %s', async (permission) => {
    expect(await steps(await server.enter(permission))).not.toBeNull()
  })

  it('are not shown to admins who may do none of them', async () => {
    expect(await steps(await server.enter())).toBeNull()
    expect(await steps(await server.enter('can-view-all', 'can-view-customer'))).toBeNull()
  })
})

describe('a server without an account', () => {
  it('says how to make one, and after that starts without demo data', async () => {
    const place = await emptyDatabase()
    const where = { DATA_DIR: place.dataDir, DATABASE_URL: place.url }
    const empty = startServer({ ...where, DEMO: 'off' })
    await empty.waitFor(/There is no account yet\. .*npm run create-superadmin\./)
    empty.kill('SIGTERM')
    expect(await empty.ended).toBe(0)
    const person = { NAME: 'Ada Obi', EMAIL: 'ada@example.com', PHONE: '08030000001' }
    expect(await startProcess('createSuperadmin', { ...where, ...person }).ended).toBe(0)
    const own = startServer({ ...where, DEMO: 'on' })
    await own.waitFor(/sign-in token of the second step appears here/)
    expect(own.output.out).not.toMatch(/Demo accounts|There is no account/)
    own.kill('SIGTERM')
    expect(await own.ended).toBe(0)
    await place.drop()
  })
})
