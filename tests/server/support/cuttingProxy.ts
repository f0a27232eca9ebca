import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'
import type { BodyOf, Named, Write } from '#contract/call'
import { toWire } from '#domain/wire'
import { contentType, encode } from './harness'

/** Where a connection breaks: after this many bytes of the request or of the reply. */
export type Cut = { in: 'request' | 'reply'; after: number }

/** The text of a request that makes a change with an idempotency key. */
export function requestOf<C extends Named<Write>>(
  call: C,
  body: BodyOf<C>,
  { token, key }: { token: string; key: string },
): string {
  const payload = encode(call, toWire(call.input, body))
  const lines = [
    `POST /api/admin/${call.path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Content-Type: ${contentType(call)}`,
    `Content-Length: ${Buffer.byteLength(payload)}`,
    `logintoken: ${token}`,
    `Idempotency-Key: ${key}`,
    '',
    payload,
  ]
  return lines.join('\r\n')
}

/** A TCP proxy in front of a server on this machine that cuts the next connection at a given byte. */
export async function openCuttingProxy(serverPort: number) {
  const { exchange, close } = await startCuttingProxy(serverPort)
  afterAll(close)
  return { exchange }
}

/** The same, for a test that opens and closes several. */
export async function startCuttingProxy(serverPort: number) {
  let cut: Cut | undefined
  const open = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(serverPort, '127.0.0.1')
    const end = () => {
      client.destroy()
      server.destroy()
    }
    const planned = cut
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', end).on('close', () => {
        open.delete(socket)
        end()
      })
    }
    forward(client, server, planned?.in === 'request' ? planned.after : undefined, end)
    forward(server, client, planned?.in === 'reply' ? planned.after : undefined, end)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  function close() {
    for (const socket of open) socket.destroy()
    proxy.close()
  }
  const { port } = proxy.address() as AddressInfo

  /** The body of the reply to a raw HTTP request; undefined when the reply is incomplete. */
  async function exchange(request: string, planned?: Cut): Promise<string | undefined> {
    cut = planned
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    let text = ''
    socket.on('data', (more: string) => {
      text += more
    })
    socket.on('error', () => {})
    socket.write(request)
    await once(socket, 'close')
    const [head = '', body] = text.split('\r\n\r\n')
    const length = /content-length: (\d+)/i.exec(head)?.[1]
    return body !== undefined && Buffer.byteLength(body) === Number(length) ? body : undefined
  }
  return { exchange, close }
}

/** Forwards bytes, and ends both sides after as many as are allowed. */
function forward(from: Socket, to: Socket, allowed: number | undefined, end: () => void) {
  let left = allowed ?? Number.POSITIVE_INFINITY
  from.on('data', (chunk: Buffer) => {
    const part = chunk.subarray(0, Math.min(left, chunk.length))
    left -= part.length
    if (left > 0) to.write(part)
    else to.write(part, end)
  })
}
