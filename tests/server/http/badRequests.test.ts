import { describe, expect, it } from 'vitest'
import { createCipheriv } from 'node:crypto'
import { calls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { sealBody } from '#transport/bodyCipher'
import { openServer, type Sender } from '../support/harness'
import { sampleOf } from '../support/samples'
import { expectCleanRejection } from '../support/rejections'

const server = await openServer()
const me = await server.enter(...permissionCatalogue)
const marker = 'zq9mark'

const post = (path: string, payload: string | Buffer, from: Sender = me) =>
  expectCleanRejection(server, () => server.post(path, payload, from), marker)
const as = (type: string): Sender => ({ token: me.token, headers: { 'content-type': type } })

describe('a body that can not be read', () => {
  it.each([
    ['broken JSON', `{"page":1,"search":"${marker}`, 422, 'The body could not be read.'],
    ['nothing at all', '', 422, 'The body could not be read.'],
    ['a word', marker, 422, 'The body could not be read.'],
    ['a list', `["${marker}"]`, 422, 'The body must be an object.'],
    ['a text', `"${marker}"`, 422, 'The body must be an object.'],
    ['a number', '7', 422, 'The body must be an object.'],
    ['__proto__', `{"page":1,"__proto__":{"search":"${marker}"}}`, 422, 'The body could not be read.'],
    [
      'constructor.prototype',
      `{"constructor":{"prototype":{"x":"${marker}"}}}`,
      422,
      'The body could not be read.',
    ],
    [
      'more than 1 MB',
      JSON.stringify({ page: 1, search: marker.repeat(160_000) }),
      413,
      'The body is too large.',
    ],
  ])('%s', async (_what, payload, http, message) => {
    const reply = await post('getagents', payload)
    expect(reply).toMatchObject({ http, json: { status: '400', message } })
  })

  it.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'image/png', 'x'])(
    'of type %s',
    async (type) => {
      const reply = await post('getagents', `{"search":"${marker}"}`, as(type))
      expect(reply).toMatchObject({ http: 415, status: '400', message: 'The body must be JSON or a form.' })
    },
  )

  it('is refused by its content length before it is read', async () => {
    const from = { ...me, headers: { 'content-length': '2000000' } }
    expect(await post('getagents', '{}', from)).toMatchObject({ http: 413, status: '400' })
  })
})

