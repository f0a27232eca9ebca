import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/** A TCP proxy in front of PostgreSQL that can go silent (bytes wait) or refuse and break connections. */
export async function openDatabaseProxy() {
  let port = 0
  let isGone = false
  let isSilent = false
  const open = new Set<Socket>()
  const proxy = createServer((client) => {
    if (isGone) return void client.destroy()
    const server = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(from)
      from.pipe(to)
      from
        .on('error', () => to.destroy())
        .on('close', () => {
          open.delete(from)
          to.destroy()
        })
      if (isSilent) from.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  afterAll(() => {
    cut()
    proxy.close()
  })
  return {
    via: async (url: string) => {
      const place = new URL(url)
      port = Number(place.port)
      place.port = String((proxy.address() as AddressInfo).port)
      return place.href
    },
    goSilent: () => {
      isSilent = true
      for (const socket of open) socket.pause()
    },
    /** Silent connections stay silent, as behind a router that dropped them; new ones work. */
    abandonSilent: () => {
      isSilent = false
    },
    goAway: () => {
      isGone = true
      cut()
    },
    comeBack: () => {
      if (isSilent) for (const socket of open) socket.resume()
      isSilent = false
      isGone = false
    },
  }
}
