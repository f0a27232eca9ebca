import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import type { BodyOf, Named, Read } from '#contract/call'
import { allCalls, calls } from '#contract/index'
import { type ListReply, pageIn } from '#transport/listPage'
import { manyCalls, openServer } from '../support/harness'
import { aboutBusiest, busiestOf } from '../support/busiest'
import { isLong } from '../support/rounds'
import { sampleOf } from '../support/samples'

type Row = { id: number } & Record<string, unknown>
type Paged = Named<Read> & { sortable: readonly string[] }

const server = await openServer({ demo: true, limits: manyCalls })
// The demo reopens no day.
await server.database.$client.query(`insert into reopenings
    (reference, from_day, reason, status, requested_by, decided_by, decided_at, comment, created_at)
  select 'RO-' || n, '2026-11-16', 'The clock was ahead', 'rejected', 1, 2, now(), 'It was not', now() - n * interval '1 day'
    from generate_series(1, 3) n`)
// Nor does it close one.
await server.database.$client.query(`with closed as (insert into business_days (day, round, figures, previous_hash, hash)
    select '2026-11-16', n, '{}', n || ' before', n || ' after' from generate_series(1, 3) n returning id, day)
  insert into day_openings (reference, day, closing_id, reason, status, requested_by, decided_by, decided_at, comment, created_at)
  select 'DO-' || id, day, id, 'A sheet was found', 'rejected', 1, 2, now(), 'It was not', now() - id * interval '1 day' from closed`)
const me = await server.enterAs({ role: 'SuperAdmin' })
const { rows: agentsWithHistory } = await server.database.$client.query<{ id: string }>(
  `select record_id as id from record_changes where noun = 'agent' group by 1 order by count(*) desc, 1 limit 1`,
)
const busiest = await busiestOf(server.database.$client)

const lists = allCalls.filter((call): call is Named<Read> => 'page' in call.input.entries)
/** Every column in both orders, in a short run in one of them in turn. */
const sorted = lists.flatMap((call) =>
  (call.sortable ?? []).flatMap((sort, at) =>
    (['asc', 'desc'] as const)
      .filter((_order, turn) => isLong || turn === at % 2)
      .map((order) => [call.name, sort, order, call as Paged] as const),
  ),
)

const bodyOf = (call: Named<Read>, more: object, rows = 7) => {
  const size = 'per_page' in call.input.entries ? 'per_page' : 'perPage'
  const about = {
    ...aboutBusiest(call, busiest),
    ...('noun' in call.input.entries && { noun: 'agent', id: Number(agentsWithHistory[0]?.id) }),
  }
  return { ...sampleOf(call), ...about, [size]: rows, ...more } as BodyOf<Read>
}

async function pageOf(call: Named<Read>, more: object, size?: number) {
  const reply = await server.ask(call, bodyOf(call, more, size), me)
  return pageIn(reply.output() as ListReply<Row>) ?? { rows: [], total: 0 }
}

/** All rows of a list, page by page. */
async function rowsOf(call: Named<Read>, more: object): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const found = await pageOf(call, { ...more, page }, 100)
    rows.push(...found.rows)
    if (found.rows.length === 0 || rows.length >= found.total) return rows
  }
}

const newestRows = new Map<string, Promise<Row[]>>()
/** All rows as the list gives them unsorted, read once for all its columns: no test here changes a row. */
function newestOf(call: Named<Read>): Promise<Row[]> {
  const rows = newestRows.get(call.name) ?? rowsOf(call, {})
  newestRows.set(call.name, rows)
  return rows
}

/** As the screens compare: texts in small letters, by code points; the id decides between equal ones. */
function inOrder(rows: readonly Row[], field: string, order: 'asc' | 'desc') {
  const keyOf = (row: Row) => {
    const cell = row[field]
    return typeof cell === 'string' ? cell.toLowerCase() : (cell as number)
  }
  const compared = rows.toSorted((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)]
    return one < other ? -1 : one > other ? 1 : a.id - b.id
  })
  return order === 'asc' ? compared : compared.toReversed()
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)
/** Longer lists are compared as a whole in a long run only. */
const mostRows = isLong ? Infinity : 400

