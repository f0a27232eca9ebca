import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/index'
import { admins } from '#server/db/tables/schema'
import { openServer } from '../support/harness'
import { sentences } from '../../sentences'

const server = await openServer()
const { addAdmin, getAdmins, getAdminsWithPhone } = calls.admins
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
  good = { name: ' Ada  Obi ', email: `Ada.Obi${bodies}@Shop.test`, phone_number: `0812345${6000 + bodies}` }
})

describe('creating an admin', () => {
  it('creates one without role and permissions, with the e-mail in lower case', async () => {
    const reply = await server.ask(addAdmin, good, me)
    expect(reply.json).toEqual({
      status: '200',
      message: sentences.adminCreated,
    })
    const [admin] = await server.database
      .select()
      .from(admins)
      .where(eq(admins.email, good.email.toLowerCase()))
    expect(admin).toMatchObject({
      name: 'Ada Obi',
      phoneNumber: good.phone_number,
      status: 'active',
      deleted: false,
      roleId: null,
      mustChangePassword: true,
      createdAt: server.clock.now(),
    })
  })

  it('warns in its reply when another admin has the phone number, by name for those who may see admins', async () => {
    await server.ask(addAdmin, good, me)
    const again = { ...good, email: `second.${good.email}` }
    const done = sentences.adminCreated
    const asked = { with_phone: good.phone_number }
    const seen = await server.ask(getAdminsWithPhone, asked, me)
    expect(seen.output().data).toEqual({ count: 1, names: ['Ada Obi'] })
    expect((await server.ask(addAdmin, again, me)).message).toBe(`${done} Ada Obi has this phone number too.`)

    const clerk = await server.enter('can-create-admin', 'can-edit-admin')
    const hidden = await server.ask(getAdminsWithPhone, asked, clerk)
    expect(hidden.output().data).toEqual({ count: 2, names: [] })
    const third = { ...good, email: `third.${good.email}` }
    expect((await server.ask(addAdmin, third, clerk)).message).toBe(
      `${done} Another admin has this phone number too.`,
    )
    const { id } = await server.makeAdmin()
    const update = { admin_id: id, phone_number: good.phone_number }
    expect((await server.ask(calls.admins.updateAdmin, update, clerk)).message).toBe(
      'Admin updated successfully. Another admin has this phone number too.',
    )
    const own = await server.ask(getAdminsWithPhone, { ...asked, admin_id: id }, me)
    expect(own.output().data.count).toBe(3)
  })

  it('mails where to sign in', async () => {
    await server.ask(addAdmin, good, me)
    expect(server.letters.at(-1)?.text).toContain('Sign in at https://alajo.test\n')
  })

  it('mails no address where none is configured', async () => {
    const { signInUrl } = server.services
    onTestFinished(() => {
      server.services.signInUrl = signInUrl
    })
    server.services.signInUrl = undefined
    await server.ask(addAdmin, good, me)
    expect(server.letters.at(-1)?.text).toBe(
      `Your one-time password is ${mailedPassword()}\n\nYou will choose your own when you first sign in with it.\n`,
    )
  })

  it('mails a one-time password, which allows nothing but to change it', async () => {
    const reply = await server.ask(addAdmin, good, me)
    expect(server.letters).toMatchObject([{ to: good.email, subject: 'Your Alajo password' }])
    const oneTime = mailedPassword()
    expect(reply.text).not.toContain(oneTime)
    const email = good.email.toLowerCase()
    const token = await server.signIn(email, oneTime)
    expect(await server.ask(getAdmins, {}, { token })).toMatchObject({
      http: 403,
      message: sentences.noPermission,
    })
    expect((await server.ask(calls.agents.getAgentTotal, {}, { token })).message).toBe(
      sentences.changePasswordFirst,
    )
    const change = { oldPassword: oneTime, newPassword: 'Esusu every Friday' }
    expect((await server.ask(calls.session.changePassword, change, { token })).status).toBe('200')
    expect((await server.ask(calls.agents.getAgentTotal, {}, { token })).status).toBe('200')
  })

  it.each([
    ['an empty name', { name: '  ' }, sentences.fullNameEmpty],
    ['no e-mail address', { email: 'ada@shop' }, 'Enter valid email address'],
    ['ten digits', { phone_number: '0812345678' }, sentences.phoneDigits],
  ])('refuses %s', async (_what, change, message) => {
    const reply = await server.ask(addAdmin, { ...good, ...change }, me)
    expect(reply).toMatchObject({ http: 200, status: '100', fields: [message] })
    expect(server.letters).toHaveLength(0)
  })

  it.each([
    ['an admin', {}],
    ['a deleted admin', { deleted: true }],
  ])('refuses the e-mail of %s, ignoring case', async (_what, options) => {
    const { email } = await server.makeAdmin(options)
    for (const again of [email, email.toUpperCase()]) {
      const reply = await server.ask(addAdmin, { ...good, email: again }, me)
      expect(reply.json).toEqual({ status: '400', message: sentences.adminEmailTaken })
    }
    expect(server.letters).toHaveLength(0)
  })

  it('creates one admin for two simultaneous calls with one e-mail', async () => {
    const replies = await Promise.all([good, good].map((body) => server.ask(addAdmin, body, me)))
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400'])
    expect(server.letters).toHaveLength(1)
  })
})
