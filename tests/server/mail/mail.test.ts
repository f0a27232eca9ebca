import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { calls } from '#contract/index'
import { readConfig } from '#server/config'
import { agents, signIns } from '#server/db/tables/schema'
import { type MailMessage, openMail } from '#server/mail/mail'
import { start } from '#server/process/start'
import { sealBody } from '#transport/bodyCipher'
import { type Answer, bodyKeys, openServer, type Sender, type TestServer } from '../support/harness'
import { password, peopleOf, personBody } from '../support/people'
import { emptyDatabase } from '../support/testDatabase'
import { sentences } from '../../sentences'

const notSent = 'The token could not be sent. Try again in a minute or ask your administrator.'
/** The changes that mail a password, each for a new person. */
type Prepare = (server: TestServer) => Promise<(from: Sender) => Promise<Answer>>
const issuing: [string, Prepare][] = [
  [
    'a new admin',
    async (server) => {
      const { name, email, phone_number } = personBody()
      return (from) => server.ask(calls.admins.addAdmin, { name, email, phone_number }, from)
    },
  ],
  [
    'a new agent',
    async (server) => {
      const body = personBody()
      return (from) => server.ask(calls.agents.addAgent, body, from)
    },
  ],
  [
    'a reset password of an admin',
    async (server) => {
      const { id } = await server.makeAdmin()
      return (from) => server.ask(calls.admins.resetPassword, { admin_id: id }, from)
    },
  ],
  [
    'a reset password of an agent',
    async (server) => {
      const { id } = await server.makeAgent()
      return (from) => server.ask(calls.agents.resetAgentPassword, { agent_id: id }, from)
    },
  ],
]

type Received = { from: string; to: string[]; text: string }
const received: Received[] = []
const post = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  async onData(stream, session, done) {
    let text = ''
    for await (const part of stream) text += String(part)
    // Slow, so that a reply that does not wait for it is noticed.
    await sleep(500)
    const { mailFrom, rcptTo } = session.envelope
    received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), text })
    done()
  },
})
post.listen(0, '127.0.0.1')
await once(post.server, 'listening')
const smtpUrl = `smtp://127.0.0.1:${(post.server.address() as AddressInfo).port}`
const folder = await mkdtemp(path.join(tmpdir(), 'alajo-mail-'))
afterAll(async () => {
  post.close()
  await rm(folder, { recursive: true, force: true })
})
const from = 'Alajo <no-reply@alajo.test>'

