import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { addressOf, startProcess, startServer } from '../support/processes'
import { emptyDatabase, onPostgres } from '../support/testDatabase'
import { sentences } from '../../sentences'

const place = await emptyDatabase()
const elsewhere = { DATA_DIR: place.dataDir, DATABASE_URL: place.url }
afterAll(() => place.drop())

// One server: it starts in the first test and stops in the second.
describe('a server that starts', { shuffle: false }, async () => {
  const own = await emptyDatabase()
  afterAll(() => own.drop())
  const server = startServer({ DATA_DIR: own.dataDir, DATABASE_URL: own.url })

  it('prints its address and answers there', async () => {
    const url = await addressOf(server)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    for (const path of ['/healthz', '/readyz']) {
      const answer = async () => {
        const reply = await fetch(url + path)
        return [reply.status, await reply.json()]
      }
      // A probe of a busy machine may be late.
      await expect.poll(answer).toEqual([200, { ok: true }])
    }
    const call = await fetch(`${url}/api/admin/getagents`, { method: 'POST' })
    expect([call.status, await call.json()]).toEqual([
      401,
      { status: '300', message: sentences.expiredToken },
    ])
  })

  it('ends at SIGTERM without an error and has logged one JSON line for the call', async () => {
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.output.err).toBe('')
    const lines = server.output.out.split('\n').filter((line) => line.startsWith('{'))
    const calls = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'call')
    expect(calls).toMatchObject([{ http: 401, problem: 'signedOut' }])
  })
})

describe('a server that can not start says why, in one line, and ends', () => {
  // config.test.ts has the other faults of the configuration.
  it.each([
    ['an invalid port', { PORT: 'abc' }, 'PORT must be a whole number'],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      'The database of DATABASE_URL',
    ],
  ])('%s', async (_what, env, message) => {
    const server = startServer({ ...elsewhere, ...env })
    expect(await server.ended).toBe(1)
    expect(server.output.err).toContain(message)
    expect(server.output.err).not.toMatch(/\n\s+at /)
    expect(server.output.out).not.toContain('ready')
  })

  it.each([
    ['a file', '', 'it is a file'],
    ['in a file', '/deeper', 'a part of its path is a file'],
  ])('a data folder that is %s', async (_what, rest, why) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'alajo-start-'))
    await writeFile(path.join(folder, 'file'), '')
    const DATA_DIR = path.join(folder, 'file') + rest
    for (const program of ['main', 'verifyLedger'] as const) {
      const server = startProcess(program, { DATA_DIR, DEMO: 'off' })
      expect(await server.ended).toBe(1)
      expect(server.output.err).toBe(
        `Alajo could not start. The data folder ${DATA_DIR} can’t be used: ${why}. Choose another one with DATA_DIR.\n`,
      )
    }
    await rm(folder, { recursive: true })
  })

  const refusal = (code: string) => {
    const fields = Buffer.from(`SFATAL\0C${code}\0Mno\0\0`)
    const length = Buffer.alloc(4)
    length.writeInt32BE(fields.length + 4)
    return Buffer.concat([Buffer.from('E'), length, fields])
  }
  it.each([
    ['that refuses the password', refusal('28P01'), 'refuses the password'],
    ['whose recovery has paused', refusal('25006'), 'can only be read'],
    ['that has no such database', refusal('3D000'), 'does not exist. Create it first.'],
    ['that is no PostgreSQL', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 'is no PostgreSQL'],
  ])('a database server %s', async (_what, reply, message) => {
    const other = createServer((socket) => void socket.once('data', () => socket.end(reply))).listen(
      0,
      '127.0.0.1',
    )
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const server = startServer({
      ...elsewhere,
      DATABASE_URL: `postgres://ada:secret@127.0.0.1:${port}/alajo`,
    })
    expect(await server.ended).toBe(1)
    expect(server.output.err).toMatch(/^Alajo could not start\. [^\n]+\n$/)
    expect(server.output.err).toContain(message)
    expect(server.output.err).not.toContain('secret')
    other.close()
  })

  it('an invalid body key', async () => {
    const server = startServer({ ...elsewhere, VITE_BODY_KEY: 'short' })
    expect(await server.ended).toBe(1)
    expect(server.output.err).toMatch(/^The configuration has a fault:\n {2}VITE_BODY_KEY [^\n]+\n$/)
  })

  it.each([
    [
      'HOST',
      { HOST: 'nowhere.invalid' },
      'HOST nowhere.invalid is not found: name an address of this machine, such as 127.0.0.1 or 0.0.0.0.',
    ],
    [
      'HOST',
      { HOST: '192.0.2.1' },
      'HOST 192.0.2.1 is no address of this machine: use 127.0.0.1, 0.0.0.0 or one that it has.',
    ],
    [
      'METRICS_HOST',
      { METRICS_HOST: 'nowhere.invalid', METRICS_PORT: '9499' },
      'METRICS_HOST nowhere.invalid is not found: name an address of this machine, such as 127.0.0.1 or 0.0.0.0.',
    ],
  ])('a %s that is none: %o', async (_name, env, message) => {
    const server = startServer({ ...elsewhere, ...env })
    expect(await server.ended).toBe(1)
    expect(server.output.err).toBe(`Alajo could not start. ${message}\n`)
  })

  it.runIf(onPostgres).each(['SQL_ASCII', 'LATIN1'])(
    'a database in %s, for every program',
    async (encoding) => {
      const { url = '', drop } = await emptyDatabase()
      const name = `alajo_${encoding.toLowerCase()}_${process.pid}`
      const admin = new pg.Client(url)
      await admin.connect()
      await admin.query(`create database ${name} encoding '${encoding}' locale 'C' template template0`)
      for (const program of ['main', 'verifyLedger'] as const) {
        const server = startProcess(program, {
          ...elsewhere,
          DEMO: 'off',
          DATABASE_URL: Object.assign(new URL(url), { pathname: name }).href,
        })
        expect(await server.ended).toBe(1)
        expect(server.output.err).toBe(
          `Alajo could not start. The database of DATABASE_URL has the encoding ${encoding}, and Alajo needs UTF8: make another one with createdb --encoding=UTF8 --template=template0 NAME.\n`,
        )
      }
      await admin.query(`drop database ${name}`)
      await admin.end()
      await drop()
    },
  )

  it('backups that could not be made at night', async () => {
    const server = startServer({
      ...elsewhere,
      BACKUP_FOLDER: '/dev/null/backups',
      BACKUP_PASSPHRASE: 'long enough to be taken',
    })
    expect(await server.ended).toBe(1)
    expect(server.output.err).toBe(
      'BACKUP_FOLDER: Backups can’t be written to /dev/null/backups: a part of its path is a file.\n',
    )
  })

  it('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const server = startServer({ ...elsewhere, PORT: String((other.address() as AddressInfo).port) })
    expect(await server.ended).toBe(1)
    expect(server.output.err).toBe(
      'Alajo could not start. The port is taken: choose another one with PORT.\n',
    )
    other.close()
  })
})
