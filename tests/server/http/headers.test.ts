import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openServer } from '../support/harness'

const portal = 'https://portal.alajo.test'
const server = await openServer()

describe.each([
  ['a page', 'GET', '/'],
  ['health', 'GET', '/healthz'],
  ['a call', 'POST', '/api/admin/getagents'],
  ['an unknown call', 'POST', '/api/admin/none'],
] as const)('%s', async (_what, method, url) => {
  const { headers } = await server.inject({ method, url })

  it('has the security headers', () => {
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

  it('reveals no software and allows no other origin', () => {
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'strict-transport-security'])
      expect(headers).not.toHaveProperty(name)
  })
})

it('a page allows its own inline script, by its hash, and no other', async () => {
  const portalFolder = await mkdtemp(path.join(tmpdir(), 'portal-'))
  onTestFinished(() => rm(portalFolder, { recursive: true }))
  const script = "document.title = 'A\\nB'"
  for (const name of ['index.html', 'app.html'])
    await writeFile(
      path.join(portalFolder, name),
      `<script>${script}</script><script src="/assets/a.js"></script>`,
    )
  await writeFile(path.join(portalFolder, 'a.txt'), script)
  const { inject } = await openServer({ portalFolder })
  const policyAt = async (url: string) => {
    const { headers } = await inject({ method: 'GET', url, headers: { accept: 'text/html' } })
    return /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
  }
  const hash = createHash('sha256').update(script).digest('base64')
  for (const url of ['/', '/index.html', '/app.html', '/agents/list'])
    expect(await policyAt(url)).toBe(`'self' 'sha256-${hash}'`)
  for (const url of ['/a.txt', '/healthz', '/api/none']) expect(await policyAt(url)).toBe("'self'")
})

it('every reply of a call is sent with no-store', async () => {
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

  it('sets HSTS and a Secure cookie', async () => {
    const { headers } = await server.inject({ method: 'GET', url: '/healthz' })
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(headers['set-cookie']).toMatch(/; Secure; SameSite=Strict$/)
  })

  it('allows that portal to call with credentials', async () => {
    expect((await ask(portal)).headers).toMatchObject({
      'access-control-allow-origin': portal,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers':
        'age, date, retry-after, content-disposition, x-request-id, x-call-id, unencoded-digest',
      vary: expect.stringContaining('Origin'),
    })
  })

  it('varies a compressed file by origin and encoding', async () => {
    const accountant = await server.enter('can-view-agent', 'can-download-csv-file')
    const headers = { origin: portal, 'accept-encoding': 'br' }
    const reply = await server.post('getagents', '{"page":1,"download":"csv"}', { ...accountant, headers })
    expect(reply.headers).toMatchObject({ vary: 'Origin, accept-encoding', 'content-encoding': 'br' })
  })

  it('answers its preflight request', async () => {
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
      'content-digest',
      'x-call-id',
    ])
  })

  it.each(['https://evil.test', `${portal}.evil.test`, 'null', 'http://portal.alajo.test'])(
    'does not allow %s',
    async (origin) => {
      const reply = await ask(origin)
      for (const name of Object.keys(reply.headers)) expect(name).not.toMatch(/^access-control/)
      expect((await ask(origin, { cookie: 'XSRF-TOKEN=x' })).http).toBe(403)
    },
  )
})
