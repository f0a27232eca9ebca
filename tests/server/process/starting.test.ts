import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { type Database, openDatabase } from '#server/db/database'
import { markAsDemo } from '#server/demo/mark'
import { admins, agents, customers, roles, settings } from '#server/db/schema'
import { type Running, start } from '#server/process/start'
import { bodyKeys } from '../support/harness'
import { addressOf, startProcess, startServer } from '../support/processes'
import { emptyDatabase } from '../support/testDatabase'

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
      const reply = await fetch(url + path)
      expect([reply.status, await reply.json()]).toEqual([200, { ok: true }])
    }
    const call = await fetch(`${url}/api/admin/getagents`, { method: 'POST' })
    expect([call.status, await call.json()]).toEqual([
      401,
      { status: '300', message: 'Expired Token... Please Log in.' },
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

const production = {
  NODE_ENV: 'production',
  VITE_BODY_KEY: 'a key of thirty-two bytes, right',
  VITE_BODY_IV: 'of sixteen bytes',
  PUBLIC_URL: 'https://alajo.test',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  ALLOW_EMBEDDED: 'true',
}

describe('a server that can not start says why, in one line, and ends', () => {
  it.each([
    ['an invalid port', { PORT: 'abc' }, 'PORT must be a whole number'],
    [
      'development keys in production',
      { ...production, ...bodyKeys },
      'VITE_BODY_KEY is the development value',
    ],
    ['no TLS in production', { ...production, PUBLIC_URL: '' }, 'PUBLIC_URL must start with https://'],
    ['no mail in production', { ...production, SMTP_URL: '' }, 'SMTP_URL is missing'],
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
  ])('a data folder that is %s', async (_what, under, why) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'alajo-start-'))
    await writeFile(path.join(folder, 'file'), '')
    const DATA_DIR = path.join(folder, 'file') + under
    for (const program of ['main.ts', 'commands/verifyLedger.ts']) {
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

describe('production on a database with demo data', () => {
  it.each([
    ['marked as such', (database: Database) => database.transaction(markAsDemo)],
    [
      'older than the mark',
      (database: Database) =>
        database
          .insert(admins)
          .values({ name: 'Musa', email: 'musa@alajo.test', phoneNumber: '08030000000', passwordHash: '-' }),
    ],
  ])('%s does not start', async (_which, fill) => {
    const used = await emptyDatabase()
    const { database, close } = await openDatabase(used)
    await fill(database)
    await close()
    const server = startServer({ ...production, DATA_DIR: used.dataDir, DATABASE_URL: used.url })
    expect(await server.ended).toBe(1)
    expect(server.output.err).toMatch(/^This database has demo data, [^\n]+ DATABASE_URL [^\n]+\n$/)
    await used.drop()
  })

  it('starts on an empty database', async () => {
    const empty = await emptyDatabase()
    const server = startServer({ ...production, DATA_DIR: empty.dataDir, DATABASE_URL: empty.url })
    await addressOf(server)
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await empty.drop()
  })
})

describe('demo data', () => {
  it('is marked', async () => {
    const empty = await emptyDatabase()
    await countAfterStart(empty)
    const { database, close } = await openDatabase(empty)
    expect(await database.select().from(settings)).toEqual([{ name: 'demo', value: 'true' }])
    await close()
    await empty.drop()
  })

  const count = async ({ services: { database } }: Running) => ({
    roles: await database.$count(roles),
    admins: await database.$count(admins),
    agents: await database.$count(agents),
    customers: await database.$count(customers),
  })
  async function countAfterStart(at: Awaited<ReturnType<typeof emptyDatabase>>, env: NodeJS.ProcessEnv = {}) {
    const where = { DATA_DIR: at.dataDir, DATABASE_URL: at.url, PORT: '0', LOG_LEVEL: 'silent' }
    const running = await start(readConfig({ ...bodyKeys, ...where, ...env }))
    const counted = await count(running)
    await running.stop()
    return counted
  }
  const business = { roles: 5, admins: 24, agents: 60, customers: 3000 }
  const nothing = { roles: 4, admins: 0, agents: 0, customers: 0 }

  it('is made in an empty database, once', async () => {
    const empty = await emptyDatabase()
    expect(await countAfterStart(empty, { DEMO: 'off' })).toEqual(nothing)
    expect(await countAfterStart(empty)).toEqual(business)
    expect(await readdir(path.join(empty.dataDir, 'files'))).toContain('specimen-id-card-1')
    expect(await countAfterStart(empty)).toEqual(business)
    await empty.drop()
  })

  it('is not made in a database with an admin', async () => {
    const used = await emptyDatabase()
    const { database, close } = await openDatabase(used)
    const person = { name: 'Ada Obi', email: 'ada@alajo.test', phoneNumber: '08030000000', passwordHash: '-' }
    await database.insert(admins).values(person)
    await close()
    expect(await countAfterStart(used)).toEqual({ ...nothing, admins: 1 })
    await used.drop()
  })

  it('has its accounts printed by the server', async () => {
    const empty = await emptyDatabase()
    const server = startServer({ DATA_DIR: empty.dataDir, DATABASE_URL: empty.url, DEMO: 'on' })
    await server.waitFor(/appears here and in the outbox/)
    for (const name of ['superadmin', 'admin', 'main', 'supervisor'])
      expect(server.output.out).toContain(`  ${name}@alajo.test`)
    expect(server.output.out).toContain('all with the password Alajo-demo-2026')
    server.kill('SIGINT')
    expect(await server.ended).toBe(0)
    await empty.drop()
  })
})
