import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { fieldCalls } from '#contract/field/calls'
import { signedText } from '#contract/field/devices'
import { calls } from '#contract/index'
import { verifyChain } from '#server/audit/auditChain'
import { agentActivity, agentDevices, agents } from '#server/db/tables/schema'
import { agentPassword, agentPasswordHash, fieldClient, makeKeys } from '../support/fieldClient'
import { manyCalls, openServer } from '../support/harness'

const server = await openServer({ limits: { ...manyCalls, signInsOfAddress: 1_000_000 } })
const { raw, ask, enrol, enrolment, tokenBody, tokenFor, makeDevice } = fieldClient(server)
const { approveDevice, dissApproveDevice, deleteDevice, setDeviceToPrimary } = calls.agents
const { suspendAgent, reactivateAgent, resetAgentPassword, agentDevice } = calls.agents
const office = await server.enter(
  'can-set-device',
  'can-approve-device',
  'can-disapprove-device',
  'can-delete-device',
  'can-view-agent-device',
  'can-reactivate-agent-account',
  'can-reset-agent-password',
)

let agent: { id: number; email: string }
beforeEach(async () => {
  server.clock.rewindAfterTest()
  agent = await server.makeAgent({ passwordHash: await agentPasswordHash(), oneTimePassword: false })
})
const isShut = async (token: string) => (await raw(fieldCalls.signOut, {}, token)).http === 401
const deviceOf = async (id: number) =>
  (await server.database.select().from(agentDevices).where(eq(agentDevices.id, id)))[0]

describe('enrolling', () => {
  it.each(['ed25519', 'p256'] as const)('waits for its approval, and then gets tokens: %s', async (kind) => {
    const keys = makeKeys(kind)
    const reply = await enrol(agent.email, keys)
    expect(reply.json).toMatchObject({ state: 'waiting', is_primary: false, clock_error: null })
    const device_id = Number(reply.json.device_id)
    const list = await server.ask(agentDevice, { agent_id: agent.id }, office)
    expect(list.output().agent).toMatchObject([{ id: device_id, device_name: 'Tablet', status: 'Waiting' }])
    expect(await tokenFor(device_id, keys)).toMatchObject({ state: 'waiting', token: null })
    await server.ask(approveDevice, { device_id }, office)
    const { token, state } = await tokenFor(device_id, keys)
    expect(state).toBe('approved')
    expect(await isShut(token ?? '')).toBe(false)
  })

  it('says nothing of accounts: a wrong password and an unknown e-mail have one reply', async () => {
    const keys = makeKeys()
    const wrong = await enrol(agent.email, keys, { password: 'another one entirely' })
    const unknown = await enrol('nobody@agents.test', keys)
    const { request_id: _one, ...first } = wrong.json
    const { request_id: _other, ...second } = unknown.json
    expect(first).toEqual(second)
    expect(wrong.http).toBe(401)
  })

  it('is locked after ten wrong passwords, also for the right one, until the password is reset', async () => {
    const keys = makeKeys()
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await enrol(agent.email, keys, { password: 'wrong wrong wrong' })
      if (attempt < 10) server.clock.pass(33)
    }
    const locked = await enrol(agent.email, keys)
    expect([locked.http, locked.json.code]).toEqual([429, 'busy'])
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0)
    // The session of the office has ended meanwhile.
    const later = await server.enter('can-reset-agent-password')
    await server.ask(resetAgentPassword, { agent_id: agent.id }, later)
    expect((await enrol(agent.email, keys)).http).toBe(401)
  })

  it('asks for a password of one’s own after a one-time one', async () => {
    await server.ask(resetAgentPassword, { agent_id: agent.id }, office)
    const letter = server.letters.findLast(({ to }) => to === agent.email)
    const password = /password is (\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
    const keys = makeKeys()
    const refused = await enrol(agent.email, keys, { password })
    expect([refused.http, refused.json.code]).toEqual([409, 'refused'])
    const short = await enrol(agent.email, keys, { password, new_password: 'short' })
    expect([short.http, short.json.code]).toEqual([422, 'invalid'])
    expect((await enrol(agent.email, keys, { password, new_password: 'a new one of mine' })).http).toBe(200)
    expect((await enrol(agent.email, makeKeys(), { password: 'a new one of mine' })).http).toBe(200)
  })

  it('is refused for a suspended agent', async () => {
    await server.ask(suspendAgent, { agent_id: agent.id }, office)
    const reply = await enrol(agent.email, makeKeys())
    expect([reply.http, reply.json.code]).toEqual([403, 'forbidden'])
  })

  it('is refused with the key of another agent’s device, and while five wait', async () => {
    const keys = makeKeys()
    await enrol(agent.email, keys)
    const passwordHash = await agentPasswordHash()
    const other = await server.makeAgent({ passwordHash, oneTimePassword: false })
    expect((await enrol(other.email, keys)).json.code).toBe('refused')
    for (let device = 1; device <= 5; device += 1) await enrol(other.email, makeKeys())
    expect((await enrol(other.email, makeKeys())).json).toMatchObject({ code: 'refused', status: 409 })
  })

  it.each([
    ['no key', { public_key: 'AAAA' }, 422],
    ['a signature of something else', { signature: 'AAAA' }, 401],
    ['a nonce that no server made', { nonce: `${Date.now() + 60_000}.abc.def` }, 401],
  ])('is refused with %s', async (_what, more, http) => {
    expect((await enrol(agent.email, makeKeys(), more)).http).toBe(http)
    expect(await server.database.$count(agentDevices, eq(agentDevices.agentId, agent.id))).toBe(0)
  })
})