describe('an unusual but valid body is accepted', () => {
  it.each([
    ['a hundred thousand nested lists', `{"page":1,"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['the same field twice', '{"page":0,"page":1}'],
    ['fields named like methods', '{"page":1,"toString":1,"hasOwnProperty":2,"then":3,"valueOf":null}'],
    ['letters that are not UTF-8', Buffer.from('{"page":1,"search":"\xff\xfe"}', 'latin1')],
  ])('%s', async (_what, payload) => {
    expect((await server.post('getagents', payload, me)).http).toBe(200)
  })
})

describe('a call with an encrypted body', () => {
  const whole = sealBody({ admin_id: 1, x: marker }).request_data
  const sealed = (request_data: unknown) => JSON.stringify({ request_data, _isEncrypted: true })
  const otherwise = (key: string, iv: string, text: string) => {
    const cipher = createCipheriv('aes-256-cbc', key, iv)
    return sealed(Buffer.concat([cipher.update(text), cipher.final()]).toString('base64'))
  }
  const [{ key: bodyKey, iv: bodyIv } = { key: '', iv: '' }] = server.services.config.bodyKeys
  const unreadable = 'The body could not be decrypted.'

  it.each([
    ['as it is', `{"admin_id":1,"x":"${marker}"}`, 'This call takes an encrypted body.'],
    ['marked as plain', `{"admin_id":1,"_isEncrypted":false}`, 'This call takes an encrypted body.'],
    ['empty', '{}', 'This call takes an encrypted body.'],
    ['without its text', '{"_isEncrypted":true}', unreadable],
    ['a number', sealed(12), unreadable],
    ['an object', sealed({ toString: marker }), unreadable],
    ['no base64', sealed('£££'), unreadable],
    ['random letters', sealed('c29tZXRoaW5nIHJhbmRvbQ=='), unreadable],
    ['cut short', sealed(whole.slice(0, -8)), unreadable],
    [
      'of another key',
      otherwise('another key of thirty-two bytes!', bodyIv, `{"x":"${marker}"}`),
      unreadable,
    ],
    ['no JSON inside', otherwise(bodyKey, bodyIv, marker), unreadable],
    ['a list inside', otherwise(bodyKey, bodyIv, `["${marker}"]`), 'The body must be an object.'],
    ['null inside', otherwise(bodyKey, bodyIv, 'null'), 'The body must be an object.'],
  ])('refuses one that is %s', async (_what, payload, message) => {
    const reply = await post('viewpermission', payload)
    expect(reply).toMatchObject({ http: 422, json: { status: '400', message } })
  })

  it('accepts a body encrypted by the portal with any characters', async () => {
    const body = { admin_id: me.id, note: 'Ọ̀ṣun ₦5,000 😀' }
    const reply = await server.post('viewpermission', JSON.stringify(sealBody(body)), me)
    expect(reply).toMatchObject({ http: 200, status: '200' })
  })

  it('ignores __proto__ inside', async () => {
    const payload = otherwise(bodyKey, bodyIv, `{"__proto__":{"admin_id":${me.id}}}`)
    const reply = await post('viewpermission', payload)
    expect(reply).toMatchObject({ status: '100', fields: ['admin_id is missing or not valid.'] })
  })
})

describe('a body under the key of another build', () => {
  const before = { key: `${'k'.repeat(31)}1`, iv: 'i'.repeat(16) }
  const encryptedWithOldKey = (text: string) => {
    const cipher = createCipheriv('aes-256-cbc', before.key, before.iv)
    const request_data = Buffer.concat([cipher.update(text), cipher.final()]).toString('base64')
    return JSON.stringify({ request_data, _isEncrypted: true })
  }

  it('opens while that key is configured, for pages that are still open, and the log shows which these are', async () => {
    const rotated = await openServer({ env: { BODY_OLD_KEY: before.key, BODY_OLD_IV: before.iv } })
    const own = await rotated.enter('can-view-permission')
    const ask = (payload: string) => rotated.post('viewpermission', payload, own)
    const callLines = () => rotated.log.filter(({ msg }) => msg === 'call')
    expect(await ask(encryptedWithOldKey(`{"admin_id":${own.id}}`))).toMatchObject({
      http: 200,
      status: '200',
    })
    expect(callLines().at(-1)).toMatchObject({ oldBodyKey: true })
    expect(await ask(JSON.stringify(sealBody({ admin_id: own.id })))).toMatchObject({ status: '200' })
    expect(callLines().at(-1)).not.toHaveProperty('oldBodyKey')
    expect(await ask(encryptedWithOldKey('no JSON'))).toMatchObject({
      http: 422,
      message: 'The body could not be decrypted.',
    })
    expect(JSON.stringify(rotated.log)).not.toContain(before.key)
  })

  it('does not open once it is removed', async () => {
    const reply = await post('viewpermission', encryptedWithOldKey(`{"admin_id":${me.id}}`))
    expect(reply).toMatchObject({ http: 422, json: { message: 'The body could not be decrypted.' } })
  })
})

describe('an unknown call', () => {
  const json = { 'content-type': 'application/json' }
  it.each([
    ['POST', '/api/admin/zq9mark'],
    ['POST', '/api/admin/getagents/'],
    ['POST', '/api/admin/getAgents'],
    ['POST', '/api/admin/getagents/zq9mark'],
    ['POST', '/api/zq9mark'],
    ['POST', '/api/admin/%zz'],
    ['POST', '/api/admin/..%2f..%2fetc%2fpasswd'],
    ['POST', '/api/admin/__proto__'],
    ['GET', '/api/admin/getagents'],
    ['HEAD', '/api/admin/getagents'],
    ['PUT', '/api/admin/getagents'],
    ['PATCH', '/api/admin/addagent'],
    ['DELETE', '/api/admin/deleteagent'],
    ['OPTIONS', '/api/admin/getagents'],
  ] as const)('%s %s', async (method, url) => {
    const headers = { ...json, logintoken: me.token }
    const send = () => server.inject({ method, url, headers, ...(method !== 'HEAD' && { payload: '{}' }) })
    if (method === 'HEAD') return expect((await send()).http).toBe(404)
    const reply = await expectCleanRejection(server, send, marker)
    expect(reply).toMatchObject({ http: 404, json: { status: '400', message: 'There is no such call.' } })
  })
})

describe('a change without a proper idempotency key', () => {
  const { addAgent } = calls.agents
  it.each([
    ['none', null],
    ['an empty one', ' '],
    ['a word', marker],
    ['a number', '12'],
    ['two', '6f1f4a52-0a3c-4c7e-9d0c-111111111111, 6f1f4a52-0a3c-4c7e-9d0c-222222222222'],
    ['one with a quote', "6f1f4a52-0a3c-4c7e-9d0c-1111111111'1"],
    ['one that is too long', '6f1f4a52-0a3c-4c7e-9d0c-111111111111-1'],
  ])('is refused: %s', async (_what, key) => {
    const body = sampleOf(addAgent) as never
    const reply = await expectCleanRejection(server, () => server.ask(addAgent, body, { ...me, key }), marker)
    expect(reply.http).toBe(200)
    const message = 'A change needs an Idempotency-Key header with a UUID.'
    expect(reply.json).toEqual({ status: '400', message })
  })
})
