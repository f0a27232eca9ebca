import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Named } from '#contract/call'
import { calls } from '#contract/index'
import { openDatabaseProxy } from '../support/databaseProxy'
import { pdf } from '../support/files'
import { contentType, encode, manyCalls, openServer } from '../support/harness'
import { onPostgres } from '../support/testDatabase'
import { proxyPrograms, startProxy } from '../support/proxies'
import { sentences } from '../../sentences'

describe.runIf(onPostgres).each(proxyPrograms)('behind %s as it is shipped', async (program) => {
  const portalFolder = await mkdtemp(path.join(tmpdir(), 'alajo-portal-'))
  await writeFile(path.join(portalFolder, 'index.html'), '<title>Alajo</title>')
  await writeFile(path.join(portalFolder, 'app.html'), '<title>Alajo</title>')
  afterAll(() => rm(portalFolder, { recursive: true }))
  const database = await openDatabaseProxy()
  let isReady = true
  const env = { DATABASE_CONNECTIONS: '8', DATABASE_WAIT_SECONDS: '3', DATABASE_STATEMENT_SECONDS: '5' }
  const server = await openServer({
    env,
    via: database.via,
    limits: manyCalls,
    portalFolder,
    nodes: 1,
    isReady: () => isReady,
  })
  /** What the proxy asks of the server by itself. */
  let checks = 0
  server.app.addHook('onResponse', async ({ url: asked }) => {
    if (asked === '/healthz' || asked === '/readyz') checks += 1
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const own = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const url = await startProxy(program, [own])
  const me = await server.enter('can-create-role', 'can-view-roles', 'can-create-loan')
  const headers = { logintoken: me.token }

  const ask = async (call: Named, body: object) => {
    const reply = await fetch(`${url}/api/admin/${call.path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': contentType(call), 'idempotency-key': randomUUID() },
      body: encode(call, body),
    })
    return [reply.status, await reply.text()]
  }
  const addRole = (name: string) => ask(calls.roles.addRoles, { name, permission: [] })
  const readiness = async () => (await fetch(`${own}/readyz`)).status
  /** Also after the proxy has seen what the server says of itself. */
  const portalStays = async () => {
    const seen = checks + 2
    if (program === 'caddy') await expect.poll(() => checks).toBeGreaterThan(seen)
    const page = await fetch(url)
    expect([page.status, await page.text()]).toEqual([200, '<title>Alajo</title>'])
  }

  it('users read that the server can’t reach its data, while the database is gone', async () => {
    database.goAway()
    onTestFinished(() => database.comeBack())
    expect(await readiness()).toBe(503)
    await portalStays()
    const [status, text] = await addRole('Cashier of a lost database')
    expect(status).toBe(503)
    expect(text).toContain(sentences.noData)
  })

  it('users read that the disk is full, and read lists', async () => {
    await server.database.execute(sql`create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
    await server.database.execute(
      sql`create trigger no_room before insert on roles for each row execute function no_room()`,
    )
    onTestFinished(async () => {
      await server.database.execute(sql`drop function no_room cascade`)
    })
    expect(await addRole('Cashier of a full disk')).toEqual([
      503,
      expect.stringContaining(sentences.diskFull),
    ])
    expect(await readiness()).toBe(503)
    await portalStays()
    expect((await ask(calls.roles.getRoles, {}))[0]).toBe(200)
  })

  it('a file of 10 MB arrives', async () => {
    const body = Buffer.concat([pdf, Buffer.alloc(10 * 1_048_576 - pdf.length)])
    const reply = await fetch(`${url}/api/files`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body,
    })
    // Refused or not, it was the server that replied.
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f]{10}$/)
  })

  it('a server that stops gets no more requests', async () => {
    isReady = false
    onTestFinished(async () => {
      isReady = true
      await expect.poll(async () => (await fetch(url)).status).toBe(200)
    })
    expect((await fetch(`${own}/healthz`)).status).toBe(503)
    // nginx asks no server whether it stops: it goes on until the connection is refused.
    if (program === 'caddy') await expect.poll(async () => (await fetch(url)).status).toBe(503)
  })
})
