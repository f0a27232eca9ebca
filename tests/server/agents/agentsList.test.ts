import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Permission } from '#contract/permissionCatalogue'
import { openServer } from '../support/harness'
import { naira } from '../support/people'

const server = await openServer()
const { getAgents, getAgent, getAgentTotal, agentDevice } = calls.agents
const viewer = await server.enter('can-view-agent')

const list = async (body: { page?: number; perPage?: number; search?: string } = {}) =>
  (await server.ask(getAgents, { page: 1, ...body }, viewer)).output().data
const namesOf = async (search: string) => (await list({ search })).data.map(({ name }) => name)
const hoursAgo = (hours: number) => new Date(server.clock.now().getTime() - hours * 3_600_000)

/** From old to new; the two of one moment are told apart by their ids. */
const names = ['Zainab One', 'Yusuf Two', 'Xola Three', 'Wale Four', 'Vera Five']
for (const [at, name] of names.entries()) {
  const createdAt = at < 2 ? hoursAgo(100) : hoursAgo(50 - at)
  await server.makeAgent({ name, email: `Agent.${at}@shop.test`, createdAt })
}
await server.makeAgent({ name: 'Gone Six', status: 'DELETED' })
await server.makeAgent({ name: 'Held Seven', status: 'SUSPENDED', createdAt: hoursAgo(200) })

describe('the list', () => {
  it('is newest first, with suspended agents and without deleted ones', async () => {
    const { data, ...page } = await list()
    expect(data.map(({ name }) => name)).toEqual([...names.toReversed(), 'Held Seven'])
    expect(page).toEqual({ total: 6, page: 1, per_page: 100 })
    expect((await server.ask(getAgentTotal, {}, viewer)).output().data).toEqual({ total: 6 })
  })

  it('comes in pages that neither miss nor repeat a row', async () => {
    const pages = [await list({ page: 1, perPage: 4 }), await list({ page: 2, perPage: 4 })]
    expect(pages.map(({ data }) => data.length)).toEqual([4, 2])
    expect(pages.map(({ total, page, per_page }) => [total, page, per_page])).toEqual([
      [6, 1, 4],
      [6, 2, 4],
    ])
    const all = (await list()).data.map(({ id }) => id)
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(all)
    expect((await list({ page: 3, perPage: 4 })).data).toEqual([])
  })

  it('gives each row in the forms of the wire, and no hash of a password or PIN', async () => {
    const agent = await server.makeAgent({
      name: 'Ọlá Ńwankwọ',
      passwordHash: 'zq9hash',
      pinHash: 'zq9pin',
      otpGeneratedAt: new Date('2026-11-17T23:30:00.250Z'),
      twoFactorEnabled: true,
      loginAttempts: 2,
      createdAt: hoursAgo(-1),
    })
    const reply = await server.ask(getAgents, { page: 1, perPage: 1 }, viewer)
    expect((reply.json.data as { data: unknown[] }).data).toEqual([
      {
        id: agent.id,
        name: 'Ọlá Ńwankwọ',
        email: agent.email,
        phone_number: agent.phoneNumber,
        state: 'Lagos',
        lga: 'Ikeja',
        profile_photo: null,
        status: 'ACTIVE',
        created_at: '2026-11-18T11:00:00.000Z',
        first_name: agent.firstName,
        last_name: agent.lastName,
        office_address: null,
        home_address: null,
        otp_generated_at: '2026-11-18T00:30:00.250Z',
        two_factor_enabled: 1,
        notification_status: 1,
        login_attempts: 2,
        delete: '0',
        set_pin: 1,
      },
    ])
    expect(reply.text).not.toContain('zq9')
    await server.database.$client.query('delete from agents where id = $1', [agent.id])
  })
})

describe('search', () => {
  it.each([
    ['part of a name', 'ola', ['Xola Three']],
    ['capitals', 'XOLA tH', ['Xola Three']],
    ['part of an e-mail', 'agent.4@', ['Vera Five']],
    ['no text', '', [...names.toReversed(), 'Held Seven']],
    ['what a deleted agent has', 'Gone', []],
    ['what nobody has', 'zzz', []],
  ])('finds %s', async (_what, text, found) => expect(await namesOf(text)).toEqual(found))

  it('finds part of a phone number', async () => {
    const agent = await server.makeAgent({ name: 'Phone Eight', phoneNumber: '07055512345' })
    expect(await namesOf('555123')).toEqual(['Phone Eight'])
    await server.database.$client.query('delete from agents where id = $1', [agent.id])
  })

  it.each(['100%', 'a_b', 'c\\d', "O'Neil", '"quoted"', '$1', '%_\\'])('takes %j as it is', async (text) => {
    const agent = await server.makeAgent({ name: `Sign ${text} end` })
    const decoy = await server.makeAgent({ name: 'Sign 1000 axb cd ONeil quoted 1 end' })
    expect(await namesOf(text)).toEqual([`Sign ${text} end`])
    await server.database.$client.query('delete from agents where id in ($1, $2)', [agent.id, decoy.id])
  })

  it('counts and pages what it found', async () => {
    const found = await list({ search: '@shop.test', page: 2, perPage: 2 })
    expect(found).toMatchObject({ total: 5, page: 2, per_page: 2 })
    expect(found.data.map(({ name }) => name)).toEqual(['Xola Three', 'Yusuf Two'])
  })
})

