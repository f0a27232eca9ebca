import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { asc } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { verifyChain } from '#server/audit/auditChain'
import { calls } from '#contract/index'
import { adminActivity } from '#server/db/tables/schema'
import { rotateLinkKeys } from '#server/files/linkKeys'
import { readLink, encodeLink } from '#server/files/links'
import { type FileLink, linkFrom, openLink, png } from '../support/files'
import { type Answer, openServer, type Sender } from '../support/harness'
import { startProcess } from '../support/processes'

const server = await openServer()
const { getCustomerIdForLoan } = calls.customers
const { getGuarantorFileUpload } = calls.guarantors
const agent = await server.makeAgent()
await server.services.files.put('a-card', png)
const customer = await server.makeCustomer(agent.id, { firstName: 'Oluwafunmilayo', idCardFile: 'a-card' })
const guarantor = await server.makeGuarantor(customer, { idCardFile: 'a-card', utilityFile: 'a-card' })
const viewer = await server.enter('can-view-customer-details')

async function linkFor(from: Sender = viewer): Promise<FileLink> {
  const reply = await server.ask(getCustomerIdForLoan, { customer_id: customer.id }, from)
  return linkFrom(reply, reply.output().data)
}
const open = (link: FileLink) => openLink(server, link)
const views = () => server.database.select().from(adminActivity).orderBy(asc(adminActivity.place))

const notValid = 'This link is not good any more. Go back to the portal and open the file again.'
async function expectRejected(reply: Answer) {
  expect(reply).toMatchObject({ http: 403, text: notValid })
  expect(reply.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  })
  expect(await views()).toHaveLength(rowsBefore)
}
let rowsBefore = 0
beforeEach(async () => {
  rowsBefore = (await views()).length
  server.log.length = 0
})

describe('a new key of links', () => {
  const pass = (minutes: number) => server.clock.pass(minutes)
  it('signs ten minutes after it was made, read without a restart, and no link fails meanwhile', async () => {
    server.clock.rewindAfterTest()
    const { config, linkKeys } = server.services
    const first = linkKeys.signing(server.clock.now())
    expect(await rotateLinkKeys(config.dataDir, server.clock.now())).toEqual(
      new Date(server.clock.now().getTime() + 600_000),
    )
    // A server that has read the new key, and one that has not yet.
    const late = await linkFor()
    await linkKeys.reload()
    expect(linkKeys.signing(server.clock.now())).toEqual(first)
    expect((await open(late)).http).toBe(200)
    pass(9.5)
    const before = await linkFor()
    pass(0.6)
    const after = await linkFor()
    expect(linkKeys.signing(server.clock.now())).not.toEqual(first)
    expect(after.cookie).not.toBe(before.cookie)
    for (const url of [before.url, after.url])
      expect((await open({ url, cookie: after.cookie })).http).toBe(200)
  })

  it('replaces one that has not begun, and drops the one before once its links are over', async () => {
    server.clock.rewindAfterTest()
    const { config, linkKeys } = server.services
    const rotate = async () => {
      await rotateLinkKeys(config.dataDir, server.clock.now())
      await linkKeys.reload()
      return linkKeys.all()
    }
    pass(60)
    const [own] = await rotate()
    const pending = await rotate()
    expect(pending).toHaveLength(2)
    expect(pending[0]).toEqual(own)
    pass(11)
    // Its last links may still be open.
    expect(await rotate()).toEqual([...pending, expect.any(Buffer)])
    pass(60)
    const [second] = (await rotate()).slice(0, 1)
    expect(linkKeys.all()).not.toContainEqual(own)
    expect(second).toEqual(linkKeys.signing(server.clock.now()))
  })

  it('that can not be read again leaves the keys as they are', async () => {
    const { config, linkKeys } = server.services
    const file = path.join(config.dataDir, 'file-links.key')
    const [content, keys] = [await readFile(file), linkKeys.all()]
    await writeFile(file, 'short')
    await expect(linkKeys.reload()).rejects.toThrow('are damaged')
    await writeFile(file, content)
    expect(linkKeys.all()).toEqual(keys)
    expect((await open(await linkFor())).http).toBe(200)
  })

  it('is made by a command while servers run', async () => {
    const { config } = server.services
    const file = path.join(config.dataDir, 'file-links.key')
    const before = await readFile(file, 'utf8')
    const command = startProcess('rotateLinkKey', { DATA_DIR: config.dataDir, DEMO: 'off' }, [
      'rotate-link-key',
    ])
    expect(await command.ended).toBe(0)
    expect(command.output.out).toMatch(/^Servers sign links with the new key from 20\d\d-/)
    expect(await readFile(file, 'utf8')).not.toBe(before)
    await writeFile(file, before)
  })
})

