import { describe, expect, it } from 'vitest'
import type { BodyOf, Named, Read, SearchFields } from '#contract/call'
import { allCalls } from '#contract/index'
import { type ListReply, pageIn } from '#transport/listPage'
import { listBody } from '#api/paging/listRequest'
import { type Filter, matchesFilter } from '#domain/lists/searchFilter'
import { manyCalls, openServer } from '../support/harness'
import { sampleOf } from '../support/samples'

type Searched = Named<Read> & { searchable: SearchFields }
type Row = { id: number } & Record<string, unknown>

const server = await openServer({ demo: true, limits: manyCalls })
const me = await server.enterAs({ role: 'SuperAdmin' })
const { rows: busiest } = await server.database.$client.query<{ customer: string }>(
  `select customer_id as customer from ledger_postings where customer_id is not null
   group by 1 order by count(*) desc, 1 limit 1`,
)
const customer = Number(busiest[0]?.customer)

const lists = allCalls.filter(
  (call): call is Searched => call.kind === 'read' && call.searchable !== undefined,
)

/** All rows that the server has of a list under a filter. */
async function rowsOf(call: Searched, filter: Filter): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const asked = {
      ...sampleOf(call),
      ...('customer_id' in call.input.entries && { customer_id: customer }),
      ...listBody(call, { page, filters: {} }),
      ...filter,
    }
    const reply = await server.ask(call, asked as BodyOf<Searched>, me)
    const found = pageIn(reply.output() as ListReply<Row>)
    rows.push(...(found?.rows ?? []))
    if (rows.length >= (found?.total ?? 0)) return rows
  }
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b)

/** Texts that a user types to find this row. */
function textsOf(row: Row, { by }: SearchFields): string[] {
  const first = by.flatMap((fields) => fields.split(' ').slice(0, 2))
  const texts = first.map((field) => row[field]).filter((cell) => typeof cell === 'string' && cell !== '')
  return [...new Set(texts as string[])]
}

describe.each(lists.map((call) => [call.name, call] as const))('%s', (_name, call) => {
  it('finds without a network what the server finds', async () => {
    const all = await rowsOf(call, {})
    expect(all.length).toBeGreaterThan(0)
    const middle = all[Math.floor(all.length / 2)] as Row
    const searches = textsOf(middle, call.searchable).flatMap((text) => [text, text.toLowerCase()])
    expect(searches.length).toBeGreaterThan(0)
    const { on } = call.searchable
    const day = on && String(middle[on]).slice(0, 10)
    const filters: Filter[] = [
      ...searches.map((search) => ({ search })),
      ...(day ? [{ start_date: day, end_date: day }] : []),
    ]
    for (const filter of filters) {
      const here = all.filter((row) => matchesFilter(row, call.searchable, filter))
      expect(here.length, JSON.stringify(filter)).toBeGreaterThan(0)
      expect(idsOf(here), JSON.stringify(filter)).toEqual(idsOf(await rowsOf(call, filter)))
    }
  })
})
