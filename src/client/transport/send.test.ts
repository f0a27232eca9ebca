import { createHash } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import { calls } from '#contract/index'
import { kobo } from '#domain/money/kobo'
import { asProblem, failureText } from '#contract/problems'
import type { Kobo } from '#contract/values'

const fetched = vi.fn<typeof fetch>()
vi.stubGlobal('fetch', fetched)
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
vi.stubGlobal('document', { cookie: '', visibilityState: 'visible' })
vi.stubGlobal('location', new URL('https://alajo.test/agents'))

const { send, whenForbidden, whenSignedOut } = await import('./send')

/** Queues a reply with this status. */
function replyWith(status: number, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ status: '400', message: 'Some words.' })
  fetched.mockResolvedValueOnce(
    new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } }),
  )
}
const read = () => send(calls.agents.getAgentTotal, {})
const change = () => send(calls.agents.deleteAgent, { agent_id: 1 }, { idempotencyKey: 'a key' })
const check = () =>
  send(calls.agents.deleteAgent, { agent_id: 1 }, { idempotencyKey: 'a key', isCheck: true })
beforeEach(() => {
  fetched.mockReset()
})

it('503 with Retry-After is busy', async () => {
  for (const ask of [read, change]) {
    replyWith(503, { 'retry-after': '3' })
    await expect(ask()).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 3, message: 'Some words.' })
  }
})

it('503 without Retry-After leaves a change unconfirmed and a read unavailable', async () => {
  replyWith(503)
  await expect(change()).rejects.toMatchObject({ code: 'outcomeUnknown', message: 'Some words.' })
  replyWith(503)
  await expect(read()).rejects.toMatchObject({ code: 'unavailable' })
})

it.each([300, 302])('HTTP %i ends the session, whatever the body and the call', async (status) => {
  for (const body of [undefined, JSON.stringify({ status: '400', message: 'Some words.' })])
    for (const ask of [
      read,
      change,
      () =>
        send(calls.customers.creditUser, { amount: kobo(1), customer_id: 1 }, { idempotencyKey: 'a key' }),
    ]) {
      const headers = { 'content-type': body ? 'application/json' : 'text/plain' }
      fetched.mockResolvedValueOnce(new Response(body, { status, headers }))
      await expect(ask()).rejects.toMatchObject({ code: 'signedOut' })
    }
})

it('a refusal before the app listens is reported once it does', async () => {
  replyWith(403)
  await expect(read()).rejects.toMatchObject({ code: 'forbidden' })
  const seen = vi.fn()
  whenForbidden(seen)()
  whenForbidden(seen)()
  expect(seen).toHaveBeenCalledOnce()
})

it('a call that the server does not know is neither done nor refused, and says what to do', async () => {
  for (const ask of [read, change, check]) {
    replyWith(404)
    await expect(ask()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^Alajo is being updated: .* reload the page\.$/),
    })
  }
})

it('a reply of another shape leaves a change unconfirmed, and a read says what to do', async () => {
  const reply = () =>
    fetched.mockResolvedValueOnce(
      new Response(JSON.stringify({ status: '200', message: 'Success', other: 1 }), {
        headers: { 'content-type': 'application/json' },
      }),
    )
  reply()
  await expect(read()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('Alajo is being updated'),
  })
  reply()
  const credit = { customer_id: 1, amount: 100 as Kobo }
  await expect(send(calls.customers.creditUser, credit, { idempotencyKey: 'a key' })).rejects.toMatchObject({
    code: 'outcomeUnknown',
    message: expect.stringContaining('Reload the page, then check.'),
  })
})

it('returns the warning of a reply', async () => {
  const body = JSON.stringify({ status: '200', message: 'Saved, but …', warning: true })
  fetched.mockResolvedValueOnce(new Response(body, { headers: { 'content-type': 'application/json' } }))
  expect(await change()).toEqual({ message: 'Saved, but …', warning: true })
})

