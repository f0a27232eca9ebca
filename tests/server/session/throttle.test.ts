import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sealBody } from '#transport/bodyCipher'
import { buildApp } from '#server/http/app'
import { takeAttempt } from '#server/auth/throttle'
import { signInThrottles } from '#server/db/tables/schema'
import { type Answer, openServer } from '../support/harness'
import { password } from '../support/people'
import { sentences } from '../../sentences'

const server = await openServer()

let email: string
let network = 0
let from: { address: string }
beforeEach(async () => {
  email = (await server.makeAdmin()).email
  // A new address for each test, so that only the account's count matters.
  network += 1
  from = { address: `198.51.100.${network}` }
})

const fail = (account = email, sender = from) => server.stepOne(account, 'a wrong password', sender)
const waitOf = (reply: Answer) => Number(reply.headers['retry-after'])
const waitSeconds = (seconds: number) => server.clock.pass(seconds / 60)

describe.each(['an account that exists', 'an account that does not'])('%s', (which) => {
  const account = () => (which === 'an account that exists' ? email : `no-${email}`)

  it('waits 30 s after three failures, then twice as long each time, and an hour after ten', async () => {
    const wrong = { status: '400', message: sentences.invalidSignIn }
    for (let failures = 1; failures <= 2; failures++) expect((await fail(account())).json).toEqual(wrong)
    const waits = []
    for (let failures = 3; failures <= 10; failures++) {
      expect((await fail(account())).json).toEqual(wrong)
      const next = await fail(account())
      expect(next).toMatchObject({ http: 429, status: '400' })
      waits.push(waitOf(next))
      waitSeconds(waitOf(next))
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600])
  })
})

it('returns the wait in header and message', async () => {
  for (let round = 0; round < 3; round++) await fail()
  const reply = await fail()
  expect(reply.headers['retry-after']).toBe('30')
  expect(reply.message).toBe(sentences.tooManySignIns)
  waitSeconds(30)
  for (let round = 0; round < 2; round++) {
    await fail()
    waitSeconds(60)
  }
  waitSeconds(-60)
  expect((await fail()).message).toBe('Too many failed sign-ins. Try again in 2 minutes.')
})

it('a locked account refuses the right password too, until the hour is over', async () => {
  for (let failures = 0; failures < 10; failures++) {
    await fail()
    waitSeconds(2000)
  }
  waitSeconds(-2000)
  expect(await server.stepOne(email, password, from)).toMatchObject({ http: 429, status: '400' })
  expect(server.codesFor(email)).toHaveLength(0)
  server.clock.pass(60.1)
  expect((await server.stepOne(email, password, from)).status).toBe('200')
})

it('throttled tries are not counted', async () => {
  for (let round = 0; round < 3; round++) await fail()
  for (let round = 0; round < 20; round++) expect((await fail()).http).toBe(429)
  waitSeconds(30)
  expect((await fail()).http).toBe(200)
  expect(waitOf(await fail())).toBe(60)
})

it.each([
  ['three', 3, 30],
  ['ten', 10, 3600],
] as const)(
  'after %s failures with a clock 40 days ahead, the right clock waits at most as long as they say',
  async (_, failures, most) => {
    server.clock.rewindAfterTest()
    const days = 40 * 24 * 60
    server.clock.pass(days)
    for (let failure = 1; failure <= failures; failure++) {
      expect((await fail()).http).toBe(200)
      if (failure < failures) waitSeconds(2000)
    }
    server.clock.pass(-days - ((failures - 1) * 2000) / 60)
    const refused = await server.stepOne(email, password, from)
    expect(refused.http).toBe(429)
    expect(waitOf(refused)).toBeLessThanOrEqual(most)
    waitSeconds(waitOf(refused))
    expect((await server.stepOne(email, password, from)).status).toBe('200')
  },
)

