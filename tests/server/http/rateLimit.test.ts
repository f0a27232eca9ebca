import { afterAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { buildApp } from '#server/http/app'
import { newToken } from '#server/auth/tokens'
import { openServer, type Sender } from '../support/harness'
import { password } from '../support/people'

/** Each test has addresses of its own, so that only its own requests count. */
let networks = 0
const newAddress = () => {
  networks += 1
  return `198.18.${networks}.1`
}
const { getAgentTotal } = calls.agents

describe('at sign-in', async () => {
  const server = await openServer()
  /** Refused at once, and counted all the same: a hundred of them take no time. */
  const knock = (from: Sender, path = 'login') => server.post(path, '{}', from)

  it('an address has 120 requests a minute, and the next is told how long to wait', async () => {
    const address = newAddress()
    for (let round = 0; round < 120; round++) expect((await knock({ address })).http).toBe(422)
    const reply = await knock({ address })
    expect(reply).toMatchObject({ http: 429, status: '400' })
    expect(reply.message).toMatch(/^Too many requests\. Try again in \d+ seconds\.$/)
    const seconds = Number(reply.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect((await knock({ address: newAddress() })).http).toBe(422)
  })

  it('an X-Forwarded-For that nobody vouches for has no effect', async () => {
    const address = newAddress()
    for (let round = 0; round < 120; round++)
      await knock({ address, headers: { 'x-forwarded-for': `203.0.113.${round}` } })
    expect((await knock({ address, headers: { 'x-forwarded-for': '192.0.2.1' } })).http).toBe(429)
  })

  it('an invented token buys no requests', async () => {
    const address = newAddress()
    for (let round = 0; round < 120; round++) await knock({ address, token: newToken() }, 'auth/token')
    expect((await knock({ address, token: newToken() }, 'auth/token')).http).toBe(429)
  })

  it('the office may go on working: other calls count apart', async () => {
    const address = newAddress()
    for (let round = 0; round < 121; round++) await knock({ address })
    const { token } = await server.enter()
    expect((await server.ask(getAgentTotal, {}, { token, address })).http).toBe(200)
  })
})

describe('behind the proxy that TRUST_PROXY names', async () => {
  const limits = { signInsOfAddress: 40 }
  const server = await openServer({ env: { TRUST_PROXY: '127.0.0.1' }, limits })
  const knock = async (forwarded: string, address = '127.0.0.1') =>
    (await server.post('login', '{}', { address, headers: { 'x-forwarded-for': forwarded } })).http

  it('the address it names is the one that counts', async () => {
    for (let round = 0; round < 40; round++) expect(await knock('203.0.113.1')).toBe(422)
    expect(await knock('203.0.113.1')).toBe(429)
    expect(await knock('203.0.113.2')).toBe(422)
  })

  it('what the client itself wrote in front of it does not count', async () => {
    for (let round = 0; round < 40; round++) expect(await knock(`10.0.0.${round}, 203.0.113.3`)).toBe(422)
    expect(await knock('10.9.9.9, 203.0.113.3')).toBe(429)
  })

  it('a client that comes past the proxy is not believed', async () => {
    const address = newAddress()
    for (let round = 0; round < 40; round++) expect(await knock(`203.0.113.${50 + round}`, address)).toBe(422)
    expect(await knock('203.0.113.99', address)).toBe(429)
  })

  it('failed passwords are counted by that address too', async () => {
    const { email } = await server.makeAdmin()
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    for (let round = 0; round < 30; round++)
      await server.stepOne(`guess${round}@alajo.test`, 'wrong', from('203.0.113.200'))
    const refused = await server.stepOne(email, password, from('203.0.113.200'))
    expect(refused.message).toBe('Too many failed sign-ins. Try again in 30 seconds.')
    expect((await server.stepOne(email, password, from('203.0.113.201'))).status).toBe('200')
  })
})

describe('after sign-in', async () => {
  const server = await openServer({ limits: { account: 4, address: 14 } })
  const total = async (token: string, address: string) =>
    (await server.ask(getAgentTotal, {}, { token, address })).http

  it('an account has its number of calls, whatever sessions and addresses it uses', async () => {
    const me = await server.enter()
    const sessions = [me.token, await server.openSession(me.id)]
    for (let round = 0; round < 4; round++)
      expect(await total(sessions[round % 2] ?? '', newAddress())).toBe(200)
    expect(await total(me.token, newAddress())).toBe(429)
    expect(await total(await server.openSession(me.id), newAddress())).toBe(429)
  })

  it('another account at the same address is not slowed down by it', async () => {
    const [me, other] = [await server.enter(), await server.enter()]
    const address = newAddress()
    for (let round = 0; round < 6; round++) await total(me.token, address)
    expect(await total(me.token, address)).toBe(429)
    expect(await total(other.token, address)).toBe(200)
  })

  it('an address has its number of calls, whatever tokens it sends', async () => {
    const address = newAddress()
    for (let round = 0; round < 14; round++) expect(await total(newToken(), address)).toBe(401)
    expect(await total(newToken(), address)).toBe(429)
    expect(await total((await server.enter()).token, address)).toBe(429)
    expect(await total((await server.enter()).token, newAddress())).toBe(200)
  })

  it('another spelling of the address buys no calls', async () => {
    const address = newAddress()
    const ask = () =>
      server.inject({ method: 'POST', url: '/%61pi/admin/getagents', payload: {}, remoteAddress: address })
    for (let round = 0; round < 14; round++) expect((await ask()).http).toBe(401)
    expect((await ask()).http).toBe(429)
  })

  it('a request too many changes nothing and is logged once', async () => {
    const { token } = await server.enter('can-view-agent')
    const address = newAddress()
    for (let round = 0; round < 4; round++) await total(token, address)
    server.log.length = 0
    const before = await server.checksums()
    expect(await total(token, address)).toBe(429)
    expect(await server.checksums()).toEqual(before)
    expect(server.log).toMatchObject([{ msg: 'call', http: 429, problem: 'busy' }])
  })

  it('health is asked as often as one likes', async () => {
    for (let round = 0; round < 30; round++)
      expect((await server.inject({ method: 'GET', url: '/healthz' })).http).toBe(200)
  })
})

describe('RATE_LIMIT_SIGN_IN', async () => {
  const server = await openServer({ env: { RATE_LIMIT_SIGN_IN: '3' } })
  const knock = async (app = server.app) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/admin/login',
        payload: {},
        remoteAddress: '198.18.250.1',
      })
    ).statusCode

  it('is what an address has on each server: servers count for themselves, as the README says', async () => {
    const other = await buildApp(server.services)
    afterAll(() => other.close())
    for (const app of [server.app, other]) {
      for (let round = 0; round < 3; round++) expect(await knock(app)).toBe(422)
      expect(await knock(app)).toBe(429)
    }
  })
})