describe('a link', () => {
  it('opens repeatedly in the session and browser that asked for it', async () => {
    const link = await linkFor()
    expect(link.url).toMatch(/^\/api\/files\/[\w-]+\.[\w-]{43}$/)
    for (const _time of [1, 2]) expect((await open(link)).http).toBe(200)
    const { rawPayload } = await server.app.inject({
      method: 'GET',
      url: link.url,
      headers: { cookie: link.cookie },
    })
    expect(rawPayload.equals(png)).toBe(true)
  })

  it('reveals neither admin nor customer nor stored name', async () => {
    const { url } = await linkFor()
    const text = Buffer.from(url.split('/').at(-1)?.split('.')[0] ?? '', 'base64url').toString()
    for (const secret of [viewer.token, viewer.email, customer.firstName, customer.phoneNumber, 'a-card'])
      expect(url + text).not.toContain(secret)
  })

  it('sets an HttpOnly, SameSite cookie for a minute', async () => {
    const reply = await server.ask(getCustomerIdForLoan, { customer_id: customer.id }, viewer)
    const given = [reply.headers['set-cookie'] ?? []].flat().find((one) => one.startsWith('alajo-files='))
    expect(given).toMatch(/^alajo-files=[\w-]{43}; Max-Age=60; Path=\/api\/files; HttpOnly; SameSite=Strict$/)
  })

  it('does not invalidate an earlier link or the other file of the guarantor', async () => {
    const first = await linkFor()
    const reply = await server.ask(getGuarantorFileUpload, { id: guarantor.id }, viewer)
    const { idcard, utitity } = reply.output().data
    const { cookie } = linkFrom(reply, '')
    for (const url of [first.url, idcard ?? '', utitity ?? ''])
      expect((await open({ url, cookie })).http).toBe(200)
  })

  it('needs no XSRF header beside its cookie', async () => {
    const { url, cookie } = await linkFor()
    expect((await open({ url, cookie: `${cookie}; XSRF-TOKEN=mine` })).http).toBe(200)
  })

  it('expires after a minute', async () => {
    const link = await linkFor()
    server.clock.pass(59.9 / 60)
    expect((await open(link)).http).toBe(200)
    rowsBefore += 1
    server.clock.pass(0.1 / 60)
    await expectRejected(await open(link))
  })
})

