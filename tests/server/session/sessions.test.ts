import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { revocationHandle } from '#device/sealing'
import { adminActivity, admins, sessions } from '#server/db/tables/schema'
import { openServer } from '../support/harness'
import { password } from '../support/people'
import { sentences } from '../../sentences'

const server = await openServer()
const { changePassword, logout, revokeSession } = calls.session
const { getAgentTotal, getAgents } = calls.agents

const isOpen = async (token: string) => (await server.ask(getAgentTotal, {}, { token })).http === 200
const newPassword = 'Esusu every Friday'

describe('a session', () => {
  it('ends after 30 minutes without a call', async () => {
    const { token } = await server.enter()
    for (let round = 0; round < 4; round++) {
      server.clock.pass(30)
      expect(await isOpen(token)).toBe(true)
    }
    server.clock.pass(30.01)
    expect(await isOpen(token)).toBe(false)
  })

  it('is not revived by a late call', async () => {
    const { token } = await server.enter()
    server.clock.pass(31)
    expect(await isOpen(token)).toBe(false)
    server.clock.pass(-30)
    expect(await isOpen(token)).toBe(true)
    server.clock.pass(30)
    expect(await isOpen(token)).toBe(false)
  })

  it('ends after 12 hours in any case', async () => {
    const { token } = await server.enter()
    for (let half = 1; half <= 24; half++) {
      server.clock.pass(30)
      expect(await isOpen(token), `after ${half / 2} hours`).toBe(true)
    }
    server.clock.pass(0.01)
    expect(await isOpen(token)).toBe(false)
  })
})

describe('a session that was logged out without a network', () => {
  it('is revoked alone by the hash of its token, which opens no session', async () => {
    const [mine, other] = [await server.enter(), await server.enter()]
    const handle = await revocationHandle(mine.token)
    expect(await isOpen(handle)).toBe(false)
    const replies = []
    for (const one of [handle, handle, await revocationHandle('never-was-one')])
      replies.push(await server.ask(revokeSession, { handle: one }))
    expect(new Set(replies.map((reply) => JSON.stringify([reply.http, reply.message]))).size).toBe(1)
    expect([await isOpen(mine.token), await isOpen(other.token)]).toEqual([false, true])
  })

  it('is in the activity log once, as a log-out of its admin', async () => {
    const me = await server.enter()
    const handle = await revocationHandle(me.token)
    for (const _again of [false, true]) await server.ask(revokeSession, { handle })
    const rows = await server.database.select().from(adminActivity).where(eq(adminActivity.adminId, me.id))
    expect(rows).toMatchObject([
      {
        action: 'session.logout',
        description: `Ended the session of admin ${me.id}`,
        status: 'success',
        detail: 'Logged out on a device without a network.',
      },
    ])
  })
})

describe('simultaneous calls', () => {
  it('are each judged by their own session', async () => {
    const people = []
    for (let one = 0; one < 12; one++)
      people.push(await server.enter(...(one % 2 ? (['can-view-agent'] as const) : [])))
    const left = people.filter((_, at) => at % 3 === 0)
    for (const { token } of left) await server.ask(logout, {}, { token })
    const tokens = [...people.map(({ token }) => token), 'never-was-one']
    const expected = [...people.map((one, at) => (left.includes(one) ? 401 : at % 2 ? 200 : 403)), 401]

    const twice = [...tokens, ...tokens]
    const replies = await Promise.all(twice.map((token) => server.ask(getAgents, { page: 1 }, { token })))
    expect(replies.map(({ http }) => http)).toEqual([...expected, ...expected])
  })
})

describe('log out', () => {
  it('ends this session and no other', async () => {
    const me = await server.enter()
    const elsewhere = await server.openSession(me.id)
    expect((await server.ask(logout, {}, me)).json).toEqual({
      status: '200',
      message: 'You are logged out.',
    })
    expect(await isOpen(me.token)).toBe(false)
    expect(await isOpen(elsewhere)).toBe(true)
    const [stored] = await server.database.select().from(sessions).where(eq(sessions.adminId, me.id))
    expect(stored?.revokedAt ?? server.clock.now()).toEqual(server.clock.now())
  })
})

