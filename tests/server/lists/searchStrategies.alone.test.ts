import { expect, it, vi } from 'vitest'
import { calls } from '#contract/index'
import { scanCosts } from '#server/lists/scanCosts'
import { pageIn } from '#transport/listPage'
import { describeSearches, me, named, references, searched, server } from '../support/searchStrategies'

// Searches that match more rows than are counted use other strategies: here from the fourth row on.
vi.mock('#server/lists/pageOfIds', async (original) => ({ ...(await original<object>()), maxCounted: 3 }))

it('compares every searched list with plain SQL', () => {
  expect(Object.keys(references).toSorted()).toEqual(searched.map(({ name }) => name).toSorted())
})

describeSearches()

it('remembers for a minute, for every page, that a search finds too many', async () => {
  Object.assign(scanCosts, {
    shortScan: 1,
    longScan: 0,
    gatherOwner: 1,
    gatherRow: 1,
    checkRow: 1,
    lookUpRow: 1,
  })
  const ask = async (page: number) => {
    const reply = await server.ask(calls.customers.getCustomers, { search: 'Ngozi', page, perPage: 2 }, me)
    return { message: reply.message, ids: pageIn(reply.output())?.rows.map(({ id }) => id) }
  }
  const { rows } = await server.database.$client.query<{ id: string }>(
    `select c.id from customers c where ${named} order by c.created_at desc, c.id desc`,
    ['Ngozi'],
  )
  const found = rows.map(({ id }) => Number(id))
  expect(found.length).toBeGreaterThan(3)
  const tooMany = 'More than 3 records found.'
  expect(await ask(1)).toEqual({ message: tooMany, ids: found.slice(0, 2) })
  expect(await ask(2)).toEqual({ message: tooMany, ids: found.slice(2, 4) })

  const kept = found.slice(-2)
  await server.database.$client.query(
    'update customers set is_deleted = true where id = any($1) and id <> all($2)',
    [found, kept],
  )
  // The rows are current, the total is not.
  expect(await ask(1)).toEqual({ message: tooMany, ids: kept })
  server.clock.pass(1.1)
  expect(await ask(1)).toEqual({ message: '2 records found.', ids: kept })
})
