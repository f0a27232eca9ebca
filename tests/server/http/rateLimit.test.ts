import { describe, expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/index'
import { buildApp } from '#server/http/app'
import { newToken } from '#server/auth/tokens'
import { sentences } from '../../sentences'
import { openServer, type Sender } from '../support/harness'
import { password } from '../support/people'

/** Each server counts its share (process/liveServers.test.ts). */
const counting = { nodes: 1 }

/** A new address for each test, so that only its own requests count. */
let networks = 0
const newAddress = () => {
  networks += 1
  return `198.18.${networks}.1`
}
const { getAgentTotal } = calls.agents

describe('at sign-in', async () => {
  const server = await openServer(counting)
  /** An invalid sign-in: cheap to refuse, and counted all the same. */
  const tryToSignIn = (from: Sender, path = 'login') => server.post(path, '{}', from)

  it('an address has 120 requests a minute; the next gets a Retry-After', async () => {
    const address = newAddress()
    for (let round = 0; round < 120; round++) expect((await tryToSignIn({ address })).http).toBe(422)
    const reply = await tryToSignIn({ address })
    expect(reply).toMatchObject({ http: 429, status: '400' })
    expect(reply.message).toMatch(/^Too many requests\. Try again in \d+ seconds\.$/)
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f]{10}$/)
    const seconds = Number(reply.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect((await tryToSignIn({ address: newAddress() })).http).toBe(422)
  })

  it('an X-Forwarded-For without a trusted proxy has no effect', async () => {
    const address = newAddress()
    for (let round = 0; round < 120; round++)
      await tryToSignIn({ address, headers: { 'x-forwarded-for': `203.0.113.${round}` } })
    expect((await tryToSignIn({ address, headers: { 'x-forwarded-for': '192.0.2.1' } })).http).toBe(429)
  })

  it('unknown tokens are limited by address', async () => {
    const address = newAddress()
    for (let round = 0; round < 120; round++) await tryToSignIn({ address, token: newToken() }, 'auth/token')
    expect((await tryToSignIn({ address, token: newToken() }, 'auth/token')).http).toBe(429)
  })

  it('calls after sign-in are counted separately', async () => {
    const address = newAddress()
    for (let round = 0; round < 121; round++) await tryToSignIn({ address })
    const { token } = await server.enter()
    expect((await server.ask(getAgentTotal, {}, { token, address })).http).toBe(200)
  })
})

describe('behind the proxy that TRUST_PROXY names', async () => {
  const limits = { signInsOfAddress: 40 }
  const server = await openServer({ ...counting, env: { TRUST_PROXY: '127.0.0.1' }, limits })
  const tryToSignIn = async (forwarded: string, address = '127.0.0.1') =>
    (await server.post('login', '{}', { address, headers: { 'x-forwarded-for': forwarded } })).http

  it('requests are counted for the forwarded address', async () => {
    for (let round = 0; round < 40; round++) expect(await tryToSignIn('203.0.113.1')).toBe(422)
    expect(await tryToSignIn('203.0.113.1')).toBe(429)
    expect(await tryToSignIn('203.0.113.2')).toBe(422)
  })

  it('addresses that the client put in front are ignored', async () => {
    for (let round = 0; round < 40; round++)
      expect(await tryToSignIn(`10.0.0.${round}, 203.0.113.3`)).toBe(422)
    expect(await tryToSignIn('10.9.9.9, 203.0.113.3')).toBe(429)
  })

  it('a client that bypasses the proxy is counted by its own address', async () => {
    const address = newAddress()
    for (let round = 0; round < 40; round++)
      expect(await tryToSignIn(`203.0.113.${50 + round}`, address)).toBe(422)
    expect(await tryToSignIn('203.0.113.99', address)).toBe(429)
  })

  it('failed passwords are counted for the forwarded address too', async () => {
    const { email } = await server.makeAdmin()
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    for (let round = 0; round < 30; round++)
      await server.stepOne(`guess${round}@alajo.test`, 'wrong', from('203.0.113.200'))
    const refused = await server.stepOne(email, password, from('203.0.113.200'))
    expect(refused.message).toBe(sentences.tooManySignIns)
    expect((await server.stepOne(email, password, from('203.0.113.201'))).status).toBe('200')
  })
})

