import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as v from 'valibot'
import { columnsOf, group, read } from '#contract/call'
import { BasisPoints, Flag, Id, Kobo, paged, pageInput, TextFlag } from '#contract/values'
import { csvLine } from '#domain/lists/csvFile'
import { fromWire, toWire } from '#domain/wire'
import { csvLineOf } from '#server/lists/csvCells'
import { CsvRows } from '#server/wire/csvRows'
import { agents } from '#server/db/tables/schema'
import { defineList } from '#server/lists/listRows'
import { pageOf } from '#server/lists/lists'
import { sql } from 'drizzle-orm'
import { openServer } from '../support/harness'
import { naira } from '../support/people'

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
    reads: [],
    path: 'floats',
    access: 'session',
    input: v.object(pageInput),
    output: v.object({ data: paged(Row) }),
    csv: columnsOf(Row, [
      { field: 'id', header: 'Id', kind: 'number' },
      { field: 'float', header: 'Float', kind: 'money' },
      { field: 'debt', header: 'Debt', kind: 'money' },
      { field: 'nothing', header: 'Nothing', kind: 'money' },
      { field: 'rate', header: 'Rate', kind: 'percent' },
      { field: 'whole', header: 'Whole', kind: 'percent' },
      { field: 'yes', header: 'Yes', kind: 'yesNo' },
      { field: 'yes', header: 'State', kind: 'status' },
      { field: 'no', header: 'No', kind: 'yesNo' },
      { field: 'no', header: 'State', kind: 'status' },
    ]),
  }),
})
const list = defineList({
  call: floats,
  table: agents,
  sorted: {},
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

it('the database writes pages and files as the TypeScript code does', async () => {
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
  let lines = ''
  for await (const some of file.lines()) lines += some
  const cells = (floats.csv ?? []).map(({ kind, field }) => ({ kind, value: row[field as keyof typeof row] }))
  expect(lines).toBe(csvLine(cells))
})

it('a text is made harmless and quoted by the database as by the program', async () => {
  const texts = [null, '', 'a,b', 'say "hi"', '"', '\r', '\n', '=a,"b"\r\n', "'", '+2348030000000', 'Ọ̀ṣun ₦']
  const ofParts = fc.array(
    fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", 'a', '0', ' ', '₦'),
    { maxLength: 6 },
  )
  const more = fc.sample(ofParts, 2000).map((parts) => parts.join(''))
  const values = [...texts, ...more]
  const kinds = ['text', 'phone', 'email', 'status'] as const
  const value = sql`value`
  const line = csvLineOf(kinds.map((kind) => ({ kind, value, schema: undefined })))
  const { rows } = await server.database.execute<{ line: string }>(
    sql`select ${line} as line from unnest(${sql.param(values)}::text[]) with ordinality as all_values (value, place) order by place`,
  )
  expect(rows.map((row) => row.line)).toEqual(
    values.map((one) => csvLine(kinds.map((kind) => ({ kind, value: one })))),
  )
})
