import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealBody } from '#transport/bodyCipher'
import { openDatabase } from '#server/db/database'
import { seedBaseData } from '#server/seedBaseData'
import { adminActivity } from '#server/db/tables/schema'
import { issueConsoleCode } from '#server/auth/signIns'
import { openServer } from '../support/harness'
import { password, peopleOf } from '../support/people'
import { addressOf, startProcess, startServer } from '../support/processes'
import { emptyDatabase } from '../support/testDatabase'
import { sentences } from '../../sentences'

describe('npm run sign-in-token', async () => {
  const place = await emptyDatabase()
  afterAll(() => place.drop())
  const where = { DATA_DIR: place.dataDir, DATABASE_URL: place.url }
  const issue = async (...args: string[]) => {
    const command = startProcess('signInToken', where, ['sign-in-token', ...args])
    return { code: await command.ended, ...command.output }
  }
  let admin: { id: number; email: string }
  beforeAll(async () => {
    const opened = await openDatabase(place)
    await seedBaseData(opened.database)
    admin = await peopleOf(opened.database, () => new Date()).makeAdmin({ role: 'SuperAdmin' })
    await opened.close()
  })

  it('opens the portal while no mail can be sent, with the password and once, and is logged', async () => {
    const issued = await issue(admin.email.toUpperCase())
    expect(issued).toMatchObject({ code: 0, err: '' })
    const token = /: (\d{16})\n/.exec(issued.out)?.[1] ?? ''
    // A mail server that is not there.
    const server = startServer({ ...where, SMTP_URL: 'smtp://127.0.0.1:1' })
    const url = await addressOf(server)
    const send = async (path: string, body: object, loginToken = '') => {
      const reply = await fetch(`${url}/api/admin/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(loginToken && { logintoken: loginToken }) },
        body: JSON.stringify(sealBody(body)),
      })
      return (await reply.json()) as {
        status: string
        message: string
        data: { rec: { login_token: string } }
      }
    }
    const wrong = await send('login', { email: admin.email, password: 'not the password' })
    expect(wrong.message).toBe(sentences.invalidSignIn)
    const first = await send('login', { email: admin.email, password })
    expect(first.message).toBe('Enter the token that the server’s console shows.')
    const second = await send('auth/token', { token }, first.data.rec.login_token)
    expect(second.status).toBe('200')

    const again = await send('login', { email: admin.email, password })
    expect(again.message).toBe(
      'The token could not be sent. Try again in a minute or ask your administrator.',
    )
    // A probe of a busy machine may be late.
    await expect
      .poll(async () => (await fetch(`${url}/readyz`)).json())
      .toEqual({ ok: true, mail: 'failing' })
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.output.out).toContain('"msg":"mail can not be sent"')
    expect(server.output.out).not.toContain(admin.email)

    const { database, close } = await openDatabase(place)
    const rows = await database
      .select({ adminId: adminActivity.adminId, description: adminActivity.description })
      .from(adminActivity)
      .where(eq(adminActivity.action, 'commands.signInToken'))
    await close()
    expect(rows).toEqual([{ adminId: admin.id, description: `Issued a sign-in token for admin ${admin.id}` }])
  })

  it.each([
    ['no e-mail', [], /^Whose token\? /],
    ['an e-mail that nobody has', ['stranger@alajo.test'], /^There is no active admin with the email/],
  ])('refuses %s in one line', async (_what, args, words) => {
    const { code, out, err } = await issue(...args)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(words)
    expect(err.trimEnd()).not.toContain('\n')
  })
})

describe('a token of the console', async () => {
  const server = await openServer()
  async function begin() {
    const admin = await server.makeAdmin()
    const code = await issueConsoleCode(server.database, admin.id, server.clock.now())
    const stepOne = async () => (await server.stepOne(admin.email, password)).output().data.rec.login_token
    return { admin, code, stepOne }
  }

  it('stays valid through a second step one, and no mail is sent', async () => {
    const { admin, code, stepOne } = await begin()
    const first = await stepOne()
    const second = await stepOne()
    expect((await server.stepTwo(first, code)).http).toBe(401)
    expect((await server.stepTwo(second, code)).status).toBe('200')
    expect(server.codesFor(admin.email)).toEqual([])
  })

  it('allows five tries in all', async () => {
    const { code, stepOne } = await begin()
    for (let round = 0; round < 3; round++) await server.stepTwo(await stepOne(), '0000000000000000')
    server.clock.pass(2)
    const loginToken = await stepOne()
    for (let round = 0; round < 2; round++) await server.stepTwo(loginToken, '0000000000000000')
    expect((await server.stepTwo(loginToken, code)).http).toBe(401)
  })

  it('is valid for ten minutes; after that step one sends mail', async () => {
    const { admin, code, stepOne } = await begin()
    server.clock.pass(10.001)
    expect((await server.stepTwo(await stepOne(), code)).message).toBe(sentences.invalidToken)
    expect(server.codesFor(admin.email)).toHaveLength(1)
  })

  it('of one admin is rejected for another', async () => {
    const [mine, other] = [await begin(), await begin()]
    expect((await server.stepTwo(await other.stepOne(), mine.code)).message).toBe(sentences.invalidToken)
  })
})
