import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { ConfigError } from '#server/config'
import { adminActivity } from '#server/db/tables/schema'
import { loadLinkKeys, rotateLinkKeys } from '#server/files/linkKeys'
import { jpeg, linkFrom, openLink, pdf, png } from '../support/files'
import { openServer, type TestServer } from '../support/harness'

const server = await openServer()
const { files, config } = server.services
const { getCustomerIdForLoan } = calls.customers
const viewer = await server.enter('can-view-customer-details')
const agent = await server.makeAgent()

async function view(
  idCardFile: string,
  {
    on = server,
    me = viewer,
    headers = {},
  }: { on?: TestServer; me?: { token: string }; headers?: object } = {},
) {
  const customer = await on.makeCustomer((await on.makeAgent()).id, { idCardFile })
  const reply = await on.ask(getCustomerIdForLoan, { customer_id: customer.id }, me)
  return openLink(on, linkFrom(reply, reply.output().data), headers)
}
const rows = () => server.database.$count(adminActivity)
let rowsBefore = 0
beforeEach(async () => {
  rowsBefore = await rows()
})

const html = Buffer.from('<script>alert(1)</script>')
const activePdf = Buffer.from(
  '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>',
)

describe('a file', () => {
  it.each([
    ['PNG', png, 'image/png', 'inline; filename="id-card.png"'],
    ['JPEG', jpeg, 'image/jpeg', 'inline; filename="id-card.jpg"'],
    ['PDF', pdf, 'application/pdf', 'attachment; filename="id-card.pdf"'],
    // Of before images were written anew.
    ['PNG with a page', Buffer.concat([png, html]), 'image/png', 'inline; filename="id-card.png"'],
    ['PDF with a script', activePdf, 'application/pdf', 'attachment; filename="id-card.pdf"'],
  ])(
    'of type %s is sent as that type, whatever its name, and nothing of it runs',
    async (what, bytes, type, disposition) => {
      const stored = `not-a-${what.toLowerCase().replaceAll(' ', '-')}-html`
      await files.put(stored, bytes)
      const reply = await view(stored)
      expect(reply.http).toBe(200)
      expect(reply.headers).toMatchObject({
        'content-type': type,
        'content-length': String(bytes.length),
        'content-disposition': disposition,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      })
      const rules = String(reply.headers['content-security-policy']).split('; ')
      expect(rules).toEqual(
        expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'", 'sandbox']),
      )
    },
  )

  it('that is a PDF is saved from a tab, which says so; only the file itself is recorded', async () => {
    await files.put('bill', pdf)
    const tab = await view('bill', { headers: { 'sec-fetch-dest': 'document' } })
    expect(tab.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    expect(tab.text).toContain('<meta http-equiv="refresh" content="0; url=?save">')
    expect(await rows()).toBe(rowsBefore)
  })

  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a GIF', 'GIF89a'],
    ['a PDF that begins later', ' %PDF-1.4'],
    ['nothing', ''],
  ])('that is %s is not shown', async (_what, text) => {
    await files.put('looks-like-png', Buffer.from(text))
    const reply = await view('looks-like-png')
    expect(reply).toMatchObject({ http: 404, text: 'No records available  this customer' })
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(await rows()).toBe(rowsBefore)
  })

  it.each([
    'nothing-of-that-name',
    '../file-links.key',
    'files/a',
    '/etc/hostname',
    '..',
    '',
    'A.png',
    'a\\b',
    '%2e%2e',
  ])('with the stored name %j is not found', async (name) => {
    expect(await view(name)).toMatchObject({ http: 404, text: 'No records available  this customer' })
    expect(await rows()).toBe(rowsBefore)
  })

  it('of a customer deleted meanwhile is not shown', async () => {
    await files.put('a-card', png)
    const customer = await server.makeCustomer(agent.id, { idCardFile: 'a-card' })
    const reply = await server.ask(getCustomerIdForLoan, { customer_id: customer.id }, viewer)
    await server.database.$client.query('update customers set is_deleted = true where id = $1', [customer.id])
    expect((await openLink(server, linkFrom(reply, reply.output().data))).http).toBe(404)
  })

  it('that the store fails to read is an error without details', async () => {
    const broken = await openServer({
      env: {
        FILES_URL: 's3://files?endpoint=http://127.0.0.1:9',
        FILES_ACCESS_KEY_ID: 'zq9id',
        FILES_SECRET_ACCESS_KEY: 'zq9secret',
      },
    })
    const me = await broken.enter('can-view-customer-details')
    const reply = await view('a-card', { on: broken, me })
    expect(reply).toMatchObject({ http: 500, text: 'An error occurred' })
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(await broken.database.$count(adminActivity)).toBe(0)
    expect(broken.log.map(({ msg }) => msg)).toEqual(['call', 'fault', 'call'])
    expect(JSON.stringify(broken.log)).not.toMatch(/zq9|\/api\/files|a-card/)
  })

  it('counts towards the rate limit of its admin', async () => {
    const narrow = await openServer({ limits: { account: 1 }, nodes: 1 })
    const me = await narrow.enter('can-view-customer-details')
    const reply = await view('a-card', { on: narrow, me })
    expect(reply).toMatchObject({ http: 429, text: expect.stringMatching(/^Too many requests\./) })
    expect(reply.headers['retry-after']).toBeDefined()
  })
})

describe('the key that signs links', () => {
  const keysIn = async (folder: string) => (await loadLinkKeys(folder)).all()

  it('is created once and survives a restart', async () => {
    expect(await keysIn(config.dataDir)).toEqual(server.services.linkKeys.all())
    expect(server.services.linkKeys.all()).toEqual([expect.any(Buffer)])
  })

  it('differs in another data folder and is readable by its owner only', async () => {
    const other = path.join(config.dataDir, 'another')
    const [one, two] = await Promise.all([keysIn(other), keysIn(other)])
    expect(one).toEqual(two)
    expect(one).not.toEqual(server.services.linkKeys.all())
    expect((await stat(path.join(other, 'file-links.key'))).mode & 0o777).toBe(0o600)
  })

  it('of an earlier release, as bare bytes, stays', async () => {
    const before = path.join(config.dataDir, 'before')
    await loadLinkKeys(before)
    const key = Buffer.alloc(32, 7)
    await writeFile(path.join(before, 'file-links.key'), key)
    expect(await keysIn(before)).toEqual([key])
    await rotateLinkKeys(before, new Date())
    expect(await keysIn(before)).toEqual([key, expect.any(Buffer)])
  })

  it('when damaged keeps the server from starting and says what to do', async () => {
    const damaged = path.join(config.dataDir, 'damaged')
    await loadLinkKeys(damaged)
    for (const content of ['short', '', `${Buffer.alloc(32).toString('base64')} yesterday`]) {
      await writeFile(path.join(damaged, 'file-links.key'), content)
      await expect(loadLinkKeys(damaged)).rejects.toThrow(ConfigError)
      await expect(loadLinkKeys(damaged)).rejects.toThrow(/are damaged\. Remove the file/)
    }
  })
})