describe('a link is refused', () => {
  it('without the cookie, and with another one', async () => {
    const { url, cookie } = await linkFor()
    for (const wrong of [
      '',
      'alajo-files=',
      'alajo-files=x',
      `${cookie}x`,
      cookie.replace('files=', 'filez='),
    ])
      await expectRejected(await open({ url, cookie: wrong }))
  })

  it('with the cookie of another session, also of the same admin', async () => {
    const mine = await linkFor()
    const other = await linkFor(await server.enter('can-view-customer-details'))
    const later = await linkFor({ token: await server.openSession(viewer.id) })
    await expectRejected(await open({ url: mine.url, cookie: other.cookie }))
    await expectRejected(await open({ url: other.url, cookie: mine.cookie }))
    await expectRejected(await open({ url: mine.url, cookie: later.cookie }))
  })

  it('after log-out', async () => {
    const me = await server.enter('can-view-customer-details')
    const link = await linkFor(me)
    await server.ask(calls.session.logout, {}, me)
    rowsBefore += 1
    await expectRejected(await open(link))
  })

  it('once its admin is inactive', async () => {
    const me = await server.enter('can-view-customer-details')
    const link = await linkFor(me)
    await server.database.$client.query("update admins set status = 'inactive' where id = $1", [me.id])
    await expectRejected(await open(link))
  })

  it('when any character is altered', async () => {
    const { url, cookie } = await linkFor()
    const start = '/api/files/'.length
    for (let at = start; at < url.length; at += 7) {
      const letter = url[at] === 'A' ? 'B' : 'A'
      await expectRejected(await open({ url: url.slice(0, at) + letter + url.slice(at + 1), cookie }))
    }
    // The last character of a signature has unused bits, which must match all the same.
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (const letter of last)
      if (letter !== url.at(-1)) await expectRejected(await open({ url: url.slice(0, -1) + letter, cookie }))
  })

  it('when it has the signature of another file', async () => {
    const reply = await server.ask(getGuarantorFileUpload, { id: guarantor.id }, viewer)
    const { idcard, utitity } = reply.output().data
    const { cookie } = linkFrom(reply, '')
    const mixed = `${idcard?.split('.')[0]}.${utitity?.split('.')[1]}`
    await expectRejected(await open({ url: mixed, cookie }))
  })

  it('when forged with another key or none', async () => {
    const { url, cookie } = await linkFor()
    const keys = server.services.linkKeys
    const key = keys.signing(server.clock.now())
    const token = url.slice('/api/files/'.length)
    const request = { cookies: { 'alajo-files': cookie.split('=')[1] } } as never
    const link = readLink(keys, token, request, server.clock.now())
    if (!link) throw new Error('The link can not be read.')
    expect((await open({ url: `/api/files/${encodeLink(key, link)}`, cookie })).http).toBe(200)
    rowsBefore += 1
    const [text] = token.split('.')
    for (const forged of [
      encodeLink(randomBytes(32), link),
      encodeLink(Buffer.alloc(0), link),
      `${text}.`,
      text,
      `${token}.x`,
    ])
      await expectRejected(await open({ url: `/api/files/${forged}`, cookie }))
  })

  it.each<[string, string]>([
    ['a word', '/x'],
    ['a dot', '/.'],
    ['two words', '/x.y'],
    ['nothing', '/'],
    ['a NUL', '/%00'],
    ['a path', '/%2e%2e%2f%2e%2e%2fetc%2fpasswd'],
    ['a path as it stands', '/../../etc/passwd'],
    ['no UTF-8', '/%c3%28'],
    ['very long', `/${'a'.repeat(9000)}`],
    ['not there', ''],
  ])('when it is %s', async (_what, end) => {
    const reply = await open({ url: `/api/files${end}`, cookie: (await linkFor()).cookie })
    expect([403, 404]).toContain(reply.http)
    expect(await views()).toHaveLength(rowsBefore)
  })

  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'] as const)('with %s', async (method) => {
    const { url, cookie } = await linkFor()
    expect((await server.inject({ method, url, headers: { cookie } })).http).toBe(404)
    expect(await views()).toHaveLength(rowsBefore)
  })
})

describe('an admin who lost the right', () => {
  const noPermission = 'You do not have permission to see this file.'
  async function expectForbidden(adminId: number, reply: Answer) {
    expect(reply).toMatchObject({ http: 403, text: noPermission })
    expect((await views()).slice(rowsBefore)).toMatchObject([
      {
        adminId,
        action: 'files.customerIdCard',
        description: `Tried to view the ID card of customer ${customer.id}`,
        status: 'refused',
        detail: noPermission,
      },
    ])
  }

  it('is refused after losing the permission, and the refusal is logged', async () => {
    const me = await server.enter('can-view-customer-details')
    const link = await linkFor(me)
    await server.revokeAll(me.id)
    await expectForbidden(me.id, await open(link))
  })

  it('is refused while a one-time password is in force', async () => {
    const me = await server.enter('can-view-customer-details')
    const link = await linkFor(me)
    await server.database.$client.query('update admins set must_change_password = true where id = $1', [
      me.id,
    ])
    await expectForbidden(me.id, await open(link))
  })

  it('is let in again by can-view-all', async () => {
    expect((await open(await linkFor(await server.enter('can-view-all')))).http).toBe(200)
  })
})

