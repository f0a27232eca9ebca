import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { stateNames } from '#domain/states'
import { agents } from '#server/db/tables/schema'
import { passwordMatches } from '#server/auth/passwords'
import { openServer } from '../support/harness'
import { sentences } from '../../sentences'

const server = await openServer()
const { addAgent, updateAgent, deleteAgent, reactivateAgent, suspendAgent, resetAgentPassword } = calls.agents
const { approveDevice, setDeviceToPrimary, dissApproveDevice } = calls.agents
const me = await server.enter(
  'can-create-agent',
  'can-edit-agent',
  'can-delete-agent',
  'can-reactivate-agent-account',
  'can-reset-agent-password',
  'can-approve-device',
  'can-set-device',
  'can-disapprove-device',
)
const good = {
  name: '  Folake  Ade Ogun ',
  email: 'Folake.Ogun@Shop.test',
  phone_number: '08123456789',
  state: 'Ogun',
  lga: 'Abeokuta South',
}
const agentOf = async (id: number) => {
  const [agent] = await server.database.select().from(agents).where(eq(agents.id, id))
  if (!agent) throw new Error(`There is no agent ${id}.`)
  return agent
}
const notFound = (id: number) => ({ status: '400', message: `Agent with ID ${id} not found` })
const mailedPassword = () =>
  /one-time password is (\S{20})\n/.exec(server.letters.at(-1)?.text ?? '')?.[1] ?? ''

beforeEach(async () => {
  server.letters.length = 0
  await server.database.$client.query('delete from agents where lower(email) = $1', [
    good.email.toLowerCase(),
  ])
})

describe('adding an agent', () => {
  it('creates one with first and last name and the e-mail in lower case', async () => {
    const reply = await server.ask(addAgent, good, me)
    expect(reply.json).toEqual({ status: '200', message: sentences.agentCreated })
    const [agent] = await server.database
      .select()
      .from(agents)
      .where(eq(agents.email, 'folake.ogun@shop.test'))
    expect(agent).toMatchObject({
      name: 'Folake Ade Ogun',
      firstName: 'Folake',
      lastName: 'Ade Ogun',
      phoneNumber: '08123456789',
      state: 'Ogun',
      lga: 'Abeokuta South',
      status: 'ACTIVE',
      createdAt: server.clock.now(),
    })
  })

  it('mails a one-time password to that agent and stores only its hash', async () => {
    const reply = await server.ask(addAgent, good, me)
    expect(server.letters).toHaveLength(1)
    expect(server.letters[0]).toMatchObject({ to: good.email, subject: 'Your Alajo agent password' })
    const [agent] = await server.database
      .select()
      .from(agents)
      .where(eq(agents.phoneNumber, good.phone_number))
    expect(await passwordMatches(agent?.passwordHash ?? '', mailedPassword())).toBe(true)
    expect(reply.text).not.toContain(mailedPassword())
  })

  it.each([
    ['a name of one word', 'Folake', 'Folake', ''],
    ['a name with a sign', "Ade-Bayo O'Neil", 'Ade-Bayo', "O'Neil"],
  ])('accepts %s', async (_what, name, firstName, lastName) => {
    expect((await server.ask(addAgent, { ...good, name }, me)).status).toBe('200')
    const [agent] = await server.database
      .select()
      .from(agents)
      .where(eq(agents.phoneNumber, good.phone_number))
    expect(agent).toMatchObject({ firstName, lastName })
  })

  const place = sentences.selectLocalGovernment
  it.each([
    ['an empty name', { name: '  ' }, sentences.fullNameEmpty],
    ['no e-mail address', { email: 'folake@shop' }, 'Enter valid email address'],
    ['ten digits', { phone_number: '0812345678' }, sentences.phoneDigits],
    ['twelve digits', { phone_number: '081234567890' }, sentences.phoneDigits],
    ['a phone number with a plus', { phone_number: '+2348123456' }, sentences.phoneDigits],
    ['a local government of another state', { lga: 'Ikeja' }, place],
    ['an unknown state', { state: 'Atlantis' }, place],
    ['a state named like a method', { state: 'constructor', lga: 'length' }, place],
    ['no LGA', { lga: '' }, sentences.selectLga],
  ])('refuses %s', async (_what, change, message) => {
    const reply = await server.ask(addAgent, { ...good, ...change }, me)
    expect(reply).toMatchObject({ http: 200, status: '100', fields: [message] })
    expect(await server.database.$count(agents, eq(agents.phoneNumber, good.phone_number))).toBe(0)
    expect(server.letters).toHaveLength(0)
  })

  it.each([
    ['e-mail', { phone_number: '08199999999' }, 'An agent with this email already exists.'],
    [
      'e-mail in another case',
      { phone_number: '08199999999', email: good.email.toUpperCase() },
      'An agent with this email already exists.',
    ],
    ['phone number', { email: 'other@shop.test' }, 'An agent with this phone number already exists.'],
  ])('refuses a second one with the same %s', async (_what, change, message) => {
    await server.ask(addAgent, good, me)
    server.letters.length = 0
    const before = await server.database.$count(agents)
    const reply = await server.ask(addAgent, { ...good, ...change }, me)
    expect(reply.json).toEqual({ status: '400', message })
    expect(await server.database.$count(agents)).toBe(before)
    expect(server.letters).toHaveLength(0)
  })

  it('creates one agent for two simultaneous calls with one phone number', async () => {
    const both = ['one@shop.test', 'two@shop.test'].map((email) =>
      server.ask(addAgent, { ...good, email, phone_number: '08177777777' }, me),
    )
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.includes('200') && statuses.includes('400')).toBe(true)
    expect(await server.database.$count(agents, eq(agents.phoneNumber, '08177777777'))).toBe(1)
  })

  it('knows every state', async () => expect(stateNames).toHaveLength(37))
})

