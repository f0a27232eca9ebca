import { desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { BodyOf } from '#contract/call'
import { calls } from '#contract/index'
import { accounts } from '#server/db/tables/ledger'
import { adminActivity, customers, rowCounts } from '#server/db/tables/schema'
import { expectRefused } from '../support/guards'
import { openServer } from '../support/harness'
import { naira, personBody } from '../support/people'
import { sentences } from '../../sentences'

const server = await openServer()
const { registerCustomer, updateCustomer, activateCustomer, deactivateCustomer } = calls.customers
const { getCustomers, getCustomer, getCustomersWithPhone, getCustomersBalance, creditUser } = calls.customers
const clerk = await server.enter(
  'can-view-customer',
  'can-view-customer-details',
  'can-register-customer',
  'can-edit-customer',
  'can-change-customer-status',
  'can-credit-customer',
)
const agent = await server.makeAgent({ name: 'Adaeze Okonkwo' })

const bodyOf = (fields: Partial<BodyOf<typeof registerCustomer>> = {}) => ({
  first_name: 'Halima',
  last_name: 'Danladi',
  phone_number: personBody().phone_number,
  home_address: '4 Murtala Way, Kano',
  office_address: 'Stall 9, Kantin Kwari',
  state: 'Kano',
  lga: 'Dala',
  agent_id: agent.id,
  ...fields,
})
const register = (fields?: Parameters<typeof bodyOf>[0], from = clerk) =>
  server.ask(registerCustomer, bodyOf(fields), from)
const registered = async (fields?: Parameters<typeof bodyOf>[0]) => (await register(fields)).output().data
const rowOf = async (id: number) =>
  (await server.database.select().from(customers).where(eq(customers.id, id)))[0]
const found = async (search: string) =>
  (await server.ask(getCustomers, { page: 1, search }, clerk)).output().data.data
const lastActivity = async () =>
  (await server.database.select().from(adminActivity).orderBy(desc(adminActivity.place)).limit(1))[0]
const total = async () =>
  (await server.database.select().from(rowCounts).where(eq(rowCounts.list, 'customers')))[0]?.total

describe('registering a customer', () => {
  it('stores the fields, opens the main wallet, and names agent and reference', async () => {
    const before = (await total()) ?? 0
    const body = bodyOf({ first_name: ' Halima ', office_address: ' ' })
    const reply = await server.ask(registerCustomer, body, clerk)
    const { id, reference } = reply.output().data
    expect(reference).toBe(`CU-${String(id).padStart(6, '0')}`)
    expect(reply.message).toBe(`Halima Danladi registered as ${reference}, with Adaeze Okonkwo.`)
    expect(await rowOf(id)).toMatchObject({
      firstName: 'Halima',
      lastName: 'Danladi',
      phoneNumber: body.phone_number,
      homeAddress: '4 Murtala Way, Kano',
      officeAddress: null,
      state: 'Kano',
      lga: 'Dala',
      agentId: agent.id,
      assignedAgentId: agent.id,
      isActive: true,
      createdAt: server.clock.now(),
    })
    const balance = (await server.ask(getCustomersBalance, { customer_id: id }, clerk)).output().data
    expect(balance).toEqual({ main_wallet: { balance: 0, held: 0 }, savings_wallets: [] })
    const wallets = await server.database.select().from(accounts).where(eq(accounts.customerId, id))
    expect(wallets.map(({ name }) => name)).toEqual([`customer ${id}`])
    expect(await total()).toBe(before + 1)
    expect(await lastActivity()).toMatchObject({
      description: `Registered customer ${id}`,
      subjectName: 'Halima Danladi',
      subjectReference: reference,
      detail: `With agent ${agent.id}`,
    })
  })

  it('is found at once by name, phone and reference, at the top of the list, after the list was read', async () => {
    const first_name = 'Zubairat'
    const phone_number = personBody().phone_number
    expect(await found(first_name)).toEqual([])
    await server.ask(getCustomers, { page: 1 }, clerk)
    server.clock.pass(1)
    const { id, reference } = await registered({ first_name, phone_number })
    for (const text of [first_name, phone_number, reference])
      expect((await found(text)).map((row) => row.id)).toEqual([id])
    const page = (await server.ask(getCustomers, { page: 1 }, clerk)).output().data
    expect(page.data[0]?.id).toBe(id)
    expect(page.total).toBe(await total())
  })

  it('can be credited at once', async () => {
    const { id } = await registered()
    const reply = await server.ask(creditUser, { customer_id: id, amount: naira(500) }, clerk)
    expect(reply.output().data.main_balance).toBe(naira(500))
  })

  it.each([
    [{ first_name: ' ' }, 'First Name field cannot be empty.'],
    [{ last_name: '' }, 'Last Name field cannot be empty.'],
    [{ last_name: 'x'.repeat(61) }, 'Last Name may have at most 60 characters.'],
    [{ phone_number: '0803' }, sentences.phoneDigits],
    [{ home_address: ' ' }, 'Please enter the home address.'],
    [{ state: '' }, sentences.selectState],
    [{ lga: '' }, sentences.selectLga],
    [{ lga: 'Ikeja' }, sentences.selectLocalGovernment],
    [{ agent_id: 0 }, sentences.selectAgent],
    [{ bvn: '2234567890' }, sentences.bvnDigits],
    [{ nin: '123456789012' }, 'NIN must be exactly 11 digits.'],
  ] as const)('refuses %j', async (fields, fault) => {
    const before = await total()
    expect((await register(fields as never)).fields).toEqual([fault])
    expect(await total()).toBe(before)
  })

  it('accepts only an active agent', async () => {
    const held = await server.makeAgent({ name: 'Bola Ige', status: 'SUSPENDED' })
    const deleted = await server.makeAgent({ status: 'DELETED' })
    expectRefused(await register({ agent_id: held.id }), 'Bola Ige is suspended. Choose an active agent.')
    for (const id of [deleted.id, 999_999])
      expectRefused(await register({ agent_id: id }), `Agent with ID ${id} not found`)
  })
})

describe('a phone number that another customer has', () => {
  const warning = (reply: { message: unknown }) => String(reply.message).split('Okonkwo.')[1]
  const asked = async (
    fields: Omit<BodyOf<typeof getCustomersWithPhone>, 'with_phone'>,
    phone: string,
    from = clerk,
  ) => (await server.ask(getCustomersWithPhone, { with_phone: phone, ...fields }, from)).output().data

  it('is accepted with a warning that names them, and the same name is noted', async () => {
    const phone_number = personBody().phone_number
    const one = await registered({ phone_number })
    const owner = `Halima Danladi (${one.reference})`
    expect(await asked({}, phone_number)).toEqual({ count: 1, names: [owner], same_name: false })
    const other = await register({ phone_number, first_name: 'Musa' })
    expect(warning(other)).toBe(` ${owner} has this phone number too.`)
    const same = { first_name: 'halima', last_name: 'DANLADI' }
    for (const [first_name, last_name] of [
      ['halima', 'DANLADI'],
      ['Hálímà', 'Ɗan-ladi'],
      ['Hali\u200Bma', 'Dan ladi'],
    ])
      expect(await asked({ first_name, last_name }, phone_number)).toMatchObject({
        count: 2,
        same_name: true,
      })
    const typed = phone_number.replace(/^0/, '+234 ')
    expect(await asked({}, typed)).toMatchObject({ count: 2 })
    const twice = await register({ phone_number, ...same })
    expect(warning(twice)).toContain('The name is the same as well: this may be the same customer.')
  })

  it('leaves out the customer itself and deleted ones', async () => {
    const phone_number = personBody().phone_number
    const { id } = await registered({ phone_number })
    expect(await asked({ except_id: id }, phone_number)).toMatchObject({ count: 0, names: [] })
    await server.database.update(customers).set({ isDeleted: true }).where(eq(customers.id, id))
    expect(await asked({}, phone_number)).toMatchObject({ count: 0 })
  })

  it('names at most five, the one of the same name first', async () => {
    const phone_number = personBody().phone_number
    for (const first_name of ['Musa', 'Bala', 'Sani', 'Audu', 'Garba', 'Ladi'])
      await register({ phone_number, first_name })
    const { count, names } = await asked({ first_name: 'Ladi', last_name: 'Danladi' }, phone_number)
    expect([count, names.length]).toEqual([6, 5])
    expect(names[0]).toMatch(/^Ladi Danladi \(CU-/)
  })

  it('gives no names to who may not view customers', async () => {
    const phone_number = personBody().phone_number
    await register({ phone_number })
    const registrar = await server.enter('can-register-customer')
    expect(await asked({}, phone_number, registrar)).toEqual({ count: 1, names: [], same_name: false })
    const reply = await register({ phone_number, first_name: 'Musa' }, registrar)
    expect(warning(reply)).toBe(' Another customer has this phone number too.')
  })

  it('is registered by two at the same moment: both are stored and the later one is warned', async () => {
    for (let round = 0; round < 5; round += 1) {
      const phone_number = personBody().phone_number
      const replies = await Promise.all(
        ['Musa', 'Bala', 'Sani'].map((first_name) => register({ phone_number, first_name })),
      )
      expect(replies.map(({ status }) => status)).toEqual(['200', '200', '200'])
      const warned = replies.filter(({ message }) => String(message).includes('this phone number too.'))
      expect(warned).toHaveLength(2)
    }
  })
})

describe('updating a customer', () => {
  const update = (id: number, fields: Parameters<typeof bodyOf>[0] = {}, from = clerk) => {
    const { agent_id: _agent, ...body } = bodyOf(fields)
    return server.ask(updateCustomer, { ...body, customer_id: id }, from)
  }

  it('changes the fields but not the agents, and the search follows at once', async () => {
    const { id } = await registered({ first_name: 'Oldname' })
    const musa = await server.makeAgent()
    server.clock.pass(1)
    const reply = await update(id, { first_name: 'Newname', office_address: '', agent_id: musa.id })
    expect(reply.json).toEqual({ status: '200', message: 'Newname Danladi updated successfully.' })
    expect((await found('Newname')).map((row) => row.id)).toEqual([id])
    expect(await found('Oldname')).toEqual([])
    expect(await rowOf(id)).toMatchObject({
      firstName: 'Newname',
      officeAddress: null,
      agentId: agent.id,
      assignedAgentId: agent.id,
      updatedAt: server.clock.now(),
    })
    expect(await lastActivity()).toMatchObject({
      description: `Updated customer ${id}`,
      subjectName: 'Oldname Danladi',
      detail: 'Changed: first name, phone number, office address',
    })
  })

  it('says when nothing is changed', async () => {
    const phone_number = personBody().phone_number
    const { id } = await registered({ phone_number })
    expectRefused(await update(id, { phone_number }), 'Nothing has been changed.')
    expect((await rowOf(id))?.updatedAt).toBeNull()
  })

  it('warns of a phone number that it takes over, not of one that stays', async () => {
    const phone_number = personBody().phone_number
    const { reference } = await registered({ phone_number })
    const { id } = await registered({ first_name: 'Musa' })
    const taken = await update(id, { first_name: 'Musa', phone_number })
    expect(taken.message).toBe(
      `Musa Danladi updated successfully. Halima Danladi (${reference}) has this phone number too.`,
    )
    const stays = await update(id, { first_name: 'Bala', phone_number })
    expect(stays.message).toBe('Bala Danladi updated successfully.')
  })

  it('tells the later one when several take over one phone number at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const phone_number = personBody().phone_number
      const all = await Promise.all(['Musa', 'Bala', 'Sani'].map((first_name) => registered({ first_name })))
      const replies = await Promise.all(all.map(({ id }) => update(id, { phone_number })))
      expect(replies.map(({ status }) => status)).toEqual(['200', '200', '200'])
      const warned = replies.filter(({ message }) => String(message).includes('this phone number too.'))
      expect(warned).toHaveLength(2)
    }
  })

  it('finds no deleted customer', async () => {
    const one = await server.makeCustomer(agent.id, { isDeleted: true })
    expectRefused(await update(one.id), `Customer with ID ${one.id} not found`)
  })
})

