import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { openMail } from '#server/mail'
import { start } from '#server/start'
import { sealBody } from '#data/bodyCipher'
import { bodyKeys, openServer } from './harness'
import { password, peopleOf } from './people'
import { emptyDatabase } from './testDatabase'

type Received = { from: string; to: string[]; text: string }
const received: Received[] = []
const post = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  async onData(stream, session, done) {
    let text = ''
    for await (const part of stream) text += String(part)
    // A slow one: what does not wait for it is noticed.
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
  it('the sign-in token is really sent, to one address', async () => {
    const place = await emptyDatabase()
    const where = { DATA_DIR: place.dataDir, DATABASE_URL: place.url, PORT: '0', SMTP_URL: smtpUrl }
    const running = await start(readConfig({ ...bodyKeys, ...where, DEMO: 'off', LOG_LEVEL: 'silent' }))
    const { email } = await peopleOf(running.services.database, () => new Date()).makeAdmin()
    const reply = await fetch(`${running.url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sealBody({ email, password })),
    })
    expect(await reply.json()).toMatchObject({ status: '200', message: 'A token was sent to your email.' })
    expect(received).toHaveLength(0)
    // A server that stops waits for the letters that are on their way.
    await running.stop()
    expect(received).toHaveLength(1)
    await place.drop()
    expect(received[0]).toMatchObject({ from: 'no-reply@alajo.test', to: [email] })
    expect(received[0]?.text).toMatch(/^Subject: Your Alajo sign-in token\r?$/m)
    expect(received[0]?.text).toMatch(/^Your sign-in token is \d{6}\.\r?$/m)
  })

  it('no file is written', async () => {
    const outbox = path.join(folder, 'none')
    await openMail({ smtpUrl, from, outbox }).send({ to: 'a@alajo.test', subject: 's', text: 't' })
    await expect(stat(outbox)).rejects.toThrow('ENOENT')
  })

  it('a mail server that is not there fails the letter', async () => {
    const mail = openMail({ smtpUrl: 'smtp://127.0.0.1:1', from, outbox: folder })
    await expect(mail.send({ to: 'a@alajo.test', subject: 's', text: 't' })).rejects.toThrow('ECONNREFUSED')
    await mail.settled()
  })
})

describe('without SMTP_URL', () => {
  it('each letter is a file that only this user may read', async () => {
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

it('a letter that can not be sent changes nothing for who signs in, and is logged without the address', async () => {
  const server = await openServer()
  const { email } = await server.makeAdmin()
  const well = await server.stepOne(email, password)
  server.services.mail.send = async (letter) => {
    throw new Error(`550 no such mailbox ${letter.to}`)
  }
  server.log.length = 0
  const badly = await server.stepOne(email, password)
  expect([badly.http, badly.message]).toEqual([well.http, well.message])
  expect(server.log.map(({ msg }) => msg).toSorted()).toEqual(['a sign-in token could not be mailed', 'call'])
  expect(JSON.stringify(server.log)).not.toContain(email)
})
