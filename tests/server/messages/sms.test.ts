import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { readConfig } from '#server/config'
import { start } from '#server/process/start'
import { openSms, SmsFault } from '#server/sms/sms'
import { bodyKeys } from '../support/harness'
import { moneyOf } from '../support/money'
import { peopleOf } from '../support/people'
import { emptyDatabase } from '../support/testDatabase'
import { openMessageDesk } from './messageDesk'

type Received = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string }
const received: Received[] = []
const accept = (response: ServerResponse) => response.writeHead(202).end('queued')
let answer: (response: ServerResponse) => unknown = accept
const gatewayServer = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => {
    body += part
  })
  request.on('end', () => {
    received.push({ method: request.method, url: request.url, headers: request.headers, body })
    answer(response)
  })
})
gatewayServer.listen(0, '127.0.0.1')
await once(gatewayServer, 'listening')
const url = `http://127.0.0.1:${(gatewayServer.address() as AddressInfo).port}`
const folder = await mkdtemp(path.join(tmpdir(), 'alajo-sms-'))
afterAll(async () => {
  gatewayServer.closeAllConnections()
  gatewayServer.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  received.length = 0
  answer = accept
})

const gatewayOf = (env: NodeJS.ProcessEnv) =>
  readConfig({ ...bodyKeys, NODE_ENV: 'test', ...env }).sms.gateway
const smsTo = (env: NodeJS.ProcessEnv) => openSms({ gateway: gatewayOf(env), outbox: folder })
const message = { id: 12, phone: '08031234567', text: 'Deposit of NGN 500.00 & "more"' }
const never = new AbortController().signal
const faultOf = (sending: Promise<void>) =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a gateway', () => {
  it('gets the message as JSON, with the configured headers', async () => {
    await smsTo({ SMS_URL: `${url}/send`, SMS_HEADERS: '{"Authorization":"Bearer key"}' })(message, never)
    expect(received).toHaveLength(1)
    const [request] = received
    expect(request).toMatchObject({ method: 'POST', url: '/send' })
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer key',
      'content-type': 'application/json',
    })
    expect(JSON.parse(request?.body ?? '')).toEqual({ to: '2348031234567', text: message.text })
  })

  it('gets the message in its address', async () => {
    await smsTo({ SMS_URL: `${url}/{id}?to={phone}&text={text}`, SMS_METHOD: 'GET' })(message, never)
    const asked = new URL(received[0]?.url ?? '', url)
    expect([received[0]?.method, asked.pathname, asked.searchParams.get('to')]).toEqual([
      'GET',
      '/12',
      message.phone,
    ])
    expect(asked.searchParams.get('text')).toBe(message.text)
    expect(received[0]?.body).toBe('')
  })

  it.each([
    [200, undefined],
    [302, { code: 'HTTP 302', isOutage: false }],
    [400, { code: 'HTTP 400', isOutage: false }],
    [401, { code: 'HTTP 401', isOutage: true }],
    [429, { code: 'HTTP 429', isOutage: true }],
    [500, { code: 'HTTP 500', isOutage: true }],
  ])('that replies %i', async (status, fault) => {
    answer = (response) =>
      response.writeHead(status, status === 302 ? { location: `${url}/elsewhere` } : {}).end(message.phone)
    const error = await faultOf(smsTo({ SMS_URL: url })(message, never))
    if (fault) expect(error).toMatchObject(fault)
    else expect(error).toBeUndefined()
    expect(received.map((one) => one.url)).toEqual(['/'])
    expect(String(error)).not.toContain(message.phone)
  })

  it('that does not answer in time, or can not be reached, is an outage', async () => {
    answer = () => {}
    const slow = await faultOf(smsTo({ SMS_URL: url, SMS_TIMEOUT_SECONDS: '1' })(message, never))
    expect(slow).toEqual(new SmsFault('ETIMEDOUT', true))
    const gone = await faultOf(smsTo({ SMS_URL: 'http://127.0.0.1:1' })(message, never))
    expect(gone).toBeInstanceOf(SmsFault)
    expect(gone).toMatchObject({ isOutage: true })
    const stopping = new AbortController()
    const cut = faultOf(smsTo({ SMS_URL: url })(message, stopping.signal))
    stopping.abort()
    expect(await cut).toEqual(new SmsFault('server stopped', true))
  })

  it('that answers 500 and then 200 has each message once', async () => {
    const desk = await openMessageDesk()
    const customer = await desk.saver()
    await desk.deposit(customer.saving.id)
    const [row] = await desk.messagesTo(customer.id)
    const send = smsTo({ SMS_URL: url })
    const { run } = desk.worker((one) => send(one, never))
    answer = (response) => response.writeHead(500).end()
    await run()
    answer = accept
    desk.server.clock.pass(1)
    await run()
    await run()
    expect(received.map(({ body }) => JSON.parse(body).text)).toEqual([row?.text, row?.text])
    expect(await desk.messagesTo(customer.id)).toMatchObject([{ state: 'sent', attempts: 2, problem: null }])
  })
})

