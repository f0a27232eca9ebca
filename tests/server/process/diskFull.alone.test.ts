import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { calls } from '#contract/index'
import { DiskFull, troubleReply } from '#server/errors/refusals'
import { sentences } from '../../sentences'
import { openServer } from '../support/harness'
import { onPostgres } from '../support/testDatabase'

const free = vi.hoisted(() => ({ bytes: Number.MAX_SAFE_INTEGER }))
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  statfs: async () => ({ bavail: free.bytes, bsize: 1 }),
}))

const words = { http: 503, message: sentences.diskFull }

async function desk() {
  const server = await openServer({ nodes: 1 })
  const me = await server.enter('can-create-role', 'can-view-roles')
  let made = 0
  return {
    server,
    create: () => {
      made += 1
      const name = `Role ${'x'.repeat(made)}`
      return server.ask(calls.roles.addRoles, { name, permission: [] }, me)
    },
    read: () => server.ask(calls.roles.getRoles, {}, me),
    ready: async () => {
      const { http, json } = await server.inject({ method: 'GET', url: '/readyz' })
      return [http, json]
    },
    lines: () => server.log.filter(({ msg }) => msg.startsWith('The disk is full')),
  }
}

beforeEach(() => {
  free.bytes = Number.MAX_SAFE_INTEGER
})

describe.skipIf(onPostgres)('little space on the disk of the embedded database', () => {
  it('refuses changes but not reads until there is space again', async () => {
    const { server, create, read, ready, lines } = await desk()
    expect(await create()).toMatchObject({ http: 200, status: '200' })
    free.bytes = 31 * 1024 * 1024
    const before = await server.checksums()
    for (let tries = 0; tries < 20; tries++) expect(await create()).toMatchObject(words)
    expect(await server.checksums()).toEqual(before)
    expect(await read()).toMatchObject({ http: 200, status: '200' })
    expect(await ready()).toEqual([503, { ok: false, disk: 'full' }])
    expect(lines()).toHaveLength(1)
    expect(server.log.filter(({ msg }) => msg === 'fault')).toEqual([])

    free.bytes = 33 * 1024 * 1024
    await expect.poll(ready).toEqual([200, { ok: true }])
    expect(await create()).toMatchObject({ http: 200, status: '200' })
  })
})

it('a full disk of the database refuses changes, makes the server unready and logs one line', async () => {
  const { server, create, ready, lines } = await desk()
  await server.database.execute(sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  await server.database.execute(
    sql`create trigger no_room before insert on roles for each row execute function no_room()`,
  )
  for (let tries = 0; tries < 20; tries++) expect(await create()).toMatchObject(words)
  expect(await ready()).toEqual([503, { ok: false, disk: 'full' }])
  expect(lines()).toHaveLength(1)
  await server.database.execute(sql`drop trigger no_room on roles`)
  expect(await create()).toMatchObject({ http: 200, status: '200' })
})

it('a file that does not fit is refused with the same message', () => {
  for (const code of ['ENOSPC', 'EDQUOT'])
    expect(troubleReply(Object.assign(new Error('write'), { code }))).toBeInstanceOf(DiskFull)
})
