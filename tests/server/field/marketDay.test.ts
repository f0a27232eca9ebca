import { afterAll, expect, inject, it } from 'vitest'
import { playMarketDay } from '../../simulate/marketDay'
import { report, roundsOf, seed } from '../support/rounds'
import { emptyDatabase } from '../support/testDatabase'

const place = await emptyDatabase()
afterAll(() => place.drop())
const minutes = roundsOf(0)

it('a market day with faults leaves both sides with the same sums, nothing twice and nothing lost', async () => {
  const settings = minutes
    ? { agents: 20, seconds: minutes * 60, lines: minutes * 1000 }
    : { agents: 4, seconds: 12, lines: 160 }
  const said: string[] = []
  const day = await playMarketDay(place, inject('builtServer'), { ...settings, faults: true, seed }, (text) =>
    said.push(text),
  )
  expect(day.faults, said.join('\n')).toEqual([])
  expect(day.figures.get('movements recorded')).toBe(settings.lines)
  report('a market day', Object.fromEntries(day.figures))
})
