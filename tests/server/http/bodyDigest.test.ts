import { createHash, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { allCalls } from '#contract/index'
import { partPath, uploadPath } from '#contract/uploads'
import { sentences } from '../../sentences'
import { png } from '../support/files'
import { contentType, encode, manyCalls, openServer } from '../support/harness'

const server = await openServer({ limits: { ...manyCalls, signInsOfAddress: 1_000_000 } })
let changedBodies = 0
server.services.observeChangedBody = () => {
  changedBodies += 1
}
/** A session of its own: one of the calls ends it. */
const enter = () => server.enter('can-create-loan', 'can-import')
const digestOf = (body: string | Buffer, algorithm = 'sha256') =>
  createHash(algorithm).update(body).digest('base64')
const refusal = { http: 503, status: '400', message: expect.stringContaining(sentences.nothingDone) }

/** Every path that takes a body, with one that it takes. */
const bodies = [
  ...allCalls.map((call) => ({
    what: call.name,
    url: `/api/admin/${call.path}`,
    type: contentType(call),
    body: Buffer.from(encode(call, { x: 'Àdùkẹ́' })),
  })),
  ...[uploadPath, partPath].map((path) => ({
    what: path,
    url: `/api/${path}`,
    type: 'application/octet-stream',
    body: png,
  })),
]

type Body = (typeof bodies)[number]
const ask = (token: string, { url, type, body }: Body, digest: string | undefined, payload: Buffer = body) =>
  server.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      'content-type': type,
      'idempotency-key': randomUUID(),
      logintoken: token,
      ...(digest !== undefined && { 'content-digest': digest }),
    },
  })

it.each(bodies)(
  '$what: refuses a body that is not the one of its digest, before anything is done',
  async (one) => {
    const sent = `sha-256=:${digestOf(one.body)}:`
    const before = changedBodies
    const { token } = await enter()
    const sums = await server.checksums()
    for (const other of [
      Buffer.concat([one.body, Buffer.from(' ')]),
      one.body.subarray(1),
      Buffer.alloc(0),
    ]) {
      const reply = await ask(token, one, sent, other)
      expect(reply).toMatchObject(refusal)
      expect(reply.headers['retry-after']).toBe('3')
    }
    expect(changedBodies).toBe(before + 3)
    expect(await server.checksums()).toEqual(sums)
    for (const digest of [
      sent,
      `sha-512=:${digestOf(one.body, 'sha512')}:, ${sent}`,
      // Of other clients: none, or one that Alajo does not know.
      undefined,
      'md5=:AAAA:',
    ])
      expect((await ask(token, one, digest)).http).not.toBe(503)
    expect(changedBodies).toBe(before + 3)
  },
)

it('refuses a request whose body got lost', async () => {
  const { token } = await enter()
  for (const { url } of bodies) {
    const headers = { 'content-digest': `sha-256=:${digestOf('{}')}:`, logintoken: token }
    expect(await server.inject({ method: 'POST', url, headers })).toMatchObject(refusal)
  }
})

it('replies name their call and have the digest of their own body, compressed or not', async () => {
  const me = await enter()
  const id = randomUUID()
  const call = bodies.find(({ what }) => what === 'session.getSingleAdminPermission') as Body
  const headers = { 'content-type': call.type, 'x-call-id': id, logintoken: me.token }
  const request = { method: 'POST' as const, url: call.url, payload: `{"admin_id":${me.id}}`, headers }
  const reply = await server.inject(request)
  expect(reply.headers).toMatchObject({
    'x-call-id': id,
    'unencoded-digest': `sha-256=:${digestOf(reply.text)}:`,
  })
  const compressed = await server.inject({ ...request, headers: { ...headers, 'accept-encoding': 'gzip' } })
  expect(compressed.headers['unencoded-digest']).toBe(reply.headers['unencoded-digest'])
  const other = await server.inject({ ...request, headers: { ...headers, 'x-call-id': 'a\tb' } })
  expect(other.headers).not.toHaveProperty('x-call-id')
})