it('accepts a right password at a server whose clock is 20 s behind that of the last one', async () => {
  server.clock.rewindAfterTest()
  expect((await fail()).http).toBe(200)
  waitSeconds(-20)
  expect((await server.stepOne(email, password, from)).status).toBe('200')
})

it('a completed sign-in resets the count, a right password alone does not', async () => {
  await fail()
  await fail()
  const { rec } = (await server.stepOne(email, password, from)).output().data
  expect((await fail()).http).toBe(200)
  expect(waitOf(await fail())).toBe(30)
  await server.stepTwo(rec.login_token, server.codesFor(email).at(-1) ?? '')
  for (let round = 0; round < 3; round++) expect((await fail()).http).toBe(200)
  expect(waitOf(await fail())).toBe(30)
})

it('an hour without failures resets the count', async () => {
  for (let round = 0; round < 3; round++) await fail()
  server.clock.pass(61)
  for (let round = 0; round < 3; round++) expect((await fail()).http).toBe(200)
  expect(waitOf(await fail())).toBe(30)
})

it('simultaneous wrong passwords are throttled as well', async () => {
  const replies = await Promise.all(Array.from({ length: 25 }, () => fail()))
  expect(replies.filter(({ http }) => http === 200)).toHaveLength(3)
  expect(replies.filter(({ http }) => http === 429)).toHaveLength(22)
})

it('simultaneous right passwords are not counted', async () => {
  await Promise.all(Array.from({ length: 2 }, () => server.stepOne(email, password, from)))
  for (let round = 0; round < 3; round++) expect((await fail()).http).toBe(200)
})

it('attempts from one address that overlap by milliseconds block none of them', async () => {
  const now = server.clock.now().getTime()
  const attempts = Array.from({ length: 12 }, (_, at) =>
    takeAttempt(server.database, `overlap-${at}-${email}`, from.address, new Date(now - at)),
  )
  expect(await Promise.all(attempts)).toHaveLength(12)
})

it('wrong codes count as well', async () => {
  const { rec } = (await server.stepOne(email, password, from)).output().data
  for (let round = 0; round < 3; round++) await server.stepTwo(rec.login_token, 'wrong')
  expect(await server.stepOne(email, password, from)).toMatchObject({ http: 429, status: '400' })
})

describe('an address', () => {
  it('waits after thirty failures on any accounts; other addresses do not', async () => {
    for (let round = 0; round < 30; round++) expect((await fail(`guess${round}@alajo.test`)).http).toBe(200)
    expect(waitOf(await fail('one-more@alajo.test'))).toBe(30)
    expect((await server.stepOne(email, password, from)).http).toBe(429)
    expect((await server.stepOne(email, password, { address: '203.0.113.9' })).status).toBe('200')
  })

  it('is a /64 network for IPv6', async () => {
    for (let round = 0; round < 30; round++)
      await fail(`six${round}@alajo.test`, { address: `2001:db8:1:2::${round}` })
    expect((await fail('six@alajo.test', { address: '2001:db8:1:2:ffff::1' })).http).toBe(429)
    expect((await fail('six@alajo.test', { address: '2001:db8:1:3::1' })).http).toBe(200)
  })
})

it('counts across all servers of one database', async () => {
  const other = await buildApp(server.services)
  afterAll(() => other.close())
  const failThere = async () => {
    const reply = await other.inject({
      method: 'POST',
      url: '/api/admin/login',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(sealBody({ email, password: 'a wrong password' })),
      remoteAddress: '198.51.100.250',
    })
    return reply.statusCode
  }
  expect([(await fail()).http, await failThere(), (await fail()).http]).toEqual([200, 200, 200])
  expect([await failThere(), (await fail()).http]).toEqual([429, 429])
})

it('stores no e-mail and no address in plain text', async () => {
  await fail()
  const stored = JSON.stringify(await server.database.select().from(signInThrottles))
  expect(stored).not.toContain(email)
  expect(stored).not.toContain(from.address)
})