describe('one agent', () => {
  const one = async (id: number, ...held: Permission[]) => {
    const asker = held.length > 0 ? await server.enter(...held) : viewer
    return (await server.ask(getAgent, { id }, asker)).output().data
  }

  it('comes as a list of one, with the primary device or else the newest', async () => {
    const { id, name } = await server.makeAgent()
    expect(await one(id)).toMatchObject([{ id, name, device: null }])
    await server.makeDevice(id, {
      deviceName: 'Old',
      isPrimary: true,
      isApproved: true,
      createdAt: hoursAgo(9),
    })
    await server.makeDevice(id, { deviceName: 'New' })
    expect(await one(id)).toMatchObject([
      { device: { device_name: 'Old', is_primary: true, is_approved: true } },
    ])
    await server.database.$client.query('update agent_devices set is_primary = false where agent_id = $1', [
      id,
    ])
    expect(await one(id)).toMatchObject([
      { device: { device_name: 'New', is_primary: false, is_approved: false } },
    ])
  })

  it('is not there when it is deleted or was never made', async () => {
    const { id } = await server.makeAgent({ status: 'DELETED' })
    for (const unknown of [id, 999_999]) {
      const reply = await server.ask(getAgent, { id: unknown }, viewer)
      const message = `Agent with ID ${unknown} not found`
      expect(reply).toMatchObject({ http: 200, json: { status: '400', message } })
    }
  })

  it('has its standing for those alone who may know more', async () => {
    const { id } = await server.makeAgent({ floatKobo: naira(1500.5) })
    const other = await server.makeAgent()
    await server.makeCustomer(id)
    await server.makeCustomer(other.id, { assignedAgentId: id })
    await server.makeCustomer(id, { assignedAgentId: other.id })
    await server.makeCustomer(id, { isDeleted: true })
    const device = await server.makeDevice(id)
    await server.reportActivity(id, 'Collected savings', hoursAgo(3))
    await server.reportActivity(id, 'Signed in', hoursAgo(4))
    const standing = {
      customers_count: 2,
      float: 150_050,
      devices: [{ id: device.id, agent_id: id }],
      last_activity: { action: 'Collected savings', created_at: '2026-11-18T07:00:00.000Z' },
    }
    for (const permission of ['can-view-more-agent-details', 'can-view-all'] as const)
      expect(await one(id, permission)).toMatchObject([{ standing }])
    for (const permission of ['can-view-agent', 'can-view-agent-details', 'can-edit-agent'] as const)
      expect((await one(id, permission))[0]).not.toHaveProperty('standing')
    const knower = await server.enter('can-view-more-agent-details')
    expect((await server.ask(getAgent, { id }, knower)).text).toContain('"float":"1500.50"')
    expect((await server.ask(getAgent, { id }, viewer)).text).not.toContain('1500.50')
  })

  it('has a standing without devices and activity too', async () => {
    const { id } = await server.makeAgent()
    const standing = { customers_count: 0, float: 0, devices: [], last_activity: null }
    expect(await one(id, 'can-view-all')).toMatchObject([{ standing }])
  })
})

describe('devices', () => {
  it('of an agent are listed newest first, and no other agent’s', async () => {
    const [mine, other] = [await server.makeAgent({ name: 'Device Owner' }), await server.makeAgent()]
    const old = await server.makeDevice(mine.id, { createdAt: hoursAgo(30) })
    const fresh = await server.makeDevice(mine.id, { deviceName: 'Infinix Hot', createdAt: hoursAgo(1) })
    await server.makeDevice(other.id)
    const asker = await server.enter('can-view-agent-device')
    const { agent } = (await server.ask(agentDevice, { agent_id: mine.id }, asker)).output()
    expect(agent.map(({ id }) => id)).toEqual([fresh.id, old.id])
    expect(agent[0]).toEqual({
      id: fresh.id,
      agent_id: mine.id,
      agentName: 'Device Owner',
      device_name: 'Infinix Hot',
      is_primary: false,
      is_approved: false,
      status: 'Waiting',
      created_at: '2026-11-18T09:00:00.000Z',
    })
  })

  it('of an agent who is deleted or was never made are not there', async () => {
    const gone = await server.makeAgent({ status: 'DELETED' })
    await server.makeDevice(gone.id)
    const asker = await server.enter('can-view-agent-device')
    for (const agent_id of [gone.id, 999_999]) {
      const reply = await server.ask(agentDevice, { agent_id }, asker)
      expect(reply.json).toEqual({ status: '400', message: `Agent with ID ${agent_id} not found` })
    }
  })
})
