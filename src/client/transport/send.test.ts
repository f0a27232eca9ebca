import { beforeEach, expect, it, vi } from 'vitest'
import { calls } from '#contract/index'

const fetched = vi.fn<() => Promise<Response>>()
vi.stubGlobal('fetch', fetched)
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
vi.stubGlobal('document', { cookie: '', visibilityState: 'visible' })
vi.stubGlobal('location', new URL('https://alajo.test/agents'))

const { send } = await import('./send')

/** What the portal makes of a reply with this status. */
function replyWith(status: number, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ status: '400', message: 'Some words.' })
  fetched.mockResolvedValueOnce(
    new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } }),
  )
}
const read = () => send(calls.agents.getAgentTotal, {})
const change = () => send(calls.agents.deleteAgent, { agent_id: 1 }, { idempotencyKey: 'a key' })
beforeEach(() => fetched.mockReset())

it('503 with a time to wait is busy: a change was not made, and its key is kept for another try', async () => {
  for (const ask of [read, change]) {
    replyWith(503, { 'retry-after': '3' })
    await expect(ask()).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 3, message: 'Some words.' })
  }
})

it('503 without one leaves a change unconfirmed, and a read unanswered', async () => {
  replyWith(503)
  await expect(change()).rejects.toMatchObject({ code: 'outcomeUnknown', message: 'Some words.' })
  replyWith(503)
  await expect(read()).rejects.toMatchObject({ code: 'unavailable' })
})

it('a reply with a warning says so', async () => {
  const body = JSON.stringify({ status: '200', message: 'Saved, but …', warning: true })
  fetched.mockResolvedValueOnce(new Response(body, { headers: { 'content-type': 'application/json' } }))
  expect(await change()).toEqual({ message: 'Saved, but …', warning: true })
})