describe('changing the password', () => {
  it('ends every other session, keeps this one and takes the new password', async () => {
    const me = await server.enter()
    const elsewhere = [await server.openSession(me.id), await server.openSession(me.id)]
    const stranger = await server.enter()
    const reply = await server.ask(changePassword, { oldPassword: password, newPassword }, me)
    expect(reply.json).toEqual({ status: '200', message: sentences.passwordChanged })
    expect(await isOpen(me.token)).toBe(true)
    for (const token of elsewhere) expect(await isOpen(token)).toBe(false)
    expect(await isOpen(stranger.token)).toBe(true)
    expect((await server.stepOne(me.email, password)).message).toBe(sentences.invalidSignIn)
    expect(await isOpen(await server.signIn(me.email, newPassword))).toBe(true)
  })

  it('ends the limits of a one-time password', async () => {
    const { id } = await server.makeAdmin({ mustChangePassword: true })
    const token = await server.openSession(id)
    expect(await isOpen(token)).toBe(false)
    await server.ask(changePassword, { oldPassword: password, newPassword }, { token })
    expect(await isOpen(token)).toBe(true)
    const [admin] = await server.database.select().from(admins).where(eq(admins.id, id))
    expect(admin?.mustChangePassword).toBe(false)
  })

  const tooCommon = 'This password is too common. Choose another one.'
  it.each([
    ['a wrong old password', 'not the old one', newPassword, 'Old password is not correct.'],
    ['eleven characters', password, 'elevenchars', 'Password must have at least 12 characters.'],
    ['one repeated letter', password, 'aaaaaaaaaaaaaaaa', tooCommon],
    ['a common password', password, 'QWERTY123456', tooCommon],
    ['the old one', password, password, 'The new password must differ from the old one.'],
    ['no old password', '', newPassword, 'Password is required.'],
  ])('refuses %s and changes nothing', async (_what, oldPassword, given, message) => {
    const me = await server.enter()
    const elsewhere = await server.openSession(me.id)
    const [before] = await server.database.select().from(admins).where(eq(admins.id, me.id))
    const reply = await server.ask(changePassword, { oldPassword, newPassword: given }, me)
    expect(reply).toMatchObject({ http: 200, status: '100', fields: [message] })
    const [after] = await server.database.select().from(admins).where(eq(admins.id, me.id))
    expect(after).toEqual(before)
    expect(await isOpen(elsewhere)).toBe(true)
  })

  it('refuses the e-mail, ignoring case', async () => {
    const me = await server.enter()
    const given = me.email.toUpperCase()
    const reply = await server.ask(changePassword, { oldPassword: password, newPassword: given }, me)
    expect(reply).toMatchObject({ status: '100', fields: ['Password must not be your email.'] })
  })

  it('accepts twelve letters', async () => {
    const me = await server.enter()
    const given = 'orangesunset'
    expect((await server.ask(changePassword, { oldPassword: password, newPassword: given }, me)).status).toBe(
      '200',
    )
  })
})

describe('the reason why a session ended', () => {
  const why = async (token: string) => (await server.ask(getAgentTotal, {}, { token })).json
  const over = { status: '300', message: sentences.expiredToken }
  const revoked = { ...over, session: 'revoked' }

  it('is given after a log-out, a change of password or a deactivation', async () => {
    const [left, elsewhere, gone] = [await server.enter(), await server.enter(), await server.enter()]
    await server.ask(logout, {}, left)
    expect(await why(left.token)).toEqual(revoked)

    const here = await server.openSession(elsewhere.id)
    await server.ask(changePassword, { oldPassword: password, newPassword }, { token: here })
    expect(await why(elsewhere.token)).toEqual(revoked)
    expect((await why(here)).status).toBe('200')

    await server.database.update(admins).set({ status: 'inactive' }).where(eq(admins.id, gone.id))
    expect(await why(gone.token)).toEqual(revoked)
  })

  it('is not given for an expired or unknown session or a wrong token', async () => {
    const { token } = await server.enter()
    server.clock.pass(31)
    for (const one of [token, `${token.slice(0, -1)}_`, 'no token', '']) expect(await why(one)).toEqual(over)
  })

  it('is given for an expired session that was revoked afterwards', async () => {
    const me = await server.enter()
    server.clock.pass(31)
    const here = await server.openSession(me.id)
    await server.ask(changePassword, { oldPassword: password, newPassword }, { token: here })
    expect(await why(me.token)).toEqual(revoked)
  })
})
