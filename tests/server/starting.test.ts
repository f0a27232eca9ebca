import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { openDatabase } from '#server/db/database'
import { admins, agents, customers, roles } from '#server/db/schema'
import { type Running, start } from '#server/start'
import { bodyKeys } from './harness'
import { addressOf, startServer } from './processes'
import { emptyDatabase } from './testDatabase'

const place = await emptyDatabase()
const elsewhere = { DATA_DIR: place.dataDir, DATABASE_URL: place.url }
afterAll(() => place.drop())

describe('a server that starts', () => {
  const server = startServer(elsewhere)

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

  it('ends at SIGTERM without a complaint, and logs one line of JSON a call', async () => {
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.said.err).toBe('')
    const lines = server.said.out.split('\n').filter((line) => line.startsWith('{'))
    const calls = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'call')
    expect(calls).toMatchObject([{ http: 401, problem: 'signedOut' }])
  })
})

describe('a server that can not start says why, in one line, and ends', () => {
  const production = {
    NODE_ENV: 'production',
    VITE_BODY_KEY: 'a key of thirty-two bytes, right',
    VITE_BODY_IV: 'of sixteen bytes',
    PUBLIC_URL: 'https://alajo.test',
    SMTP_URL: 'smtp://127.0.0.1:2525',
  }
  it.each([
    ['a port that is none', { PORT: 'abc' }, 'PORT must be a whole number'],
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
    expect(server.said.err).toContain(message)
    expect(server.said.err).not.toMatch(/\n\s+at /)
    expect(server.said.out).not.toContain('ready')
  })

  it('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const server = startServer({ ...elsewhere, PORT: String((other.address() as AddressInfo).port) })
    expect(await server.ended).toBe(1)
    expect(server.said.err).toBe('Alajo could not start. The port is taken: choose another one with PORT.\n')
    other.close()
  })
})

describe('demo data', () => {
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

  it('is not made where somebody is at home', async () => {
    const used = await emptyDatabase()
    const { database, close } = await openDatabase(used)
    const person = { name: 'Ada Obi', email: 'ada@alajo.test', phoneNumber: '08030000000', passwordHash: '-' }
    await database.insert(admins).values(person)
    await close()
    expect(await countAfterStart(used)).toEqual({ ...nothing, admins: 1 })
    await used.drop()
  })

  it('and its accounts are printed by a server that has them', async () => {
    const empty = await emptyDatabase()
    const server = startServer({ DATA_DIR: empty.dataDir, DATABASE_URL: empty.url, DEMO: 'on' })
    await server.says(/appears here and in the outbox/)
    for (const name of ['superadmin', 'admin', 'main', 'supervisor'])
      expect(server.said.out).toContain(`  ${name}@alajo.test`)
    expect(server.said.out).toContain('all with the password Alajo-demo-2026')
    server.kill('SIGINT')
    expect(await server.ended).toBe(0)
    await empty.drop()
  })
})
