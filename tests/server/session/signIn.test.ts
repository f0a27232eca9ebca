import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/index'
import { admins, sessions, signIns } from '#server/db/tables/schema'
import { openServer } from '../support/harness'
import { password } from '../support/people'
import { sentences } from '../../sentences'

const server = await openServer({ env: { BUSINESS_NAME: 'Ayo & Sons' } })
const { getSingleAdminPermission } = calls.session

let admin: Awaited<ReturnType<typeof server.makeAdmin>>
beforeEach(async () => {
  admin = await server.makeAdmin({ role: 'Supervisor' })
  server.letters.length = 0
  // An hour later the throttle has forgotten the failures of the test before.
  server.clock.pass(61)
})

/** Makes step one and returns the mailed code. */
async function begin() {
  const { rec } = (await server.stepOne(admin.email, password)).output().data
  return { loginToken: rec.login_token, code: server.codesFor(admin.email).at(-1) ?? '' }
}
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')

describe('step one', () => {
  it('returns a login token and the role, and not the mailed token', async () => {
    const reply = await server.stepOne(admin.email, password)
    expect(reply).toMatchObject({ http: 200, status: '200', message: sentences.tokenSent })
    const { rec } = reply.output().data
    expect(rec).toMatchObject({ id: admin.id, role: 'Supervisor', email_token: null })
    expect(rec.login_token).toMatch(/^[\w-]{43}$/)
    expect(reply.text).not.toContain(server.codesFor(admin.email)[0])
  })

  it('mails one letter with six digits to that address', async () => {
    await server.stepOne(admin.email, password)
    expect(server.letters).toHaveLength(1)
    expect(server.letters[0]).toMatchObject({ to: admin.email, subject: 'Your Alajo sign-in token' })
    expect(server.codesFor(admin.email)).toEqual([expect.stringMatching(/^\d{6}$/)])
  })

  it('shows the token on the console of a demo, and of no other server', async () => {
    const shown: string[][] = []
    const { config } = server.services
    onTestFinished(() => {
      config.demo = false
      delete server.services.onDemoCode
    })
    server.services.onDemoCode = (...one) => void shown.push(one)
    await begin()
    expect(shown).toEqual([])
    config.demo = true
    const { code } = await begin()
    expect(shown).toEqual([[admin.email, code]])
  })

  it('accepts the e-mail in upper case', async () => {
    expect((await server.stepOne(admin.email.toUpperCase(), password)).status).toBe('200')
  })

  it.each([
    ['an unknown e-mail', () => ['stranger@alajo.test', password]],
    ['a wrong password', () => [admin.email, `${password}!`]],
    ['a password in another case', () => [admin.email, password.toUpperCase()]],
  ])('gives the same reply to %s and mails nothing', async (_what, credentials) => {
    const [email = '', given = ''] = credentials()
    const reply = await server.stepOne(email, given)
    expect(reply.http).toBe(200)
    expect(reply.json).toEqual({ status: '400', message: sentences.invalidSignIn })
    expect(server.letters).toHaveLength(0)
  })

  it('gives the same reply to a deleted account', async () => {
    await server.database.update(admins).set({ deleted: true }).where(eq(admins.id, admin.id))
    const reply = await server.stepOne(admin.email, password)
    expect(reply.json).toEqual({ status: '400', message: sentences.invalidSignIn })
  })

  it('stores neither token nor code in plain text', async () => {
    const { loginToken, code } = await begin()
    const stored = JSON.stringify(await server.database.select().from(signIns))
    expect(stored).not.toContain(loginToken)
    expect(stored).not.toContain(code)
  })
})