describe('with SMTP_URL', () => {
  it('the sign-in token is sent to one address before the reply', async () => {
    const place = await emptyDatabase()
    const where = { DATA_DIR: place.dataDir, DATABASE_URL: place.url, PORT: '0', SMTP_URL: smtpUrl }
    const running = await start(readConfig({ ...bodyKeys, ...where, DEMO: 'off', LOG_LEVEL: 'silent' }))
    const { email } = await peopleOf(running.services.database, () => new Date()).makeAdmin()
    const reply = await fetch(`${running.url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sealBody({ email, password })),
    })
    expect(await reply.json()).toMatchObject({ status: '200', message: sentences.tokenSent })
    // The mail server accepted it before the reply was sent.
    const mine = received.filter(({ to }) => to.includes(email))
    expect(mine).toHaveLength(1)
    await running.stop()
    await place.drop()
    expect(mine[0]).toMatchObject({ from: 'no-reply@alajo.test', to: [email] })
    expect(mine[0]?.text).toMatch(/^Subject: Your Alajo sign-in token\r?$/m)
    expect(mine[0]?.text).toMatch(/^Your sign-in token is \d{6}\.\r?$/m)
  })

  it('writes no file', async () => {
    const outbox = path.join(folder, 'none')
    await openMail({ smtpUrl, from, outbox }).send({ to: 'a@alajo.test', subject: 's', text: 't' })
    await expect(stat(outbox)).rejects.toThrow('ENOENT')
  })

  it('rejects when the mail server can not be reached', async () => {
    const mail = openMail({ smtpUrl: 'smtp://127.0.0.1:1', from, outbox: folder })
    await expect(mail.send({ to: 'a@alajo.test', subject: 's', text: 't' })).rejects.toThrow('ECONNREFUSED')
    await mail.settled()
  })
})

describe('without SMTP_URL', () => {
  it('writes each letter to a file that only this user may read', async () => {
    const outbox = path.join(folder, 'outbox')
    const mail = openMail({ smtpUrl: undefined, from, outbox })
    await Promise.all(
      ['ada', 'bayo'].map((name) =>
        mail.send({ to: `${name}@alajo.test`, subject: `To ${name}`, text: `Dear ${name},\n\n₦5` }),
      ),
    )
    const files = await readdir(outbox)
    expect(files).toHaveLength(2)
    for (const file of files) expect(file).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z-[0-9a-f]{8}\.eml$/)
    const letters = await Promise.all(files.map((file) => readFile(path.join(outbox, file), 'utf8')))
    expect(letters.find((letter) => letter.includes('To: ada@alajo.test'))).toContain('Subject: To ada')
    for (const file of files)
      expect((await stat(path.join(outbox, file))).mode & 0o777).toBe(
        process.platform === 'win32' ? 0o666 : 0o600,
      )
  })
})

describe('a mail server that fails', async () => {
  const server = await openServer()
  const { mail } = server.services
  const workingSend = mail.send
  const fail = async (letter: MailMessage) => {
    throw new Error(`550 no such mailbox ${letter.to}`)
  }
  beforeEach(() => {
    mail.send = fail
    server.log.length = 0
    server.clock.pass(61)
  })

  it('is reported after the right password, and leaves no sign-in open', async () => {
    const { email } = await server.makeAdmin()
    const reply = await server.stepOne(email, password)
    expect(reply).toMatchObject({ http: 200, json: { status: '400', message: notSent } })
    expect(Object.keys(reply.json)).toHaveLength(2)
    expect(await server.database.select().from(signIns)).toEqual([])
    mail.send = workingSend
    expect((await server.stepOne(email, password)).message).toBe(sentences.tokenSent)
  })

  it('is not reported after a wrong password or e-mail', async () => {
    const { email } = await server.makeAdmin()
    for (const [whose, given] of [
      [email, 'a wrong password'],
      ['stranger@alajo.test', password],
    ] as const)
      expect((await server.stepOne(whose, given)).json).toEqual({
        status: '400',
        message: sentences.invalidSignIn,
      })
  })

  it.each(issuing)('makes %s return a warning, and its repeat as well', async (_what, prepare) => {
    const me = await server.enterAs({ role: 'SuperAdmin' })
    const [send, another] = [await prepare(server), await prepare(server)]
    const key = randomUUID()
    const first = await send({ ...me, key })
    const message = expect.stringMatching(
      /^Saved, but the one-time password could not be sent by email\. Reset the (admin|agent)'s password/,
    )
    expect(first.json).toEqual({ status: '200', warning: true, message })
    mail.send = workingSend
    expect((await send({ ...me, key })).json).toEqual(first.json)
    const well = await another(me)
    expect(well.status).toBe('200')
    expect(well.json).not.toHaveProperty('warning')
  })
})

it('a warning that can not be stored leaves the change and its reply as they are', async () => {
  const server = await openServer()
  const { $client: pool } = server.database
  // Sent after the commit: only storing the warning fails.
  server.services.mail.send = async () => {
    await pool.query(`alter table idempotency_keys add constraint shut check (key = '') not valid`)
    throw new Error('550 no such mailbox')
  }
  const me = await server.enterAs({ role: 'SuperAdmin' })
  const [body, key] = [personBody(), randomUUID()]
  server.log.length = 0
  const first = await server.ask(calls.agents.addAgent, body, { ...me, key })
  await pool.query('alter table idempotency_keys drop constraint shut')
  expect(first.json).toEqual({
    status: '200',
    warning: true,
    message: expect.stringMatching(/^Saved, but the one-time password could not be sent by email\. /),
  })
  expect(server.log.filter(({ msg }) => msg === 'storing a warning failed')).toMatchObject([
    { error: { code: '23514' } },
  ])
  // The change is made; its repeat has the reply that was committed with it.
  const again = await server.ask(calls.agents.addAgent, body, { ...me, key })
  expect(again.json).toEqual({ status: '200', message: sentences.agentCreated })
  expect(await server.database.$count(agents, eq(agents.email, body.email))).toBe(1)
})

it('readyz and the log report failing and recovered mail', async () => {
  const server = await openServer()
  const log = {
    error: vi.fn<(fields: object) => void>(),
    warn: vi.fn<() => void>(),
    info: vi.fn<() => void>(),
  }
  const outbox = path.join(folder, 'a-file')
  await writeFile(outbox, '')
  const mail = openMail({ smtpUrl: undefined, from, outbox, log })
  server.services.mail.isFailing = mail.isFailing
  /** A probe of a busy machine may be late. */
  const ready = async () => {
    const { http, json } = await server.inject({ method: 'GET', url: '/readyz' })
    return [http, json]
  }
  await expect.poll(ready).toEqual([200, { ok: true }])
  await mail.check()
  await expect.poll(ready).toEqual([200, { ok: true, mail: 'failing' }])
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ code: 'EEXIST' }), 'mail can not be sent')
  await rm(outbox)
  await mail.send({ to: 'a@alajo.test', subject: 's', text: 't' })
  await expect.poll(ready).toEqual([200, { ok: true }])
  expect(log.info).toHaveBeenCalledWith('mail can be sent again')
  await mail.settled()
})

it('one refused recipient does not make mail fail for everybody; a mail server that refuses all does', async () => {
  let takesNobody = false
  const picky = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(
        takesNobody || address.startsWith('gone')
          ? Object.assign(new Error('no such user'), { responseCode: 550 })
          : null,
      ),
    onData: (stream, _session, done) => void stream.on('end', () => done()).resume(),
  })
  picky.listen(0, '127.0.0.1')
  await once(picky.server, 'listening')
  onTestFinished(() => picky.close(() => {}))
  const log = {
    error: vi.fn<(fields: object) => void>(),
    warn: vi.fn<(fields: object) => void>(),
    info: vi.fn<() => void>(),
  }
  const { port } = picky.server.address() as AddressInfo
  const mail = openMail({ smtpUrl: `smtp://127.0.0.1:${port}`, from, outbox: folder, log })
  onTestFinished(() => mail.settled())
  const send = (to: string) => mail.send({ to: `${to}@alajo.test`, subject: 's', text: 't' })

  for (let tries = 0; tries < 5; tries += 1) await expect(send('gone')).rejects.toThrow()
  await expect(send('gone-too')).rejects.toThrow()
  expect(mail.isFailing()).toBe(false)
  expect(log.error).not.toHaveBeenCalled()
  expect(log.warn).toHaveBeenCalledWith(
    { name: 'Error', code: 'EENVELOPE', responseCode: 550 },
    'a mail was refused for its recipient',
  )
  await send('ada')
  for (const one of ['gone', 'gone-too']) await expect(send(one)).rejects.toThrow()
  expect(mail.isFailing()).toBe(false)
  takesNobody = true
  await expect(send('ada')).rejects.toThrow()
  expect(mail.isFailing()).toBe(true)
  takesNobody = false
  await send('ada')
  expect(mail.isFailing()).toBe(false)
})

it('a mail server that never replies times out', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const mail = openMail({ smtpUrl: `smtp://127.0.0.1:${port}`, from, outbox: folder })
  await expect(mail.send({ to: 'a@alajo.test', subject: 's', text: 't' })).rejects.toThrow()
  expect(mail.isFailing()).toBe(true)
  await mail.settled()
  silent.close()
})

it('a mail server that greets and then says nothing is given up after ten seconds', async () => {
  const silent = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        vi.advanceTimersByTime(10_000)
        vi.useRealTimers()
      })
    socket.write('220 slow.test\r\n')
    onTestFinished(() => void socket.destroy())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    vi.useRealTimers()
    silent.close()
  })
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const log = {
    error: vi.fn<(fields: object) => void>(),
    warn: vi.fn<() => void>(),
    info: vi.fn<() => void>(),
  }
  const mail = openMail({ smtpUrl: `smtp://127.0.0.1:${port}`, from, outbox: folder, log })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await expect(mail.send({ to: 'a@alajo.test', subject: 's', text: 't' })).rejects.toMatchObject({
    message: 'no response in time',
    code: 'ETIMEDOUT',
  })
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: 'ETIMEDOUT' }),
    'mail can not be sent',
  )
  expect(mail.isFailing()).toBe(true)
  await mail.settled()
})
