import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { admins } from '#server/db/schema'
import { openServer } from './harness'

const server = await openServer()
const { addAdmin, getAdmins } = calls.admins
const boss = await server.makeAdmin({ role: 'SuperAdmin', name: 'The Boss' })
const me = { id: boss.id, token: '' }
let bodies = 0
let good: { name: string; email: string; phone_number: string }
const mailedPassword = () =>
  /one-time password is (\S{20})\n/.exec(server.letters.at(-1)?.text ?? '')?.[1] ?? ''

beforeEach(async () => {
  server.letters.length = 0
  me.token = await server.openSession(boss.id)
  bodies += 1
  good = { name: ' Ada  Obi ', email: `Ada.Obi${bodies}@Shop.test`, phone_number: '08123456789' }
})

describe('creating an admin', () => {
  it('makes one without role and permissions, with the e-mail in small letters', async () => {
    const reply = await server.ask(addAdmin, good, me)
    expect(reply.json).toEqual({
      status: '200',
      message: 'Admin created. A one-time password was sent by email.',
    })
    const [admin] = await server.database
      .select()
      .from(admins)
      .where(eq(admins.email, good.email.toLowerCase()))
    expect(admin).toMatchObject({
      name: 'Ada  Obi',
      phoneNumber: '08123456789',
      status: 'active',
      deleted: false,
      roleId: null,
      mustChangePassword: true,
      createdAt: server.clock.now(),
    })
  })

  it('mails where to sign in', async () => {
    await server.ask(addAdmin, good, me)
    expect(server.letters.at(-1)?.text).toContain('Sign in at https://alajo.test\n')
  })

  it('mails a one-time password, which opens the change of it and nothing else', async () => {
    const reply = await server.ask(addAdmin, good, me)
    expect(server.letters).toMatchObject([{ to: good.email, subject: 'Your Alajo password' }])
    const oneTime = mailedPassword()
    expect(reply.text).not.toContain(oneTime)
    const email = good.email.toLowerCase()
    const token = await server.signIn(email, oneTime)
    expect(await server.ask(getAdmins, {}, { token })).toMatchObject({
      http: 403,
      message: 'You do not have permission to do this.',
    })
    expect((await server.ask(calls.agents.getAgentTotal, {}, { token })).message).toBe(
      'Change your one-time password first.',
    )
    const change = { oldPassword: oneTime, newPassword: 'Esusu every Friday' }
    expect((await server.ask(calls.session.changePassword, change, { token })).status).toBe('200')
    expect((await server.ask(calls.agents.getAgentTotal, {}, { token })).status).toBe('200')
  })

  it.each([
    ['an empty name', { name: '  ' }, 'Full Name field cannot be empty.'],
    ['no e-mail address', { email: 'ada@shop' }, 'Enter valid email address'],
    ['ten digits', { phone_number: '0812345678' }, 'Phone number must be exactly 11 digits.'],
  ])('refuses %s', async (_what, change, message) => {
    const reply = await server.ask(addAdmin, { ...good, ...change }, me)
    expect(reply).toMatchObject({ http: 200, status: '100', fields: [message] })
    expect(server.letters).toHaveLength(0)
  })

  it.each([
    ['an admin', {}],
    ['a deleted admin', { deleted: true }],
  ])('refuses the e-mail of %s, in whatever letters', async (_what, options) => {
    const { email } = await server.makeAdmin(options)
    for (const again of [email, email.toUpperCase()]) {
      const reply = await server.ask(addAdmin, { ...good, email: again }, me)
      expect(reply.json).toEqual({ status: '400', message: 'An admin with this email already exists.' })
    }
    expect(server.letters).toHaveLength(0)
  })

  it('of two at the same moment with one e-mail makes one', async () => {
    const replies = await Promise.all([good, good].map((body) => server.ask(addAdmin, body, me)))
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400'])
    expect(server.letters).toHaveLength(1)
  })
})
