import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request as ask, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }

/**
 * A proxy that sends requests to its servers in turn. Only what no server has received is sent to the next one, as
 * deploy/Caddyfile does; any other failure loses the reply.
 */
export async function openRoundRobin(servers: readonly string[]) {
  let current = [...servers]
  let turn = 0

  function forward(asked: Asked, response: ServerResponse, at: number, others: number) {
    const server = current[at % current.length]
    const { method, url, headers, body } = asked
    const sent = ask(`${server}${url}`, {
      method,
      headers: { ...headers, connection: 'close' },
      agent: false,
    })
    const lose = () => response.destroy()
    sent.on('response', (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.on('error', lose).pipe(response)
    })
    sent.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED' && others > 0) forward(asked, response, at + 1, others - 1)
      else lose()
    })
    sent.end(body)
  }

  const proxy = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request
    buffer(request).then(
      (body) => forward({ method, url, headers, body }, response, turn++, current.length - 1),
      () => response.destroy(),
    )
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    replace: (old: string, by: string) => {
      current = current.map((server) => (server === old ? by : server))
    },
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