describe('updating an agent', () => {
  it('changes phone, state and local government, and neither name nor e-mail', async () => {
    const agent = await server.makeAgent()
    const body = { ...good, agent_id: agent.id, phone_number: '08155555555' }
    expect((await server.ask(updateAgent, body, me)).json).toEqual({
      status: '200',
      message: sentences.agentUpdated,
    })
    const searchText = agent.searchText.replace(agent.phoneNumber, '08155555555')
    const change = { phoneNumber: '08155555555', state: 'Ogun', lga: 'Abeokuta South', searchText }
    expect(await agentOf(agent.id)).toEqual({ ...agent, ...change })
  })

  it('accepts an unchanged phone number', async () => {
    const agent = await server.makeAgent()
    const body = { ...good, agent_id: agent.id, phone_number: agent.phoneNumber }
    expect((await server.ask(updateAgent, body, me)).status).toBe('200')
  })

  it('refuses the phone number of another agent', async () => {
    const [agent, other] = [await server.makeAgent(), await server.makeAgent()]
    const body = { ...good, agent_id: agent.id, phone_number: other.phoneNumber }
    const message = 'An agent with this phone number already exists.'
    expect((await server.ask(updateAgent, body, me)).json).toEqual({ status: '400', message })
    expect(await agentOf(agent.id)).toEqual(agent)
  })

  it('refuses an unknown place', async () => {
    const agent = await server.makeAgent()
    const reply = await server.ask(updateAgent, { ...good, agent_id: agent.id, lga: 'Ikeja' }, me)
    expect(reply.status).toBe('100')
    expect(await agentOf(agent.id)).toEqual(agent)
  })
})

describe('deleting an agent', () => {
  it('marks an agent without customers as deleted', async () => {
    const { id } = await server.makeAgent()
    await server.makeCustomer(id, { isDeleted: true })
    const reply = await server.ask(deleteAgent, { agent_id: id }, me)
    expect(reply.json).toEqual({ status: '200', message: sentences.agentDeleted })
    expect((await agentOf(id)).status).toBe('DELETED')
  })

  it.each([
    [1, 'This agent still has 1 customer. Reassign them first.'],
    [3, 'This agent still has 3 customers. Reassign them first.'],
  ])('is refused while the agent has %i customers', async (count, message) => {
    const [agent, recruiter] = [await server.makeAgent(), await server.makeAgent()]
    for (let at = 0; at < count; at++) await server.makeCustomer(recruiter.id, { assignedAgentId: agent.id })
    const reply = await server.ask(deleteAgent, { agent_id: agent.id }, me)
    expect(reply.json).toEqual({ status: '400', message })
    expect((await agentOf(agent.id)).status).toBe('ACTIVE')
    expect((await server.ask(deleteAgent, { agent_id: recruiter.id }, me)).status).toBe('200')
  })
})