describe('a signed request', () => {
  it('is taken once: a replayed one is refused', async () => {
    const keys = makeKeys()
    const first = await enrolment(agent.email, keys)
    const device_id = Number((await raw(fieldCalls.enrolDevice, first)).json.device_id)
    expect((await raw(fieldCalls.enrolDevice, first)).http).toBe(401)
    await server.ask(approveDevice, { device_id }, office)
    const body = await tokenBody(device_id, keys)
    const replies = await Promise.all([1, 2, 3].map(() => raw(fieldCalls.makeToken, body)))
    expect(replies.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
  })

  it('is good for its purpose and its device alone', async () => {
    const { id, keys } = await makeDevice(agent.id)
    const other = await makeDevice(agent.id, { isPrimary: false })
    const { nonce } = await tokenBody(id, keys)
    const attempts = [
      { device_id: id, nonce, signature: keys.sign(signedText('enrol', nonce, String(id))) },
      { device_id: other.id, nonce, signature: keys.sign(signedText('token', nonce, String(other.id))) },
      { device_id: id, nonce, signature: keys.sign(signedText('token', nonce, String(other.id))) },
      { device_id: 999_999, nonce, signature: keys.sign(signedText('token', nonce, '999999')) },
    ]
    for (const body of attempts) expect((await raw(fieldCalls.makeToken, body)).http).toBe(401)
  })

  it('is too old after five minutes', async () => {
    const { id, keys } = await makeDevice(agent.id)
    const body = await tokenBody(id, keys)
    server.clock.pass(5)
    expect((await raw(fieldCalls.makeToken, body)).http).toBe(401)
  })
})

describe('a token', () => {
  it('ends after 15 minutes', async () => {
    const { token } = await makeDevice(agent.id)
    server.clock.pass(15)
    expect((await raw(fieldCalls.signOut, {}, token)).http).toBe(200)
    const { token: next } = await makeDevice(agent.id, { isPrimary: false })
    server.clock.pass(16)
    expect(await isShut(next)).toBe(true)
  })

  it.each([
    ['disapproved', (device_id: number) => server.ask(dissApproveDevice, { device_id }, office)],
    ['deleted', (device_id: number) => server.ask(deleteDevice, { device_id }, office)],
    ['of a suspended agent', () => server.ask(suspendAgent, { agent_id: agent.id }, office)],
    [
      'of an agent whose password was reset',
      () => server.ask(resetAgentPassword, { agent_id: agent.id }, office),
    ],
  ])('ends at once on a device that is %s, and there is no other', async (_what, shut) => {
    const { id, keys, token } = await makeDevice(agent.id)
    expect((await shut(id)).status).toBe('200')
    expect(await isShut(token)).toBe(true)
    const next = await raw(fieldCalls.makeToken, await tokenBody(id, keys))
    expect(next.http === 401 || next.json.token === null).toBe(true)
  })

  it('needs a new approval after a suspension', async () => {
    const { id, keys } = await makeDevice(agent.id)
    await server.ask(suspendAgent, { agent_id: agent.id }, office)
    await server.ask(reactivateAgent, { agent_id: agent.id }, office)
    expect((await tokenFor(id, keys)).state).toBe('waiting')
  })

  it('needs the password again after thirty days, a sign-out or a new password on another device', async () => {
    const first = await makeDevice(agent.id)
    const second = await makeDevice(agent.id, { isPrimary: false })
    await ask(fieldCalls.signOut, {}, first.token)
    expect(await isShut(first.token)).toBe(true)
    expect(await tokenFor(first.id, first.keys)).toMatchObject({ state: 'password', token: null })
    expect(
      (await enrol(agent.email, first.keys, { new_password: 'another good password' })).json,
    ).toMatchObject({
      device_id: first.id,
      state: 'approved',
      is_primary: true,
    })
    expect(await isShut(second.token)).toBe(true)
    expect((await tokenFor(second.id, second.keys)).state).toBe('password')
    server.clock.pass(30 * 24 * 60 + 1)
    expect((await tokenFor(first.id, first.keys)).state).toBe('password')
  })

  it.each(['', 'x', 'a'.repeat(43), 'Ü'])('is none: %j', async (token) => {
    expect((await raw(fieldCalls.signOut, {}, token)).http).toBe(401)
  })
})

it('the primary device is said with the token', async () => {
  const { id, keys } = await makeDevice(agent.id, { isPrimary: false })
  expect((await tokenFor(id, keys)).is_primary).toBe(false)
  await server.ask(setDeviceToPrimary, { device_id: id, agent_id: agent.id }, office)
  expect((await tokenFor(id, keys)).is_primary).toBe(true)
})

it.each([
  [3600, '+01:00'],
  [-90, 'Z'],
])('a clock that is %i seconds off is said, and changes nothing else', async (seconds, zone) => {
  const { id, keys } = await makeDevice(agent.id)
  const local = new Date(server.clock.now().getTime() + seconds * 1000 + (zone === 'Z' ? 0 : 3_600_000))
  const device_time = local.toISOString().replace('Z', zone)
  const reply = await ask(fieldCalls.makeToken, await tokenBody(id, keys, { device_time }))
  expect(reply).toMatchObject({ clock_error: seconds, server_time: server.clock.now().toISOString() })
  expect(await deviceOf(id)).toMatchObject({ clockError: seconds, lastSeenAt: server.clock.now() })
})

it('keeps neither the password nor the key’s private half, and logs none of what was sent', async () => {
  const from = server.log.length
  const reply = await enrol(agent.email, makeKeys())
  const lines = JSON.stringify(server.log.slice(from))
  for (const word of [agentPassword, agent.email, 'signature']) expect(lines).not.toContain(word)
  expect(reply.text).not.toContain('password')
})

it('writes what agents do into a chain of their own, which verify-audit walks', async () => {
  await enrol(agent.email, makeKeys(), { password: 'a wrong password' })
  await server.services.background.settled()
  await enrol(agent.email, makeKeys())
  const rows = await server.database
    .select({ action: agentActivity.action, place: agentActivity.place, status: agentActivity.status })
    .from(agentActivity)
    .where(eq(agentActivity.agentId, agent.id))
    .orderBy(agentActivity.place)
  expect(rows).toEqual([
    { action: 'Gave a wrong password', place: 1, status: 'failed' },
    { action: 'Enrolled a device', place: 2, status: 'success' },
  ])
  expect(await verifyChain(server.database)).toMatchObject({ intact: true })
  await expect(
    server.database
      .update(agentActivity)
      .set({ status: 'failed' })
      .where(eq(agentActivity.agentId, agent.id)),
  ).rejects.toThrow()
  const change = (what: string) =>
    server.database
      .transaction(async (tx) => {
        await tx.execute(sql`alter table agent_activity disable trigger user`)
        await tx.execute(sql.raw(what))
        const audit = await verifyChain(tx as never)
        throw Object.assign(new Error('back'), { audit })
      })
      .catch((error: unknown) => (error as { audit: unknown }).audit)
  const where = `where agent_id = ${agent.id} and place = 1`
  expect(await change(`update agent_activity set status = 'success' ${where}`)).toMatchObject({
    intact: false,
  })
  expect(await change(`delete from agent_activity ${where}`)).toMatchObject({ intact: false })
})

it('a password that was stolen opens no door while the agent is deleted', async () => {
  await server.database.update(agents).set({ status: 'DELETED' }).where(eq(agents.id, agent.id))
  expect((await enrol(agent.email, makeKeys())).http).toBe(401)
})