it('names the request of a failure, for support; a refusal explains itself', async () => {
  const id = '0a1b2c3d4e'
  const failed = (error: unknown) => {
    const problem = asProblem(error)
    return [problem.code, problem.requestId, failureText(problem)]
  }
  for (const [status, code] of [
    [500, 'unavailable'],
    [503, 'outcomeUnknown'],
    [403, 'forbidden'],
    [409, 'busy'],
  ] as const) {
    replyWith(status, { 'x-request-id': id })
    expect(await change().catch(failed)).toEqual([code, id, `Some words. Request ${id}`])
  }
  replyWith(200, { 'x-request-id': id })
  expect(await change().catch(failed)).toEqual(['refused', id, 'Some words.'])
  replyWith(500)
  expect(await change().catch(failed)).toEqual(['unavailable', undefined, 'Some words.'])
})

it('sends a call once, whatever its status', async () => {
  for (const ask of [read, change]) {
    for (const status of [409, 429, 500, 503]) {
      fetched.mockClear()
      replyWith(status)
      await expect(ask()).rejects.toThrow('Some words.')
      expect(fetched).toHaveBeenCalledTimes(1)
    }
  }
})

it('sends a call once without a reply', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  const sent = () => fetched.mock.calls.filter(([url]) => url !== '/healthz').length
  await expect(read()).rejects.toMatchObject({ code: 'offline' })
  expect(sent()).toBe(1)
  await expect(change()).rejects.toMatchObject({ code: 'outcomeUnknown' })
  expect(sent()).toBe(2)
})

it('sends the digest of the bytes that it sends, in each encoding', async () => {
  for (const encoding of [undefined, 'form', 'encrypted'] as const) {
    replyWith(500)
    const call = { ...calls.agents.deleteAgent, ...(encoding && { encoding }) }
    await expect(send(call, { agent_id: 1, note: 'Àdùkẹ́ & ₦' } as { agent_id: number })).rejects.toThrow()
    const [, init] = fetched.mock.lastCall ?? []
    const hash = createHash('sha256')
      .update(init?.body as string)
      .digest('base64')
    expect(new Headers(init?.headers).get('content-digest')).toBe(`sha-256=:${hash}:`)
  }
})

it.each([
  ['that names another request', { 'x-call-id': 'another' }],
  ['whose body is another one', { 'unencoded-digest': 'sha-256=:AAAA:' }],
])('believes nothing of a reply %s', async (_what, headers: Record<string, string>) => {
  const seen = vi.fn()
  // What earlier tests reported is not counted.
  whenForbidden(() => {})
  whenSignedOut(seen)
  whenForbidden(seen)
  for (const status of [200, 401, 403, 500]) {
    replyWith(status, headers)
    await expect(read()).rejects.toMatchObject({ code: 'unavailable' })
    replyWith(status, headers)
    await expect(change()).rejects.toMatchObject({ code: 'outcomeUnknown' })
  }
  expect(seen).not.toHaveBeenCalled()
})

it('encodes a body as its call declares, without undefined fields', async () => {
  const { deleteAgent } = calls.agents
  const sent = async (encoding?: 'form' | 'encrypted') => {
    replyWith(500)
    const call = { ...deleteAgent, ...(encoding && { encoding }) }
    await expect(send(call, { agent_id: 1, note: undefined } as { agent_id: number })).rejects.toThrow()
    const [url, init] = fetched.mock.lastCall ?? []
    expect(url).toBe('/api/admin/deleteagent')
    return [new Headers(init?.headers).get('content-type'), init?.body]
  }
  expect(await sent()).toEqual(['application/json', '{"agent_id":1}'])
  expect(await sent('form')).toEqual(['application/x-www-form-urlencoded', 'agent_id=1'])
  expect(await sent('encrypted')).toEqual([
    'application/json',
    expect.stringMatching(/^{"request_data":"[\w+/=]+","_isEncrypted":true}$/),
  ])
})