describe('after sign-in', async () => {
  const server = await openServer({ ...counting, limits: { account: 4, address: 14 } })
  const total = async (token: string, address: string) =>
    (await server.ask(getAgentTotal, {}, { token, address })).http

  it('an account is limited across its sessions and addresses', async () => {
    const me = await server.enter()
    const sessions = [me.token, await server.openSession(me.id)]
    for (let round = 0; round < 4; round++)
      expect(await total(sessions[round % 2] ?? '', newAddress())).toBe(200)
    expect(await total(me.token, newAddress())).toBe(429)
    expect(await total(await server.openSession(me.id), newAddress())).toBe(429)
  })

  it('another account at the same address is not limited by it', async () => {
    const [me, other] = [await server.enter(), await server.enter()]
    const address = newAddress()
    for (let round = 0; round < 6; round++) await total(me.token, address)
    expect(await total(me.token, address)).toBe(429)
    expect(await total(other.token, address)).toBe(200)
  })

  it('an address is limited across its tokens', async () => {
    const address = newAddress()
    for (let round = 0; round < 14; round++) expect(await total(newToken(), address)).toBe(401)
    expect(await total(newToken(), address)).toBe(429)
    expect(await total((await server.enter()).token, address)).toBe(429)
    expect(await total((await server.enter()).token, newAddress())).toBe(200)
  })

  it('a percent-encoded path is limited as well', async () => {
    const address = newAddress()
    const ask = () =>
      server.inject({ method: 'POST', url: '/%61pi/admin/getagents', payload: {}, remoteAddress: address })
    for (let round = 0; round < 14; round++) expect((await ask()).http).toBe(401)
    expect((await ask()).http).toBe(429)
  })

  it('a limited request changes nothing and is logged once', async () => {
    const { token } = await server.enter('can-view-agent')
    const address = newAddress()
    for (let round = 0; round < 4; round++) await total(token, address)
    server.log.length = 0
    const before = await server.checksums()
    expect(await total(token, address)).toBe(429)
    expect(await server.checksums()).toEqual(before)
    expect(server.log).toMatchObject([{ msg: 'call', http: 429, problem: 'busy' }])
  })

  it('health is not limited', async () => {
    for (let round = 0; round < 30; round++)
      expect((await server.inject({ method: 'GET', url: '/healthz' })).http).toBe(200)
  })
})

describe('RATE_LIMIT_SIGN_IN', async () => {
  const server = await openServer({ ...counting, env: { RATE_LIMIT_SIGN_IN: '3' } })
  const tryToSignIn = async (app = server.app) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/admin/login',
        payload: {},
        remoteAddress: '198.18.250.1',
      })
    ).statusCode

  it('is what an address has on all servers together', async () => {
    const other = await buildApp(server.services)
    server.services.liveServers = () => 3
    onTestFinished(() => other.close())
    for (const app of [server.app, other]) {
      expect(await tryToSignIn(app)).toBe(422)
      expect(await tryToSignIn(app)).toBe(429)
    }
    // A server that is left alone lets through what the others would have.
    server.services.liveServers = () => 1
    expect(await tryToSignIn(other)).toBe(422)
    expect(await tryToSignIn(other)).toBe(429)
  })

  it('lets something through however many servers there are', async () => {
    server.services.liveServers = () => 10
    const more = await buildApp(server.services)
    onTestFinished(() => more.close())
    expect(await tryToSignIn(more)).toBe(422)
    expect(await tryToSignIn(more)).toBe(429)
  })
})