describe('reactivating an agent', () => {
  it('activates a suspended account', async () => {
    const { id } = await server.makeAgent({ status: 'SUSPENDED', loginAttempts: 5 })
    const reply = await server.ask(reactivateAgent, { agent_id: id }, me)
    expect(reply.json).toEqual({ status: '200', message: sentences.agentReactivated })
    expect(await agentOf(id)).toMatchObject({ status: 'ACTIVE', loginAttempts: 0 })
  })

  it('is refused unless the agent is suspended', async () => {
    const { id } = await server.makeAgent()
    const message = 'Only a suspended agent can be reactivated.'
    const reply = await server.ask(reactivateAgent, { agent_id: id }, me)
    expect(reply.json).toEqual({ status: '400', message })
  })
})

describe('suspending an agent', () => {
  it('closes the account and its devices until both are approved again', async () => {
    const { id } = await server.makeAgent()
    const primary = await server.makeDevice(id, { isApproved: true, isPrimary: true })
    const waiting = await server.makeDevice(id)
    const disapproved = await server.makeDevice(id, { isDisapproved: true })
    const states = async () => {
      const { agent } = (
        await server.ask(
          calls.agents.agentDevice,
          { agent_id: id },
          await server.enter('can-view-agent-device'),
        )
      ).output()
      const devicesOf = (wanted: number) => agent.find((one) => one.id === wanted)
      return [primary, waiting, disapproved].map((one) => [
        devicesOf(one.id)?.status,
        devicesOf(one.id)?.is_primary,
      ])
    }
    const reply = await server.ask(suspendAgent, { agent_id: id }, me)
    expect(reply.json).toEqual({
      status: '200',
      message: 'Agent suspended. The devices of the agent are closed.',
    })
    expect((await agentOf(id)).status).toBe('SUSPENDED')
    const closed = [
      ['Waiting', false],
      ['Waiting', false],
      ['Disapproved', false],
    ]
    expect(await states()).toEqual(closed)
    const message = 'This agent is suspended. Reactivate the agent first.'
    const device_id = primary.id
    expect((await server.ask(approveDevice, { device_id }, me)).json).toEqual({ status: '400', message })
    expect(await states()).toEqual(closed)

    const opened = await server.ask(reactivateAgent, { agent_id: id }, me)
    expect(opened.message).toBe('Agent reactivated successfully. Approve the devices of the agent again.')
    expect(await states()).toEqual(closed)
    expect((await server.ask(approveDevice, { device_id }, me)).status).toBe('200')
    expect((await server.ask(setDeviceToPrimary, { device_id, agent_id: id }, me)).status).toBe('200')
    expect((await server.ask(dissApproveDevice, { device_id }, me)).status).toBe('200')
  })

  it('is refused unless the agent is active', async () => {
    const { id } = await server.makeAgent({ status: 'SUSPENDED' })
    const reply = await server.ask(suspendAgent, { agent_id: id }, me)
    expect(reply.json).toEqual({ status: '400', message: 'Only an active agent can be suspended.' })
  })
})

describe('resetting a password', () => {
  it('mails a new one-time password', async () => {
    const { id, email } = await server.makeAgent({ passwordHash: 'old', loginAttempts: 4 })
    const reply = await server.ask(resetAgentPassword, { agent_id: id }, me)
    expect(reply.json).toEqual({ status: '200', message: sentences.agentPasswordSent })
    expect(server.letters).toMatchObject([{ to: email }])
    const agent = await agentOf(id)
    expect(agent.loginAttempts).toBe(0)
    expect(await passwordMatches(agent.passwordHash ?? '', mailedPassword())).toBe(true)
  })
})

describe('a deleted or unknown agent', () => {
  const changes = { updateAgent, deleteAgent, reactivateAgent, suspendAgent, resetAgentPassword }
  it.each(Object.entries(changes))('is not found by %s', async (_name, call) => {
    const { id } = await server.makeAgent({ status: 'DELETED' })
    for (const unknown of [id, 999_999]) {
      const before = await agentOf(id)
      const reply = await server.ask(call, { ...good, agent_id: unknown }, me)
      expect(reply.json).toEqual(notFound(unknown))
      expect(await agentOf(id)).toEqual(before)
    }
    expect(server.letters).toHaveLength(0)
  })
})
