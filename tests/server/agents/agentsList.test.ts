import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { openServer } from '../support/harness'

const server = await openServer()
const { getAgents, getAgentTotal } = calls.agents
const viewer = await server.enter('can-view-agent')

const list = async (body: { page?: number; perPage?: number; search?: string } = {}) =>
  (await server.ask(getAgents, { page: 1, ...body }, viewer)).output().data
const namesOf = async (search: string) => (await list({ search })).data.map(({ name }) => name)
const hoursAgo = (hours: number) => new Date(server.clock.now().getTime() - hours * 3_600_000)

/** From old to new; the first two have the same time and are ordered by id. */
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

  it('has pages that neither miss nor repeat a row', async () => {
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

  it('has rows in wire format, without the hash of a password or PIN', async () => {
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
    ['upper case', 'XOLA tH', ['Xola Three']],
    ['part of an e-mail', 'agent.4@', ['Vera Five']],
    ['all rows for an empty text', '', [...names.toReversed(), 'Held Seven']],
    ['no deleted agent', 'Gone', []],
    ['nothing for an unknown text', 'zzz', []],
  ])('finds %s', async (_what, text, expected) => expect(await namesOf(text)).toEqual(expected))

  it('finds part of a phone number', async () => {
    const agent = await server.makeAgent({ name: 'Phone Eight', phoneNumber: '07055512345' })
    expect(await namesOf('555123')).toEqual(['Phone Eight'])
    await server.database.$client.query('delete from agents where id = $1', [agent.id])
  })

  it.each(['100%', 'a_b', 'c\\d', '$1', '%_\\'])('takes %j literally', async (text) => {
    const agent = await server.makeAgent({ name: `Sign ${text} end` })
    const decoy = await server.makeAgent({ name: 'Sign 1000 axb cd 1 end' })
    expect(await namesOf(text)).toEqual([`Sign ${text} end`])
    await server.database.$client.query('delete from agents where id in ($1, $2)', [agent.id, decoy.id])
  })

  it('counts and pages its results', async () => {
    const result = await list({ search: '@shop.test', page: 2, perPage: 2 })
    expect(result).toMatchObject({ total: 5, page: 2, per_page: 2 })
    expect(result.data.map(({ name }) => name)).toEqual(['Xola Three', 'Yusuf Two'])
  })
})
