import { expect, it } from 'vitest'
import type { Column } from '#contract/call'
import { columnsOf } from '#contract/call'
import { Id, Kobo } from '#contract/values'
import { CsvRows } from '#server/csvRows'
import { agents } from '#server/db/schema'
import { pageOf } from '#server/lists'
import * as v from 'valibot'
import { openServer } from './harness'
import { naira } from './people'

const server = await openServer()
const columns: readonly Column<never>[] = columnsOf(v.object({ id: Id, float: Kobo }), [
  { field: 'float', header: 'Float', kind: 'money' },
])

const listOf = (download?: 'csv') => {
  const rows = server.database.select({ id: agents.id, float: agents.floatKobo }).from(agents).$dynamic()
  return pageOf(
    { services: server.services, now: server.clock.now() } as never,
    { page: 1, perPage: 10, download },
    {
      rows,
      table: agents,
      where: undefined,
      fields: ['id', 'float'],
      csv: columns,
    },
  )
}

it('money is the same number of kobo in a page and in a file', async () => {
  const agent = await server.makeAgent({ floatKobo: naira(1500.5) })
  const row = { id: agent.id, float: 150_050 }
  expect(await listOf()).toMatchObject({ data: { data: [row] } })
  const file = await listOf('csv')
  if (!(file instanceof CsvRows)) throw new Error('No file was made.')
  const read = []
  for await (const rows of file.batches()) read.push(...rows)
  expect(read).toEqual([row])
})