describe('without a gateway', () => {
  it('each message is a file that only this user may read', async () => {
    const outbox = path.join(folder, 'outbox')
    await openSms({ gateway: undefined, outbox })(message, never)
    const [file = '', ...more] = await readdir(outbox)
    expect(more).toEqual([])
    expect(file).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z-sms-12\.txt$/)
    expect(await readFile(path.join(outbox, file), 'utf8')).toBe(`To: ${message.phone}\n\n${message.text}\n`)
    if (process.platform !== 'win32') expect((await stat(path.join(outbox, file))).mode & 0o777).toBe(0o600)
  })

  it('a folder that can not be written is an outage', async () => {
    const file = path.join(folder, 'a-file')
    await writeFile(file, '')
    const fault = await faultOf(
      openSms({ gateway: undefined, outbox: path.join(file, 'outbox') })(message, never),
    )
    expect(fault).toMatchObject({ code: 'ENOTDIR', isOutage: true })
  })
})

describe('a started server', () => {
  /** A server that ran with a deposit of one customer. */
  async function runWith(env: NodeJS.ProcessEnv, until: (place: { dataDir: string }) => Promise<boolean>) {
    const place = await emptyDatabase()
    const where = { DATA_DIR: place.dataDir, DATABASE_URL: place.url, PORT: '0', DEMO: 'off' }
    const running = await start(readConfig({ ...bodyKeys, ...where, LOG_LEVEL: 'silent', ...env }))
    const { database } = running.services
    const people = peopleOf(database, () => new Date())
    const { token } = await people.enter('can-record-collection')
    const agent = await people.makeAgent()
    const customer = await people.makeCustomer(agent.id)
    const clock = { now: () => new Date() }
    const money = moneyOf({ database, clock, checksums: async () => ({}) })
    const { id } = await money.makeSaving(customer)
    const reply = await fetch(`${running.url}/api/admin/${calls.savings.depositSaving.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        logintoken: token,
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ savings_id: id, amount: '250.00' }),
    })
    expect(await reply.json()).toMatchObject({ status: '200' })
    await expect.poll(() => until(place)).toBe(true)
    await running.stop()
    const files = await readdir(path.join(place.dataDir, 'outbox')).catch(() => [])
    await place.drop()
    return { customer, files: files.filter((name) => name.includes('-sms-')) }
  }

  it('sends by the gateway', async () => {
    const { customer, files } = await runWith({ SMS_URL: url }, async () => received.length > 0)
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([
      { to: customer.phoneNumber.replace(/^0/, '234'), text: expect.stringContaining('NGN 250.00') },
    ])
    expect(files).toEqual([])
  })

  it('writes files without one', async () => {
    const { files } = await runWith({}, async ({ dataDir }) => {
      const names = await readdir(path.join(dataDir, 'outbox')).catch(() => [])
      return names.some((name) => name.includes('-sms-'))
    })
    expect(files).toHaveLength(1)
  })
})
