import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axisOf, placeOn, shortNaira } from './axis'
import { kobo } from './kobo'

const naira = (amount: number) => kobo(amount * 100)

describe('the axis of a chart', () => {
  it('has round ticks from 0 for bars', () => {
    expect(axisOf([naira(3_900_000), naira(5_800_000)], { fromZero: true }).ticks).toEqual(
      [0, 2_000_000, 4_000_000, 6_000_000].map(naira),
    )
  })

  it('may start higher for a line', () => {
    expect(axisOf([naira(52_100_000), naira(62_950_000)]).ticks).toEqual(
      [50_000_000, 55_000_000, 60_000_000, 65_000_000].map(naira),
    )
  })

  it('has a step where all is the same, or nothing', () => {
    expect(axisOf([naira(0), naira(0)]).ticks).toEqual([0, 1].map(naira))
    expect(axisOf([naira(7), naira(7)])).toMatchObject({ from: naira(6), to: naira(8) })
  })

  it('contains all amounts, in two to six ticks', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 9_000_000_000_000 }).map(kobo), { minLength: 1 })
    fc.assert(
      fc.property(amounts, fc.boolean(), (some, fromZero) => {
        const axis = axisOf(some, { fromZero })
        expect(axis.ticks.length).toBeGreaterThanOrEqual(2)
        expect(axis.ticks.length).toBeLessThanOrEqual(6)
        for (const amount of some) {
          expect(placeOn(axis, amount)).toBeGreaterThanOrEqual(0)
          expect(placeOn(axis, amount)).toBeLessThanOrEqual(100)
        }
      }),
    )
  })
})

it.each([
  [0, '₦0'],
  [50, '₦50'],
  [500_000, '₦500 k'],
  [2_500_000, '₦2.5 m'],
  [62_950_000, '₦62.95 m'],
  [3_000_000_000, '₦3 bn'],
])('%d naira are %s', (amount, text) => {
  expect(shortNaira(naira(amount))).toBe(text)
})
