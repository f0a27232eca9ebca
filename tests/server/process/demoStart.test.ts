import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { openDatabase } from '#server/db/database'
import { admins, agents, customers, roles, settings } from '#server/db/tables/schema'
import { type Running, start } from '#server/process/start'
import { bodyKeys } from '../support/harness'
import { startServer } from '../support/processes'
import { emptyDatabase } from '../support/testDatabase'

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

  it('is made in an empty database, once, and marked', async () => {
    const empty = await emptyDatabase()
    expect(await countAfterStart(empty, { DEMO: 'off' })).toEqual(nothing)
    expect(await countAfterStart(empty)).toEqual(business)
    expect(await readdir(path.join(empty.dataDir, 'files'))).toContain('specimen-id-card-1')
    expect(await countAfterStart(empty)).toEqual(business)
    const { database, close } = await openDatabase(empty)
    // The first run of the day's close may have written its own setting.
    expect(await database.select().from(settings).where(eq(settings.name, 'demo'))).toEqual([
      { name: 'demo', value: 'true' },
    ])
    await close()
    await empty.drop()
  })

  async function databaseWithAdmin() {
    const used = await emptyDatabase()
    const { database, close } = await openDatabase(used)
    const person = { name: 'Ada Obi', email: 'ada@alajo.test', phoneNumber: '08030000000', passwordHash: '-' }
    await database.insert(admins).values(person)
    await close()
    return used
  }

  it('is not made in a database with an admin', async () => {
    const used = await databaseWithAdmin()
    expect(await countAfterStart(used)).toEqual({ ...nothing, admins: 1 })
    await used.drop()
  })

  it('has its accounts printed by the server', async () => {
    // A server that finds an admin prints the accounts too, and need not make the demo.
    const used = await databaseWithAdmin()
    const server = startServer({ DATA_DIR: used.dataDir, DATABASE_URL: used.url, DEMO: 'on' })
    await server.waitFor(/appears here and in the outbox/)
    for (const name of ['superadmin', 'admin', 'main', 'supervisor'])
      expect(server.output.out).toContain(`  ${name}@alajo.test`)
    // What it does, from the first moment.
    expect(server.output.out).toMatch(/^Opening the (embedded )?database[^\n]*…\n/)
    expect(server.output.out).toContain('all with the password Alajo-demo-2026')
    server.kill('SIGINT')
    expect(await server.ended).toBe(0)
    await used.drop()
  })
})
