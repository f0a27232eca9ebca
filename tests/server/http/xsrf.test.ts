import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openServer } from '../support/harness'
import { expectCleanRejection } from '../support/rejections'

const server = await openServer()
const me = await server.enter('can-view-agent')
const body = '{"page":1}'
const post = (headers: Record<string, string>) => server.post('getagents', body, { ...me, headers })

describe('the cookie XSRF-TOKEN', () => {
  it('is set where it is missing, for 12 months and this site only', async () => {
    const cookie = String((await server.inject({ method: 'GET', url: '/healthz' })).headers['set-cookie'])
    expect(cookie).toMatch(/^XSRF-TOKEN=[\w-]{22}; Max-Age=31536000; Path=\/; SameSite=Strict$/)
  })

  it('is random, and not set again where it exists', async () => {
    const cookieOf = async (headers = {}) =>
      (await server.inject({ method: 'GET', url: '/healthz', headers })).headers['set-cookie']
    expect(await cookieOf()).not.toBe(await cookieOf())
    expect(await cookieOf({ cookie: 'XSRF-TOKEN=mine' })).toBeUndefined()
  })

  it.each([
    ['no header', {}],
    ['another header', { 'x-xsrf-token': 'theirs' }],
    ['an empty header', { 'x-xsrf-token': '' }],
  ])('with %s refuses the call', async (_what, header) => {
    const send = () => post({ cookie: 'XSRF-TOKEN=zq9mark', ...header })
    const reply = await expectCleanRejection(server, send, 'zq9mark')
    expect(reply).toMatchObject({ http: 403, message: 'The request does not come from the portal.' })
  })

  it('with its value in the header accepts the call', async () => {
    expect((await post({ cookie: 'XSRF-TOKEN=mine', 'x-xsrf-token': 'mine' })).http).toBe(200)
  })
})

describe('another spelling of the path', () => {
  const headers = { cookie: 'XSRF-TOKEN=mine', logintoken: me.token, 'content-type': 'application/json' }

  it.each(['/%61pi/admin/getagents', '/api/%61dmin/getagents', '/api/admin/get%61gents?x=1'])(
    '%s bypasses neither the check nor the log',
    async (url) => {
      const send = () => server.inject({ method: 'POST', url, headers, payload: body })
      expect((await expectCleanRejection(server, send)).http).toBe(403)
    },
  )

  it('with the host in it bypasses neither', async () => {
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.app.server.address() as AddressInfo
    server.log.length = 0
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const path = `http://127.0.0.1:${port}/api/admin/getagents`
      request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode))
      })
        .once('error', reject)
        .end(body)
    })
    expect(status).toBe(403)
    expect(server.log.filter(({ msg }) => msg === 'call')).toHaveLength(1)
  })
})
