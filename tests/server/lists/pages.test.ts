import { describe, expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/index'
import { openServer } from '../support/harness'

const server = await openServer()
const viewer = await server.enter('can-view-customer')
const agent = await server.makeAgent()
const run = (text: string, values: unknown[] = []) => server.database.$client.query(text, values)
/** Every instant three times, so that the order needs the id as well. */
await run(
  `insert into customers (first_name, last_name, phone_number, agent_id, assigned_agent_id, is_deleted, created_at)
   select 'Page', 'Row', lpad(n::text, 11, '0'), $1, $1, n % 10 = 0,
     timestamptz '2026-01-01' + (n / 3) * interval '1.000001 seconds'
   from generate_series(1, 260) n`,
  [agent.id],
)
const expected = async () => {
  const { rows } = await run(
    'select id from customers where not is_deleted order by created_at desc, id desc',
  )
  return rows.map((row: { id: string }) => Number(row.id))
}
const page = async (number: number, search?: string) => {
  const body = { page: number, perPage: 7, ...(search && { search }) }
  const { data } = (await server.ask(calls.customers.getCustomers, body, viewer)).output()
  return data.data.map(({ id }) => id)
}
const pages = Math.ceil(234 / 7)
const slice = (all: readonly number[], number: number) => all.slice((number - 1) * 7, number * 7)

describe('pages of a long list', () => {
  it.each([
    ['one after the other', Array.from({ length: pages }, (_, at) => at + 1)],
    ['from the last to the first', Array.from({ length: pages }, (_, at) => pages - at)],
    ['by jumps', [17, 3, 34, 18, 1, 33, 2, 16, 17]],
  ])('have the same rows when read %s', async (_how, order) => {
    const all = await expected()
    expect(all).toHaveLength(234)
    for (const search of [undefined, 'page row'])
      for (const number of order) expect(await page(number, search)).toEqual(slice(all, number))
  })

  it('beyond the end are empty', async () => {
    expect(await page(pages + 1)).toEqual([])
    expect(await page(900_000)).toEqual([])
  })

  it('follow a deletion between two pages', async () => {
    await page(1)
    const setDeleted = (isDeleted: boolean) =>
      run('update customers set is_deleted = $1 where id = $2', [isDeleted, last])
    const last = Math.max(...(await expected()))
    onTestFinished(async () => void (await setDeleted(false)))
    await setDeleted(true)
    expect(await page(2)).toEqual(slice(await expected(), 2))
  })
})