describe('the status of a customer', () => {
  const setStatus = (call: typeof activateCustomer, id: number) =>
    server.ask(call, { customer_id: id }, clerk)

  it('stops and allows credits, and keeps wallet and agent', async () => {
    const { id } = await registered()
    await server.ask(creditUser, { customer_id: id, amount: naira(500) }, clerk)
    const off = await setStatus(deactivateCustomer, id)
    expect(off.json).toEqual({ status: '200', message: 'Halima Danladi is not active any more.' })
    expect(await lastActivity()).toMatchObject({ description: `Deactivated customer ${id}` })
    expectRefused(
      await server.ask(creditUser, { customer_id: id, amount: naira(500) }, clerk),
      'This customer is not active. Only an active customer can be credited.',
    )
    const shown = (await server.ask(getCustomer, { customer_id: id }, clerk)).output().data.data[0]
    expect(shown).toMatchObject({ status: false, assignedAgentName: 'Adaeze Okonkwo' })
    const { main_wallet } = (await server.ask(getCustomersBalance, { customer_id: id }, clerk)).output().data
    expect(main_wallet.balance).toBe(naira(500))
    expectRefused(await setStatus(deactivateCustomer, id), 'Halima Danladi is not active already.')
    const on = await setStatus(activateCustomer, id)
    expect(on.message).toBe('Halima Danladi is active again.')
    expect((await server.ask(creditUser, { customer_id: id, amount: naira(500) }, clerk)).status).toBe('200')
    expectRefused(await setStatus(activateCustomer, id), 'Halima Danladi is active already.')
  })

  it('is changed once by two at the same moment', async () => {
    const { id } = await registered()
    const replies = await Promise.all([setStatus(deactivateCustomer, id), setStatus(deactivateCustomer, id)])
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400'])
  })
})
