import { vi } from 'vitest'

type Reply = { status: string; message: string; [field: string]: unknown }

/** Replies to calls in place of the server; undefined for a lost reply. Returns the bodies that were sent, by path. */
export function replyWith(replyTo: (path: string, body: Record<string, unknown>) => Reply | undefined) {
  const sent: { path: string; body: Record<string, unknown>; key: string | null }[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname.split('/').at(-1) ?? ''
    const text = await request.text()
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    if (path !== 'healthz') sent.push({ path, body, key: request.headers.get('idempotency-key') })
    const reply = replyTo(path, body)
    if (!reply) throw new TypeError('Failed to fetch')
    return Response.json(reply)
  })
  return sent
}
