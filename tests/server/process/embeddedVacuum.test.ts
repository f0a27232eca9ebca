import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { agentActivity, settings } from '#server/db/tables/schema'
import { openEmbeddedVacuum } from '#server/process/workers/embeddedVacuum'
import { openServer } from '../support/harness'

const server = await openServer()
const { database } = server

const statistics = async (table: string) => {
  const { rows } = await database.execute<{ rows: number; pages: number }>(
    sql`select reltuples::int as rows, pg_relation_size(oid)::int / 8192 as pages from pg_class where relname = ${table}`,
  )
  return rows[0]
}

it('a table that has changed gets statistics, and the room of its deleted rows back', async () => {
  const log: object[] = []
  const vacuum = openEmbeddedVacuum({
    database,
    log: { error: (fields: object) => log.push(fields) } as never,
  })
  await vacuum.run()
  const agent = await server.makeAgent()
  await database.insert(agentActivity).values(
    Array.from({ length: 500 }, (_, at) => ({
      agentId: agent.id,
      action: `Visit ${at}`,
      status: 'success' as const,
    })),
  )
  await database.insert(settings).values({ name: 'one', value: 'x' })
  await vacuum.run()
  expect(await statistics('agent_activity')).toMatchObject({ rows: 500 })
  expect(await statistics('settings'), 'too few rows have changed').toMatchObject({ rows: -1 })
  const full = await statistics('agent_activity')
  await database.delete(agentActivity)
  await vacuum.run()
  expect(await statistics('agent_activity')).toEqual({ rows: 0, pages: 0 })
  expect(full?.pages).toBeGreaterThan(0)
  expect(log).toEqual([])
})
