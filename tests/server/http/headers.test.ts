import { describe, expect, it } from 'vitest'
import { openServer } from '../support/harness'

const portal = 'https://portal.alajo.test'
const server = await openServer()

describe.each([
  ['a page', 'GET', '/'],
  ['health', 'GET', '/healthz'],
  ['a call', 'POST', '/api/admin/getagents'],
  ['a call that there is not', 'POST', '/api/admin/none'],
] as const)('%s', async (_what, method, url) => {
  const { headers } = await server.inject({ method, url })

  it('carries the headers that keep a browser safe', () => {
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split(';')
        .map((rule) => rule.split(/ (.*)/s).slice(0, 2)),
    )
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self'",
      'connect-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    })
  })

  it('does not tell what serves it, and opens itself to no other site', () => {
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'strict-transport-security'])
      expect(headers).not.toHaveProperty(name)
  })
})

it('a call’s reply is stored nowhere, whatever it says', async () => {
  const { token } = await server.enter('can-view-agent')
  for (const from of [{ token }, {}])
    expect((await server.post('getagents', '{"page":1}', from)).headers['cache-control']).toBe('no-store')
  expect((await server.post('none', '{}')).headers['cache-control']).toBe('no-store')
})

describe('behind TLS, with a portal on another host', async () => {
  const server = await openServer({
    env: { PUBLIC_URL: 'https://api.alajo.test', CORS_ORIGIN: `${portal}/` },
  })
  const me = await server.enter('can-view-agent')
  const ask = (origin: string, headers: Record<string, string> = {}) =>
    server.post('getagents', '{"page":1}', { ...me, headers: { origin, ...headers } })

  it('browsers are told to insist on TLS, and the cookie too', async () => {
    const { headers } = await server.inject({ method: 'GET', url: '/healthz' })
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(headers['set-cookie']).toMatch(/; Secure; SameSite=Strict$/)
  })

  it('that portal may call, with credentials, and read what it needs', async () => {
    expect((await ask(portal)).headers).toMatchObject({
      'access-control-allow-origin': portal,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'retry-after, content-disposition',
      vary: expect.stringContaining('Origin'),
    })
  })

  it('a compressed file varies with the portal and with what it reads', async () => {
    const accountant = await server.enter('can-view-agent', 'can-download-csv-file')
    const headers = { origin: portal, 'accept-encoding': 'br' }
    const reply = await server.post('getagents', '{"page":1,"download":"csv"}', { ...accountant, headers })
    expect(reply.headers).toMatchObject({ vary: 'Origin, accept-encoding', 'content-encoding': 'br' })
  })

  it('its browser may ask beforehand', async () => {
    const headers = { origin: portal, 'access-control-request-method': 'POST' }
    const reply = await server.inject({ method: 'OPTIONS', url: '/api/admin/getagents', headers })
    expect(reply.http).toBe(204)
    expect(String(reply.headers['access-control-allow-headers']).split(', ')).toEqual([
      'content-type',
      'logintoken',
      'authorization',
      'idempotency-key',
      'idempotency-check',
      'x-xsrf-token',
    ])
  })

  it.each(['https://evil.test', `${portal}.evil.test`, 'null', 'http://portal.alajo.test'])(
    '%s may not',
    async (origin) => {
      const reply = await ask(origin)
      for (const name of Object.keys(reply.headers)) expect(name).not.toMatch(/^access-control/)
      expect((await ask(origin, { cookie: 'XSRF-TOKEN=x' })).http).toBe(403)
    },
  )
})