describe('each view', () => {
  it('is recorded in the activity log and its chain', async () => {
    const reply = await server.ask(getGuarantorFileUpload, { id: guarantor.id }, viewer)
    const { idcard, utitity } = reply.output().data
    const { cookie } = linkFrom(reply, '')
    for (const url of [idcard ?? '', utitity ?? '', (await linkFor()).url]) await open({ url, cookie })
    const common = { adminId: viewer.id, status: 'success', detail: null, createdAt: server.clock.now() }
    const [guarantorSubject, customerSubject] = [`guarantor ${guarantor.id}`, `customer ${customer.id}`]
    const [card, bill, own] = (await views()).slice(rowsBefore)
    expect(card).toMatchObject({
      ...common,
      subject: guarantorSubject,
      description: `Viewed the ID card of ${guarantorSubject}`,
    })
    expect(bill).toMatchObject({
      ...common,
      subject: guarantorSubject,
      description: `Viewed the utility bill of ${guarantorSubject}`,
    })
    expect(own).toMatchObject({
      ...common,
      subject: customerSubject,
      description: `Viewed the ID card of ${customerSubject}`,
    })
    expect(await verifyChain(server.database)).toMatchObject({ intact: true, rows: rowsBefore + 3 })
  })

  it('is a line in the server’s log without token and cookie', async () => {
    const link = await linkFor()
    await open(link)
    await open({ ...link, cookie: '' })
    await open({ ...link, url: `${link.url}x` })
    expect(server.log.map(({ call, adminId, http }) => [call, adminId, http])).toEqual([
      ['customers.getCustomerIdForLoan', viewer.id, 200],
      ['files.open', viewer.id, 200],
      ['files.open', undefined, 403],
      ['files.open', undefined, 403],
    ])
    const text = JSON.stringify(server.log)
    const token = link.url.slice('/api/files/'.length)
    for (const secret of [...token.split('.'), link.cookie.split('=')[1] ?? '', 'a-card'])
      expect(text).not.toContain(secret)
  })
})

describe('a portal on another host', async () => {
  const portal = 'https://portal.test'
  const remote = await openServer({ env: { PUBLIC_URL: 'https://api.test', CORS_ORIGIN: portal } })
  await remote.services.files.put('a-card', png)
  const { id } = await remote.makeCustomer((await remote.makeAgent()).id, { idCardFile: 'a-card' })
  const me = await remote.enter('can-view-customer-details')
  async function ask(headers: Record<string, string>) {
    const reply = await remote.ask(getCustomerIdForLoan, { customer_id: id }, { ...me, headers })
    return { reply, link: linkFrom(reply, reply.output().data) }
  }

  it('of the same site gets a Secure cookie', async () => {
    const { reply, link } = await ask({ origin: portal, 'sec-fetch-site': 'same-site' })
    expect(String(reply.headers['set-cookie'])).toMatch(/alajo-files=.+; HttpOnly; Secure; SameSite=Strict/)
    expect((await openLink(remote, link)).http).toBe(200)
    expect((await openLink(remote, { ...link, cookie: '' })).http).toBe(403)
  })

  it('of another site gets no cookie, and its link opens without one', async () => {
    const { link } = await ask({ origin: portal, 'sec-fetch-site': 'cross-site' })
    expect(link.cookie).toBe('')
    expect((await openLink(remote, link)).http).toBe(200)
  })

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['that it is the same origin', { origin: 'https://api.test' }],
    ['that it is of an unknown origin', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
  ])('is not assumed for a request that says %s', async (_what, headers) => {
    const { link } = await ask(headers)
    expect((await openLink(remote, { ...link, cookie: '' })).http).toBe(403)
  })
})
