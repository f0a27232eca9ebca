import { expect, it, vi } from 'vitest'
import type { BodyOf, Read } from '#contract/call'
import { calls } from '#contract/index'
import { scanCosts } from '#server/lists/scanCosts'
import { type ListReply, pageIn } from '#transport/listPage'
import { sentences } from '../../sentences'
import { sampleOf } from '../support/samples'
import { describeSearches, me, named, references, searched, server } from '../support/searchStrategies'

// Searches that match more rows than are counted use other strategies: here from the fourth row on, and from the third
// where counting takes long.
vi.mock('#server/lists/pageOfIds', async (original) => ({
  ...(await original<object>()),
  maxCounted: 3,
  maxCountedSlowly: 2,
}))

it('compares every searched list with plain SQL', () => {
  expect(Object.keys(references).toSorted()).toEqual(searched.map(({ name }) => name).toSorted())
})

describeSearches()

it.each(
  ['loans.loanHistory', 'savings.savingHistory', 'transactions.businessHistory'].map(
    (name) => [name] as const,
  ),
)('counts fewer matches of %s where counting takes long', async (name) => {
  const call = searched.find((one) => one.name === name)
  if (!call) throw new Error(`There is no list ${name}.`)
  const size = 'per_page' in call.input.entries ? 'per_page' : 'perPage'
  const body = { ...sampleOf(call), ...references[name]?.about, search: 'Ade', [size]: 2 }
  const ask = async (page: number) => {
    const reply = await server.ask(call, { ...body, page } as BodyOf<Read>, me)
    return { message: reply.message, page: pageIn(reply.output() as ListReply<{ id: number }>) }
  }
  Object.assign(scanCosts, { longCount: Infinity })
  const all = [await ask(1), await ask(2), await ask(3)]
  expect(all.map(({ message }) => message)).toEqual(Array(3).fill('More than 3 records found.'))
  Object.assign(scanCosts, { longCount: -1 })
  server.clock.pass(1.1)
  const fewer = [await ask(1), await ask(2), await ask(3)]
  expect(fewer.map(({ message }) => message)).toEqual(Array(3).fill('More than 2 records found.'))
  const idsOf = (pages: typeof all) => pages.map(({ page }) => page?.rows.map(({ id }) => id))
  expect(idsOf(fewer)).toEqual(idsOf(all))
  expect(idsOf(fewer).flat()).toHaveLength(6)
  Object.assign(scanCosts, { longCount: Infinity })
})

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
    ['ngozi'],
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
  expect(await ask(1)).toEqual({ message: sentences.twoFound, ids: kept })
})