it('every paged list declares its sortable columns', () => {
  // Who is not saving is listed by the day of the last deposit.
  for (const call of lists)
    expect(call.sortable, call.name).toContain(call.name === 'savings.getNotSaving' ? 'since' : 'created_at')
})

describe.each(sorted)('%s by %s %s', (_name, sort, order, call) => {
  it('has its rows in that order, page by page and by single pages', async () => {
    const { rows: first, total } = await pageOf(call, { sort, order }, 100)
    expect(first.length).toBeGreaterThan(0)
    if (total > mostRows) return expectPagesInOrder(call, { sort, order }, first, total)
    const newest = await newestOf(call)
    const expected = idsOf(inOrder(newest, sort, order))
    // The other order is this one from the end: single pages show it.
    if (order === 'asc') expect(idsOf(await rowsOf(call, { sort, order }))).toEqual(expected)
    // From the end to the start, after the remembered page expired.
    server.clock.pass(2)
    const size = order === 'asc' ? 7 : 100
    const pages = Math.ceil(newest.length / size)
    const singles = order === 'asc' ? [Math.ceil(pages / 2), 2, 1] : [pages, 1]
    for (const page of new Set(singles.filter((one) => one <= pages))) {
      const found = await pageOf(call, { sort, order, page }, size)
      expect(idsOf(found.rows), `page ${page}`).toEqual(expected.slice((page - 1) * size, page * size))
    }
  })
})

/** Reads pages from start to end, then from end to start: together they are in order, and the second time the same. */
async function expectPagesInOrder(
  call: Named<Read>,
  by: { sort: string; order: 'asc' | 'desc' },
  first: readonly Row[],
  total: number,
) {
  const last = Math.ceil(total / 100)
  const places = [...new Set([2, Math.ceil(last / 2), last])]
  const later: Row[][] = []
  for (const page of places) later.push((await pageOf(call, { ...by, page }, 100)).rows)
  const rows = [...first, ...later.flat()]
  expect(later.map((page) => page.length)).toEqual(
    places.map((page) => (page === last ? total - (last - 1) * 100 : 100)),
  )
  expect(new Set(idsOf(rows)).size).toBe(rows.length)
  expect(idsOf(rows)).toEqual(idsOf(inOrder(rows, by.sort, by.order)))
  // After the remembered page expired.
  server.clock.pass(2)
  for (const [at, page] of [...places.entries()].toReversed())
    expect(idsOf((await pageOf(call, { ...by, page }, 100)).rows), `page ${page}`).toEqual(
      idsOf(later[at] ?? []),
    )
}

it('a list rejects columns that its call does not declare as sortable', async () => {
  const declared = new Set(lists.flatMap((call) => call.sortable ?? []))
  for (const call of lists) {
    const others = [...declared, 'id', 'no_such_field'].filter((field) => !call.sortable?.includes(field))
    for (const sort of others)
      expect((await server.ask(call, bodyOf(call, { sort }), me)).status, `${call.name} ${sort}`).toBe('100')
    const turned = await server.ask(call, bodyOf(call, { sort: 'created_at', order: 'up' }), me)
    expect(turned.status).toBe('100')
  }
})

it('a list and its file have the same order', async () => {
  const { getCustomers } = calls.customers
  const body = { page: 1, sort: 'name', order: 'desc' } as const
  const { text } = await server.ask(getCustomers, { ...body, search: 'Ade', download: 'csv' }, me)
  const lines = parse(text, { bom: true, columns: true }) as Record<string, string>[]
  const expected = await rowsOf(getCustomers, { ...body, search: 'Ade' })
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.map((line) => line.Reference)).toEqual(expected.map((row) => row.reference))
})
