import { expect, it } from 'vitest'
import type { BodyOf, Named, Read } from '#contract/call'
import { type ListReply, pageIn } from '#transport/listPage'
import { allCalls, calls } from '#contract/index'
import { manyCalls, openServer } from '../support/harness'
import { sampleOf } from '../support/samples'
import { references, searched } from '../support/searchStrategies'

const server = await openServer({ demo: true, limits: manyCalls })
const me = await server.enterAs({ role: 'SuperAdmin' })
const run = async (text: string, values: unknown[] = []) =>
  (await server.database.$client.query<Record<string, string>>(text, values)).rows

const written = ['Ƙúnlé-Adé', 'O’Báyọ̀'] as const
const nameVariants = [
  'Ƙúnlé-Adé O’Báyọ̀'.normalize('NFC'),
  'Ƙúnlé-Adé O’Báyọ̀'.normalize('NFD'),
  'kunle ade obayo',
  "KUNLEADE O'BAYO",
  'Kunle–Ade  OBayo',
  'kunle\u200Bade',
  "o'bayo",
  'OBAYO',
  '\u00A0kunleade ',
]
const phoneVariants = [
  '08035551001',
  '+2348035551001',
  '2348035551001',
  '002348035551001',
  '+234 803 555 1001',
  '0803-555-1001',
  '(0803) 555 1001',
  '0803\u00A0555\u20111001',
  '０８０３５５５１００１',
  '٠٨٠٣٥٥٥١٠٠١',
]
/** A direction, characters of no width, a mark, and what a search of names leaves out. */
const invisible = ['\u202e', '\u200b\u200d', '\u202e \u0301', '\ufeff', '’-']
const withoutPhone = [
  'cash.getRemittances',
  'cash.getCashDifferences',
  'collections.getCollections',
  'agentPay.getAgentStatements',
]

it('every searched list finds a person by every way to write the name and the phone number', async () => {
  await run(
    `update customers set first_name = $1, last_name = $2, phone_number = $3 where id < 3 or id % 8 = 2
     or id in (select customer_id from reversals union select customer_id from loan_changes
       union select customer_id from loans where maturity_date between '2026-11-16' and '2026-11-22')`,
    [...written, '08035551001'],
  )
  await run('update agents set name = $1', [written.join(' ')])
  await run('update agents set phone_number = $1 where id = (select agent_id from remittances limit 1)', [
    '08035551001',
  ])
  for (const table of ['remittances', 'cash_differences', 'collections', 'agent_statements'])
    await run(`update ${table} set search_text = ''`)
  const unnamed = ['admins.getAdminActivityLog', 'savings.savingsByMarket']
  const asked = searched.filter(({ name }) => !unnamed.includes(name))
  for (const call of asked) {
    const total = async (search: string | undefined) => {
      const body = { ...sampleOf(call), ...references[call.name]?.about, page: 1, search }
      const reply = await server.ask(call, body as BodyOf<Read>, me)
      const page = pageIn(reply.output() as ListReply<{ id: number }>)
      return { total: page?.total, ids: page?.rows.map(({ id }) => id) }
    }
    const named = await total('kunleade')
    if (call.name !== 'cash.getCashDifferences') expect(named.total, call.name).toBeGreaterThan(0)
    for (const search of nameVariants) expect(await total(search), `${call.name} ${search}`).toEqual(named)
    if (withoutPhone.includes(call.name)) continue
    const called = await total('08035551001')
    expect(called.total, call.name).toBeGreaterThan(0)
    for (const search of phoneVariants) expect(await total(search), `${call.name} ${search}`).toEqual(called)
  }
})

it('the search of everything finds a customer and an agent by every way', async () => {
  const found = async (search: string) =>
    (await server.ask(calls.search.searchEverything, { search }, me)).output().data
  const named = await found('kunleade')
  expect(named.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['customers', 'loans', 'agents']))
  for (const search of nameVariants) expect(await found(search), search).toEqual(named)
  const called = await found('08035551001')
  expect(called.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['customers', 'loans', 'agents']))
  for (const search of phoneVariants) expect(await found(search), search).toEqual(called)
})

it('a text that folds to nothing finds nothing, or is refused as too short, in any search', async () => {
  const found = async (call: Named<Read>, search: string) => {
    const body = { ...sampleOf(call), ...references[call.name]?.about, search }
    const asked = 'page' in call.input.entries ? { ...body, page: 1 } : body
    const { data } = (await server.ask(call, asked as BodyOf<Read>, me)).json
    return JSON.stringify(data)
  }
  const others = allCalls.filter(
    (call): call is Named<Read> =>
      call.kind === 'read' && 'search' in call.input.entries && !('page' in call.input.entries),
  )
  expect(others.map(({ name }) => name)).toContain('search.searchEverything')
  for (const call of [...searched, ...others]) {
    const nobody = await found(call, 'nobody at all')
    for (const search of invisible)
      expect([nobody, undefined], `${call.name} ${search}`).toContain(await found(call, search))
  }
})

it('a new search text of the same name is no change of the customer', async () => {
  const one = () => run('select updated_at, search_text from customers where id = 2')
  const before = await one()
  await run('alter table customers disable trigger user')
  await run(`update customers set search_text = 'of the last release' where id = 2`)
  await run('alter table customers enable trigger user')
  await run(`update customers set search_text = '' where id = 2`)
  expect(await one()).toEqual(before)
})
