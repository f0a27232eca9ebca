import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Receives traces over HTTP, as an OpenTelemetry collector does: `received` has the body of each request, which is JSON. */
export async function startCollector() {
  const received: string[] = []
  const server = createServer((request, reply) => void receive(request, reply))
  async function receive(request: IncomingMessage, reply: ServerResponse) {
    const body = await text(request)
    if (request.url === '/v1/traces') received.push(body)
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, received, stop: () => server.close() }
}
