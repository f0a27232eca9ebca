import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'

type Held = { asked: IncomingMessage; body: Buffer; reply: ServerResponse }
type Answer = { status: number; headers: string[]; body: Buffer }

/** What the proxy mixes: the bodies of two requests, the replies to them, or the bodies of these replies. */
export type Mixing = 'requests' | 'replies' | 'bodies of replies'

/** A proxy with a fault: it waits for two calls, forwards both, and mixes something of one with the other. */
export async function openMixingProxy(target: string, mixing: () => Mixing | undefined) {
  const waiting: Held[] = []
  const proxy = createServer((asked, reply) => {
    void buffer(asked).then((body) => {
      const one = { asked, body, reply }
      if (!mixing() || asked.method !== 'POST') return void forward(target, one).then((it) => send(reply, it))
      waiting.push(one)
      const [first, second] = waiting
      if (!first || !second) return
      waiting.length = 0
      void mix(target, first, second, mixing())
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  afterAll(async () => {
    proxy.close()
    proxy.closeAllConnections()
    await once(proxy, 'close')
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

async function mix(target: string, one: Held, other: Held, mixing: Mixing | undefined) {
  const isOfRequests = mixing === 'requests'
  const [a, b] = await Promise.all([
    forward(target, isOfRequests ? { ...one, body: other.body } : one),
    forward(target, isOfRequests ? { ...other, body: one.body } : other),
  ])
  if (mixing === 'replies') {
    send(one.reply, b)
    send(other.reply, a)
  } else if (mixing === 'bodies of replies') {
    send(one.reply, { ...a, body: b.body })
    send(other.reply, { ...b, body: a.body })
  } else {
    send(one.reply, a)
    send(other.reply, b)
  }
}

const isOfLength = (name: string) => /^(content-length|transfer-encoding|connection)$/i.test(name)

async function forward(target: string, { asked, body }: Held): Promise<Answer> {
  const { method = 'GET', url = '/' } = asked
  const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !isOfLength(name)))
  const sent = request(new URL(url, target), {
    method,
    agent: false,
    headers: { ...headers, 'content-length': body.length, 'accept-encoding': 'identity' },
  })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const { statusCode: status = 502, rawHeaders } = answer
  const kept = rawHeaders.filter((_, at) => !isOfLength(rawHeaders[at - (at % 2)] ?? ''))
  return { status, headers: kept, body: await buffer(answer) }
}

function send(reply: ServerResponse, { status, headers, body }: Answer) {
  reply.writeHead(status, [...headers, 'content-length', String(body.length)]).end(body)
}
