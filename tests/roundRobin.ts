import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy in front of several servers that gives each its turn by request, as nginx and Caddy do: where a server can't be reached the
 * next one is asked, and a request that may have arrived is never sent again. `targets` are their addresses at each moment.
 */
export async function openRoundRobin(targets: () => readonly string[], port = 0) {
  let turns = 0
  const proxy = createServer((asked, reply) => {
    const all = targets()
    turns += 1
    forward(asked, reply, [...all.slice(turns % all.length), ...all.slice(0, turns % all.length)])
  }).listen(port, '127.0.0.1')
  // A client that opens it again and again would use up the ports.
  proxy.keepAliveTimeout = 60_000
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: async () => {
      proxy.close()
      proxy.closeAllConnections()
      await once(proxy, 'close')
    },
  }
}

function forward(asked: IncomingMessage, reply: ServerResponse, [target, ...others]: readonly string[]) {
  if (!target) return void reply.writeHead(502).end()
  let isConnected = false
  const { method = 'GET', url = '/', headers } = asked
  // A connection of its own: one that was kept may be of a server that is gone.
  const sent = request(new URL(url, target), { method, headers, agent: false }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    answer.pipe(reply)
    answer.on('error', () => reply.destroy())
  })
  sent.once('socket', (socket) => {
    socket.once('connect', () => {
      isConnected = true
      asked.pipe(sent)
    })
  })
  sent.on('error', () => {
    if (!isConnected) forward(asked, reply, others)
    else if (reply.headersSent) reply.destroy()
    else reply.writeHead(502).end()
  })
  reply.once('close', () => {
    if (!reply.writableFinished) sent.destroy()
  })
}
