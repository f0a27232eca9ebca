import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** The faults that a bad network causes. */
export const faults = [
  'refused',
  'lost reply',
  'stalled',
  'truncated',
  'late',
  'twice',
  'captive portal',
  'server error',
  'silent',
  'trickle',
] as const
export type Fault = (typeof faults)[number]

type Reply = { status: number; headers: IncomingMessage['headers']; body: Buffer }

const lateMs = 900
const stalledMs = 2_500
/** The server handles the call, but the reply comes after every client timeout. */
const silentMs = 60_000
const trickleMs = 1_000
/** Waits without keeping the process alive. */
const waitUnref = (ms: number) => wait(ms, undefined, { ref: false })

/**
 * An HTTP proxy in front of a local server that injects faults into calls; static files pass unchanged.
 * `onWhole` receives the path under /api/admin/ of each reply that reached the browser whole.
 */
export async function openFaultyProxy(target: string, onWhole: (path: string) => void) {
  const state = {
    /** The fault of every call. */
    always: undefined as Fault | undefined,
    /** The fault of the next change; takes precedence over `always`. */
    nextChange: undefined as Fault | undefined,
    /** How long a silent call takes. */
    silentMs,
    /** How often each fault was injected. */
    done: Object.fromEntries(faults.map((one) => [one, 0])) as Record<Fault, number>,
  }

  function faultFor({ url = '', headers }: IncomingMessage): Fault | undefined {
    if (!url.startsWith('/api/') && url !== '/healthz') return undefined
    if (!headers['idempotency-key'] || !state.nextChange) return state.always
    const fault = state.nextChange
    state.nextChange = undefined
    return fault
  }

  const proxy = createServer((incoming, outgoing) => {
    void handleRequest(incoming, outgoing).catch(() => outgoing.destroy())
  })

  async function handleRequest(incoming: IncomingMessage, outgoing: ServerResponse) {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const fault = faultFor(incoming)
    if (fault) state.done[fault]++
    const hangUp = () => void incoming.socket.resetAndDestroy()
    if (fault === 'refused') return hangUp()
    if (fault === 'captive portal') {
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to Market Wi-Fi</h1>')
      return
    }
    if (fault === 'server error') {
      const words = { status: '400', message: 'An error occurred' }
      outgoing.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(words))
      return
    }
    if (fault === 'twice') await forward(target, incoming, body)
    const reply = await forward(target, incoming, body)
    if (fault === 'late') await wait(lateMs)
    if (fault === 'stalled') await wait(stalledMs)
    if (fault === 'silent') await waitUnref(state.silentMs)
    if (fault === 'lost reply' || fault === 'stalled') return hangUp()
    outgoing.writeHead(reply.status, reply.headers)
    if (fault === 'truncated') {
      outgoing.write(reply.body.subarray(0, Math.floor(reply.body.length / 2)), hangUp)
      return
    }
    if (fault === 'trickle')
      for (let at = 0; at < reply.body.length && !outgoing.destroyed; at++) {
        outgoing.write(reply.body.subarray(at, at + 1))
        await waitUnref(trickleMs)
      }
    else outgoing.write(reply.body)
    outgoing.end()
    const [, path] = /^\/api\/admin\/(.+)$/.exec(incoming.url ?? '') ?? []
    if (path && reply.status === 200 && !incoming.socket.destroyed) onWhole(path)
  }

  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    state,
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: async () => {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

async function forward(
  target: string,
  { url, method, headers }: IncomingMessage,
  body: Buffer,
): Promise<Reply> {
  const sent = request(new URL(url ?? '/', target), { method, headers })
  sent.end(body)
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part as Buffer)
  const { 'transfer-encoding': _chunked, ...replyHeaders } = reply.headers
  const whole = Buffer.concat(parts)
  return {
    status: reply.statusCode ?? 502,
    headers: { ...replyHeaders, 'content-length': String(whole.length) },
    body: whole,
  }
}
