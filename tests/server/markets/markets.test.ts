import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { marketDays, savings } from '#server/db/tables/money'
import { expectRefused } from '../support/guards'
import { openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { sentences } from '../../sentences'

const server = await openServer()
const { getMarkets, getMarket, createMarket, updateMarket, deleteMarket } = calls.markets
const me = await server.enter(
  'can-view-market-day',
  'can-create-market-day',
  'can-edit-market-day',
  'can-delete-market-day',
)
const setter = await server.enter('can-edit-market-day', 'can-set-market-day-active/inactive')
let made = 0
const newBody = () => {
  made += 1
  return {
    name: `Market ${made}`,
    period: 3,
    state: 'Kano',
    lga: 'Dala',
    status: 'active' as const,
  }
}
const marketOf = async (id: number) => {
  const [market] = await server.database.select().from(marketDays).where(eq(marketDays.id, id))
  return market
}
async function makeMarket() {
  const [market] = await server.database.insert(marketDays).values(newBody()).returning()
  if (!market) throw new Error('No market day was made.')
  return market
}
const change = (market: { id: number }, body: object, from = me) =>
  server.ask(updateMarket, { ...newBody(), ...body, marketId: market.id }, from)

describe('creating a market day', () => {
  it('creates one', async () => {
    const before = await server.database.$count(marketDays)
    const body = { ...newBody(), name: '  Bodija Market ' }
    const reply = await server.ask(createMarket, body, me)
    expect(reply.json).toEqual({ status: '200', message: sentences.marketDayCreated })
    const { data } = (await server.ask(getMarkets, { page: 1 }, me)).output()
    expect(data).toMatchObject({ total: before + 1, page: 1, per_page: 100 })
    const made = data.data.filter(({ name }) => name === 'Bodija Market')
    expect(made).toMatchObject([{ ...body, name: 'Bodija Market' }])
  })

  const place = sentences.selectLocalGovernment
  it.each([
    ['no name', { name: ' ' }, 'Market Name is required.'],
    ['a day before Monday', { period: 0 }, 'Market Day Period must be one of 1 to 7.'],
    ['a day after Sunday', { period: 8 }, 'Market Day Period must be one of 1 to 7.'],
    ['a local government of another state', { lga: 'Ikeja' }, place],
    ['an unknown state', { state: 'Atlantis' }, place],
  ])('refuses %s', async (_what, body, message) => {
    const before = await server.database.$count(marketDays)
    expect((await server.ask(createMarket, { ...newBody(), ...body }, me)).fields).toEqual([message])
    expect(await server.database.$count(marketDays)).toBe(before)
  })

  it('refuses a second market of the same name in the same place', async () => {
    const { name } = await makeMarket()
    const second = { ...newBody(), name: name.toUpperCase() }
    expectRefused(await server.ask(createMarket, second, me), 'This market is already in the list.')
    expect((await server.ask(createMarket, { ...second, lga: 'Kano Municipal' }, me)).status).toBe('200')
  })
})

describe('changing a market day', () => {
  it('changes only the day, whatever else was sent', async () => {
    const market = await makeMarket()
    const sent = { name: 'Other', state: 'Lagos', lga: 'Ikeja', period: 6 }
    expect((await change(market, sent)).message).toBe(sentences.marketDayUpdated)
    expect(await marketOf(market.id)).toEqual({ ...market, period: 6 })
  })

  it('sets the status only with its permission', async () => {
    const market = await makeMarket()
    const body = { period: 5, status: 'inactive' }
    expectRefused(
      await change(market, body),
      'You do not have permission to set a market day active or inactive. Nothing was changed.',
    )
    expect(await marketOf(market.id)).toEqual(market)
    expect((await change(market, body, setter)).status).toBe('200')
    expect(await marketOf(market.id)).toEqual({ ...market, ...body })
    expect((await change(market, { ...body, period: 2 })).status).toBe('200')
  })
})

describe('a market of every few days', () => {
  const { createMarketByDays, updateMarketByDays } = calls.markets
  const byDays = (every_days = 5, from_day = '2026-11-20') => {
    const { period: _period, ...place } = newBody()
    return { ...place, every_days, from_day }
  }
  const shown = async (name: string) =>
    (await server.ask(getMarkets, { page: 1 }, me)).output().data.data.find((one) => one.name === name)

  it('has the weekday of its first day as its period', async () => {
    const body = byDays()
    expect((await server.ask(createMarketByDays, body, me)).message).toBe(sentences.marketDayCreated)
    expect(await shown(body.name)).toMatchObject({ period: 5, every_days: 5, from_day: '2026-11-20' })
  })

  it.each([
    ['every day', { every_days: 1 }, 'A market is held every 2 to 31 days.'],
    ['less than once a month', { every_days: 32 }, 'A market is held every 2 to 31 days.'],
    [
      'from a day in two years',
      { from_day: '2028-11-20' },
      'The first day must be within a year from today.',
    ],
  ])('is not held %s', async (_what, fields, message) => {
    const before = await server.database.$count(marketDays)
    const reply = await server.ask(createMarketByDays, { ...byDays(), ...fields }, me)
    expect(reply.fields).toEqual([message])
    expect(await server.database.$count(marketDays)).toBe(before)
  })

  it('that is held every seven days is one of a weekday', async () => {
    const body = byDays(7)
    await server.ask(createMarketByDays, body, me)
    expect(await shown(body.name)).toMatchObject({ period: 5, every_days: null, from_day: null })
  })

  it('becomes one of a weekday, and the other way round', async () => {
    const market = await makeMarket()
    const status = 'active' as const
    const days = { marketId: market.id, status, every_days: 8, from_day: '2026-11-22' }
    expect((await server.ask(updateMarketByDays, days, me)).message).toBe(sentences.marketDayUpdated)
    const held = { ...market, period: 7, everyDays: 8, firstDay: '2026-11-22' }
    expect(await marketOf(market.id)).toEqual(held)
    // A portal that does not know of it sends the weekday with another status.
    expect((await change(market, { period: 7, status: 'inactive' }, setter)).status).toBe('200')
    expect(await marketOf(market.id)).toEqual({ ...held, status: 'inactive' })
    expect((await change(market, { period: 2, status: 'inactive' })).status).toBe('200')
    expect(await marketOf(market.id)).toEqual({ ...market, period: 2, status: 'inactive' })
    expectRefused(
      await server.ask(updateMarketByDays, days, me),
      'You do not have permission to set a market day active or inactive. Nothing was changed.',
    )
  })
})

describe('deleting a market day', () => {
  it('is refused with the number of savings while it has some', async () => {
    const market = await makeMarket()
    const money = moneyOf(server)
    const customer = await server.makeCustomer((await server.makeAgent()).id)
    for (let n = 0; n < 2; n++) {
      const saving = await money.makeSaving(customer, 'market')
      await server.database.update(savings).set({ marketId: market.id }).where(eq(savings.id, saving.id))
    }
    const ask = () => server.ask(deleteMarket, { marketId: market.id }, me)
    const { data: shown } = (await server.ask(getMarket, { id: market.id }, me)).output()
    expect(shown.data).toMatchObject([{ savings: 2 }])
    expectRefused(await ask(), "This market day still has 2 savings. It can't be deleted.")
    expect(await marketOf(market.id)).toEqual(market)
    await server.database.update(savings).set({ marketId: null }).where(eq(savings.marketId, market.id))
    expect((await ask()).message).toBe(sentences.marketDayDeleted)
    expect(await marketOf(market.id)).toBeUndefined()
  })
})

it('an unknown market day is neither shown, changed nor deleted', async () => {
  const message = 'Market day with ID 999999 not found'
  expectRefused(await server.ask(getMarket, { id: 999_999 }, me), message)
  expectRefused(await change({ id: 999_999 }, {}), message)
  expectRefused(await server.ask(deleteMarket, { marketId: 999_999 }, me), message)
})

it('one market day is a list of one', async () => {
  const market = await makeMarket()
  const { data } = (await server.ask(getMarket, { id: market.id }, me)).output()
  expect(data.data).toMatchObject([{ id: market.id, name: market.name, period: 3, status: 'active' }])
})
