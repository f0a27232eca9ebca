import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { start } from '#server/process/start'
import { bodyKeys, openServer } from '../support/harness'
import { emptyDatabase } from '../support/testDatabase'

/** A connection on which a test writes raw HTTP, to pause in the middle of a request. */
async function connection(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (more: string) => {
    text += more
  })
  return {
    write: (lines: string) => socket.write(lines.replaceAll('\n', '\r\n')),
    waitFor: (pattern: RegExp) => expect.poll(() => text, { interval: 5 }).toMatch(pattern),
    closed: once(socket, 'close'),
  }
}

const body = '{"page":1}'
const head = `POST /api/admin/getagents HTTP/1.1\nHost: x\nContent-Type: application/json\nContent-Length: ${body.length}\n`

describe('a server that stops', () => {
  it('finishes the request under way, closes its connections and ends', async () => {
    const place = await emptyDatabase()
    afterAll(() => place.drop())
    const where = { DATA_DIR: place.dataDir, DATABASE_URL: place.url, PORT: '0' }
    const quiet = { DEMO: 'off', LOG_LEVEL: 'silent' }
    const running = await start(readConfig({ ...bodyKeys, ...where, ...quiet }))
    const idle = await connection(running.url)
    idle.write('GET /healthz HTTP/1.1\nHost: x\n\n')
    await idle.waitFor(/\{"ok":true\}$/)
    const busy = await connection(running.url)
    busy.write(`${head}Expect: 100-continue\n\n`)
    await busy.waitFor(/^HTTP\/1\.1 100 Continue/)

    let stopped = false
    const stopping = running.stop().then(() => {
      stopped = true
    })
    await idle.closed
    await expect(fetch(`${running.url}/healthz`)).rejects.toThrow('fetch failed')
    expect(stopped).toBe(false)

    busy.write(body)
    await busy.waitFor(
      /HTTP\/1\.1 401 [\s\S]+connection: close[\s\S]+\{"status":"300","message":"Expired[^}]+\}$/i,
    )
    // The connection is not kept alive, which would take 72 seconds.
    const since = performance.now()
    await stopping
    expect(performance.now() - since).toBeLessThan(20_000)
  })

  it('answers requests on open connections in the contract’s form and closes them', async () => {
    let ready = true
    const server = await openServer({ isReady: () => ready })
    // Keeps the server between the order to stop and its end.
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    server.app.addHook('preClose', () => held)
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.app.server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    const [caller, prober] = [await connection(url), await connection(url)]
    for (const one of [caller, prober]) {
      one.write('GET /healthz HTTP/1.1\nHost: x\n\n')
      await one.waitFor(/connection: keep-alive[\s\S]+\{"ok":true\}$/i)
    }
    ready = false
    const closing = server.app.close()
    caller.write(`${head}\n${body}`)
    await caller.waitFor(/HTTP\/1\.1 401 [\s\S]+connection: close[\s\S]+\{"status":"300","message":"Expired/i)
    prober.write('GET /readyz HTTP/1.1\nHost: x\n\n')
    await prober.waitFor(/HTTP\/1\.1 503 [\s\S]+connection: close[\s\S]+\{"ok":false\}$/i)
    await Promise.all([caller.closed, prober.closed])
    letGo()
    await closing
    expect(server.log.at(-1)).toMatchObject({ msg: 'call', http: 401 })
  })
})

describe('/readyz', () => {
  it('answers 503 once the server stops, as /healthz does', async () => {
    let ready = true
    const server = await openServer({ isReady: () => ready })
    const ask = async (url: string) => {
      const { http, json } = await server.inject({ method: 'GET', url })
      return [http, json]
    }
    // A probe of a busy machine may be late.
    await expect.poll(() => ask('/readyz')).toEqual([200, { ok: true }])
    ready = false
    expect(await ask('/readyz')).toEqual([503, { ok: false }])
    expect(await ask('/healthz')).toEqual([503, { ok: false }])
  })
})
