import { expect, it } from 'vitest'
import * as v from 'valibot'
import { columnsOf, group, read } from '#contract/call'
import { BasisPoints, Flag, Id, Kobo, paged, pageInput, TextFlag } from '#contract/values'
import { fromWire, toWire } from '#domain/wire'
import { CsvRows } from '#server/csvRows'
import { agents } from '#server/db/schema'
import { listOf } from '#server/listRows'
import { pageOf } from '#server/lists'
import { sql } from 'drizzle-orm'
import { openServer } from './harness'
import { naira } from './people'

const server = await openServer()
const Row = v.object({
  id: Id,
  float: Kobo,
  debt: Kobo,
  nothing: v.nullable(Kobo),
  rate: BasisPoints,
  whole: BasisPoints,
  yes: Flag,
  no: TextFlag,
})
const { floats } = group('agents', {
  floats: read({
    path: 'floats',
    access: 'session',
    input: v.object(pageInput),
    output: v.object({ data: paged(Row) }),
    csv: columnsOf(Row, [{ field: 'float', header: 'Float', kind: 'money' }]),
  }),
})
const list = listOf({
  call: floats,
  table: agents,
  row: {
    id: agents.id,
    float: agents.floatKobo,
    debt: sql<Kobo>`-5`,
    nothing: sql<Kobo | null>`null::bigint`,
    rate: sql<BasisPoints>`1250`,
    whole: sql<BasisPoints>`300`,
    yes: sql<boolean>`true`,
    no: sql<boolean>`false`,
  },
  rows: (queries, row) => queries.select(row).from(agents).$dynamic(),
})

const ask = (download?: 'csv') =>
  pageOf({ services: server.services, now: server.clock.now() }, { page: 1, perPage: 10, download }, list, {})

it('what the database writes is what the program would have written, in a page and in a file', async () => {
  const agent = await server.makeAgent({ floatKobo: naira(1500.5) })
  const row = {
    id: agent.id,
    float: 150_050,
    debt: -5,
    nothing: null,
    rate: 1250,
    whole: 300,
    yes: true,
    no: false,
  }
  const page = await ask()
  if (page instanceof CsvRows) throw new Error('A file was made.')
  const rows = v.array(Row)
  const onWire = JSON.parse(page.data.data.text) as unknown
  expect(onWire).toEqual(toWire(rows, [row]))
  expect(fromWire(rows, onWire)).toEqual([row])

  const file = await ask('csv')
  if (!(file instanceof CsvRows)) throw new Error('No file was made.')
  const read = []
  for await (const some of file.batches()) read.push(...some)
  expect(read).toMatchObject([{ id: agent.id, float: 150_050, debt: -5 }])
})
