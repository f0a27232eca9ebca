import { expect, it } from 'vitest'
import { addDays } from './lagos'
import { isMarketDay, type MarketRhythm, marketText, nextMarketDay } from './markets'

/** The market days of November 2026. */
const marketDays = (market: MarketRhythm) =>
  Array.from({ length: 30 }, (_, at) => addDays('2026-11-01', at))
    .filter((day) => isMarketDay(market, day))
    .map((day) => Number(day.slice(8)))

const every = (days: number, firstDay: string): MarketRhythm => ({ period: 1, every: { days, firstDay } })

it.each<[string, MarketRhythm, number[]]>([
  ['on Mondays', { period: 1 }, [2, 9, 16, 23, 30]],
  ['on Sundays', { period: 7, every: null }, [1, 8, 15, 22, 29]],
  ['every 4 days', every(4, '2026-11-02'), [2, 6, 10, 14, 18, 22, 26, 30]],
  ['every 5 days, counted from the month before', every(5, '2026-10-29'), [3, 8, 13, 18, 23, 28]],
  ['every 8 days', every(8, '2026-11-10'), [10, 18, 26]],
  ['every 2 days, from its first day on', every(2, '2026-11-27'), [27, 29]],
])('a market %s', (_name, market, days) => {
  expect(marketDays(market)).toEqual(days)
})

it.each<[MarketRhythm, string, string]>([
  [{ period: 1 }, '2026-11-16', '2026-11-23'],
  [every(5, '2026-11-02'), '2026-11-02', '2026-11-07'],
  [every(5, '2026-11-02'), '2026-11-03', '2026-11-07'],
  [every(5, '2026-11-02'), '2026-11-06', '2026-11-07'],
  [every(5, '2026-11-02'), '2026-10-01', '2026-11-02'],
  [every(8, '2028-02-22'), '2028-02-28', '2028-03-01'],
])('the market %j after %s is on %s', (market, today, next) => {
  expect(nextMarketDay(market, today)).toBe(next)
  expect(isMarketDay(market, next)).toBe(true)
})

it('has a text for either', () => {
  expect(marketText({ period: 2 })).toBe('2 Tuesday')
  expect(marketText(every(5, '2026-11-02'))).toBe('Every 5 days from 2 Nov 2026')
})
