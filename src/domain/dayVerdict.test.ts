import { expect, it } from 'vitest'
import type { DayPlace } from '#contract/calls/closing'
import { gapsOf, openTillsText } from './dayVerdict'
import { kobo } from './money/kobo'

const till = (name: string, is_open = true): DayPlace => ({
  place: 'till',
  name,
  held: kobo(0),
  difference: kobo(0),
  is_open,
})

it('tills that are still open are gaps of the day, named in a sentence', () => {
  expect(openTillsText({ places: [till('Front', false)] })).toBe('')
  expect(openTillsText({ places: [till('Front'), till('Back', false)] })).toBe('Till Front still open')
  expect(openTillsText({ places: ['Front', 'Back', 'Yard'].map((name) => till(name)) })).toBe(
    'Tills Front, Back and Yard still open',
  )
  expect(gapsOf({ agents: [], places: [till('Front'), till('Back', false)] })).toBe(1)
  // Figures of an older release have no places.
  expect(gapsOf({ agents: [] })).toBe(0)
})