describe('step two', () => {
  it('opens a session', async () => {
    const { loginToken, code } = await begin()
    const reply = await server.stepTwo(loginToken, code)
    expect(reply).toMatchObject({ http: 200, status: '200' })
    const { rec } = reply.output().data
    expect(rec).toMatchObject({ id: admin.id, name: admin.name, email: admin.email, role: 'Supervisor' })
    expect(rec.must_change_password).toBe(false)
    expect(rec.business).toBe('Ayo & Sons')
    const mine = await server.ask(
      getSingleAdminPermission,
      { admin_id: admin.id },
      { token: rec.login_token },
    )
    expect(mine.status).toBe('200')
    const stored = JSON.stringify(await server.database.select().from(sessions))
    expect(stored).not.toContain(rec.login_token)
  })

  it('reports a one-time password', async () => {
    await server.database.update(admins).set({ mustChangePassword: true }).where(eq(admins.id, admin.id))
    const { loginToken, code } = await begin()
    const { rec } = (await server.stepTwo(loginToken, code)).output().data
    expect(rec.must_change_password).toBe(true)
  })

  it('accepts the code with blanks around it', async () => {
    const { loginToken, code } = await begin()
    expect((await server.stepTwo(loginToken, ` ${code} `)).status).toBe('200')
  })

  it('accepts a code once', async () => {
    const { loginToken, code } = await begin()
    expect((await server.stepTwo(loginToken, code)).status).toBe('200')
    expect((await server.stepTwo(loginToken, code)).http).toBe(401)
  })

  it('accepts a code once when it is sent twice simultaneously', async () => {
    const { loginToken, code } = await begin()
    const both = await Promise.all([server.stepTwo(loginToken, code), server.stepTwo(loginToken, code)])
    const codes = both.map(({ http }) => http)
    expect(codes.includes(200) && codes.includes(401)).toBe(true)
  })

  it('accepts a code for ten minutes', async () => {
    const first = await begin()
    server.clock.pass(10)
    expect((await server.stepTwo(first.loginToken, first.code)).status).toBe('200')
    const second = await begin()
    server.clock.pass(10.001)
    expect((await server.stepTwo(second.loginToken, second.code)).http).toBe(401)
  })

  it('allows five tries', async () => {
    const { loginToken, code } = await begin()
    const replies = []
    for (let round = 0; round < 5; round++) {
      const { http, message } = await server.stepTwo(loginToken, wrongCode(code))
      replies.push({ http, message })
    }
    expect(replies).toEqual([
      { http: 200, message: sentences.invalidToken },
      { http: 200, message: 'Invalid token. 3 tries left.' },
      { http: 200, message: 'Invalid token. 2 tries left.' },
      { http: 200, message: 'Invalid token. 1 try left.' },
      { http: 401, message: sentences.expiredToken },
    ])
    expect((await server.stepTwo(loginToken, code)).http).toBe(401)
  })

  it('allows five simultaneous tries', async () => {
    const { loginToken, code } = await begin()
    const tries = Array.from({ length: 12 }, () => server.stepTwo(loginToken, wrongCode(code)))
    const replies = await Promise.all(tries)
    expect(replies.filter(({ http }) => http === 200)).toHaveLength(4)
    expect(replies.filter(({ http }) => http === 401)).toHaveLength(8)
  })

  it('accepts a right fifth try', async () => {
    const { loginToken, code } = await begin()
    for (let round = 0; round < 4; round++) await server.stepTwo(loginToken, wrongCode(code))
    expect((await server.stepTwo(loginToken, code)).status).toBe('200')
  })

  it('accepts only the code of the newest step one', async () => {
    const old = await begin()
    const fresh = await begin()
    expect((await server.stepTwo(old.loginToken, old.code)).http).toBe(401)
    expect((await server.stepTwo(old.loginToken, fresh.code)).http).toBe(401)
    expect((await server.stepTwo(fresh.loginToken, fresh.code)).status).toBe('200')
  })

  it('rejects the code of another admin', async () => {
    const mine = await begin()
    const other = await server.makeAdmin()
    const { rec } = (await server.stepOne(other.email, password)).output().data
    expect((await server.stepTwo(rec.login_token, mine.code)).message).toBe(sentences.invalidToken)
  })

  it('rejects an admin who was deactivated after step one', async () => {
    const { loginToken, code } = await begin()
    await server.database.update(admins).set({ status: 'inactive' }).where(eq(admins.id, admin.id))
    expect((await server.stepTwo(loginToken, code)).http).toBe(401)
  })
})
