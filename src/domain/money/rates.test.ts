import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BasisPoints } from '#contract/values'
import { kobo } from './kobo'
import { basisPointsOf, formatRate, percentNumber, shareChange, shareText } from './rates'

const rates = fc.integer({ min: 0, max: 10_000 }).map((n) => n as BasisPoints)

describe('a rate', () => {
  it.each([
    [12.5, 1250],
    ['12.5', 1250],
    ['12.50', 1250],
    [' 5 % ', 500],
    [0, 0],
    [0.01, 1],
    [1.15, 115],
    [100, 10_000],
  ])('reads %j as %i hundredths', (text, hundredths) => expect(basisPointsOf(text)).toBe(hundredths))

  it.each([
    '',
    '%',
    '-5',
    '1.005',
    '1,5',
    '1e2',
    'NaN',
    '٥',
    '.5',
    '5.',
    '1234567',
    0.1 + 0.2,
    1.005,
    Number.NaN,
  ])('does not read %j', (text) => expect(basisPointsOf(text)).toBeUndefined())

  it('comes back from the wire and the screen as it was', () => {
    fc.assert(
      fc.property(rates, (rate) => {
        expect(basisPointsOf(percentNumber(rate))).toBe(rate)
        expect(basisPointsOf(formatRate(rate))).toBe(rate)
        expect(JSON.stringify(percentNumber(rate))).toMatch(/^\d+(\.\d{1,2})?$/)
      }),
    )
  })
})

describe('a share', () => {
  it('is shown to a tenth of a percent, half of one up, and is none of nothing', () => {
    const shown = (part: number, whole: number) => shareText(kobo(part), kobo(whole))
    expect([
      shown(46, 1000),
      shown(1, 3),
      shown(5, 10_000),
      shown(4, 10_000),
      shown(7, 7),
      shown(0, 9),
    ]).toEqual(['4.6%', '33.3%', '0.1%', '0.0%', '100.0%', '0.0%'])
    expect(shown(0, 0)).toBe('–')
  })
})

it('a change of a share is the difference of the shares as shown', () => {
  const shown = (now: number, before: number) =>
    shareChange([kobo(now), kobo(1000)], [kobo(before), kobo(1000)])
  expect([shown(46, 42), shown(42, 46), shown(7, 7), shown(0, 1000)]).toEqual([
    '+0.4',
    '−0.4',
    '0.0',
    '−100.0',
  ])
  expect(shareChange([kobo(0), kobo(0)], [kobo(5), kobo(10)])).toBe('−50.0')
})
