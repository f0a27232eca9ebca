import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BasisPoints } from '#contract/values'
import {
  addKobo,
  formatNaira,
  kobo,
  koboOf,
  nairaOf,
  negateKobo,
  percentOf,
  subtractKobo,
  sumKobo,
} from './kobo'

const max = Number.MAX_SAFE_INTEGER
const min = Number.MIN_SAFE_INTEGER
const anyKobo = fc.maxSafeInteger().map(kobo)
const isSafe = (n: bigint) => n >= BigInt(min) && n <= BigInt(max)

/** What a sum must be: the exact one, or a RangeError where that is unsafe. */
function expectExact(run: () => number, exact: bigint) {
  if (isSafe(exact)) expect(BigInt(run())).toBe(exact)
  else expect(run).toThrow(RangeError)
}

describe('kobo', () => {
  it('takes safe integers only', () => {
    for (const n of [0, 1, -1, max, min]) expect(kobo(n)).toBe(n)
    expect(kobo(-0)).toBe(0)
    for (const n of [0.5, max + 1, min - 1, Number.NaN, Infinity, -Infinity])
      expect(() => kobo(n)).toThrow(RangeError)
    expect(() => kobo('5' as unknown as number)).toThrow(RangeError)
  })

  it('takes any double only when it is a safe integer, never NaN', () => {
    fc.assert(
      fc.property(fc.double(), (n) => {
        if (Number.isSafeInteger(n)) expect(kobo(n) === n).toBe(true)
        else expect(() => kobo(n)).toThrow(RangeError)
      }),
    )
  })
})

describe('sums', () => {
  it('add, subtract and total', () => {
    expect(addKobo(kobo(150), kobo(-50))).toBe(100)
    expect(subtractKobo(kobo(50), kobo(150))).toBe(-100)
    expect(subtractKobo(kobo(5), kobo(5))).toBe(0)
    expect([5, -5, 0].map((n) => negateKobo(kobo(n)))).toEqual([-5, 5, 0])
    expect(sumKobo([])).toBe(0)
    expect(sumKobo([10, 20, 30].map(kobo))).toBe(60)
    expect(sumKobo(new Set([kobo(1), kobo(2)]))).toBe(3)
  })

  it('throw for a result beyond the safe integers', () => {
    expect(() => addKobo(kobo(max), kobo(1))).toThrow(RangeError)
    expect(() => subtractKobo(kobo(min), kobo(1))).toThrow(RangeError)
    expect(() => sumKobo([kobo(max), kobo(max)])).toThrow(RangeError)
    expect(sumKobo([max, 1, -1].map(kobo))).toBe(max)
  })

  it('are exact or throw', () => {
    fc.assert(
      fc.property(anyKobo, anyKobo, (a, b) => {
        expectExact(() => addKobo(a, b), BigInt(a) + BigInt(b))
        expectExact(() => subtractKobo(a, b), BigInt(a) - BigInt(b))
      }),
    )
  })

  it('are associative and commutative, or throw', () => {
    fc.assert(
      fc.property(anyKobo, anyKobo, anyKobo, (a, b, c) => {
        const parts = [BigInt(a) + BigInt(b), BigInt(b) + BigInt(c)]
        if (parts.every(isSafe)) {
          const exact = BigInt(a) + BigInt(b) + BigInt(c)
          expectExact(() => addKobo(addKobo(a, b), c), exact)
          expectExact(() => addKobo(a, addKobo(b, c)), exact)
        }
        if (parts.slice(0, 1).every(isSafe)) expect(addKobo(a, b)).toBe(addKobo(b, a))
      }),
    )
  })

  it('total a list exactly, whatever its order', () => {
    fc.assert(
      fc.property(fc.array(anyKobo), (amounts) => {
        const exact = amounts.reduce((total, amount) => total + BigInt(amount), 0n)
        expectExact(() => sumKobo(amounts), exact)
        expectExact(() => sumKobo([...amounts].reverse()), exact)
      }),
    )
  })
})

describe('percentOf', () => {
  const rate = (n: number) => n as BasisPoints
  it.each([
    [10_000, 1250, 1250],
    [1, 4999, 0],
    [1, 5000, 1], // half a kobo goes up
    [3, 5000, 2],
    [333, 333, 11],
    [0, 10_000, 0],
    [max, 10_000, max],
  ])('of %i kobo at %i hundredths of a percent is %i', (amount, hundredths, part) =>
    expect(percentOf(kobo(amount), rate(hundredths))).toBe(part),
  )

  it('is within half a kobo of the exact part, and never below it by half', () => {
    const rates = fc.integer({ min: 0, max: 10_000 }).map(rate)
    fc.assert(
      fc.property(
        fc.maxSafeInteger().filter((n) => n >= 0),
        rates,
        (amount, hundredths) => {
          const exact = BigInt(amount) * BigInt(hundredths)
          const off = BigInt(percentOf(kobo(amount), hundredths)) * 10_000n - exact
          expect(off > -5_000n && off <= 5_000n).toBe(true)
        },
      ),
    )
  })

  it('throws for a negative amount', () => expect(() => percentOf(kobo(-1), rate(5000))).toThrow(RangeError))
})

describe('nairaOf and formatNaira', () => {
  it.each([
    [150_000, '1500.00', '₦1,500.00'],
    [-5, '-0.05', '−₦0.05'],
    [0, '0.00', '₦0.00'],
    [-500, '-5.00', '−₦5.00'],
    [99_999, '999.99', '₦999.99'],
    [123_456_750, '1234567.50', '₦1,234,567.50'],
    [-12_345_678, '-123456.78', '−₦123,456.78'],
    [max, '90071992547409.91', '₦90,071,992,547,409.91'],
    [min, '-90071992547409.91', '−₦90,071,992,547,409.91'],
  ])('write %i kobo as %s and %s', (amount, wire, screen) => {
    expect(nairaOf(kobo(amount))).toBe(wire)
    expect(formatNaira(kobo(amount))).toBe(screen)
  })

  it('come back as the same kobo over all safe integers', () => {
    fc.assert(
      fc.property(anyKobo, (amount) => {
        expect(koboOf(nairaOf(amount))).toBe(amount)
        expect(koboOf(formatNaira(amount))).toBe(amount)
        expect(nairaOf(amount)).toMatch(/^-?(?:0|[1-9]\d*)\.\d\d$/)
        expect(formatNaira(amount)).toMatch(/^\u2212?₦(?:0|[1-9]\d{0,2})(?:,\d{3})*\.\d\d$/)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('koboOf', () => {
  it.each([
    ['1500', 150_000],
    ['1500.5', 150_050],
    ['1,500.00', 150_000],
    ['1,234,567.5', 123_456_750],
    ['  42.10 ', 4_210],
    ['₦1500', 150_000],
    ['−₦5.00', -500],
    ['-0.05', -5],
    ['-0', 0],
    ['007', 700],
    ['1.15', 115],
    ['4.35', 435],
    ['90071992547409.91', max],
    ['-90071992547409.91', min],
  ])('reads %j', (text, amount) => {
    expect(koboOf(text)).toBe(amount)
  })

  it.each([
    '1.005',
    '1e3',
    'NaN',
    'Infinity',
    '',
    ' ',
    '-',
    '₦',
    '.',
    '.5',
    '5.',
    '--1',
    '+1',
    '−₦-1',
    '₦₦1',
    '$1',
    '1 500',
    '1,00',
    '1,0000',
    ',100',
    '1234,567',
    '1,234567',
    '100,',
    '1.5.0',
    '1.0,0',
    '0x10',
    '1_000',
    '١٢',
    '1\n2',
    '90071992547409.92',
    '-90071992547409.92',
    '9'.repeat(400),
  ])('rejects %j', (text) => {
    expect(koboOf(text)).toBeUndefined()
  })

  it('takes a number whose decimal form is such a text', () => {
    expect(koboOf(1500)).toBe(150_000)
    expect(koboOf(1500.5)).toBe(150_050)
    expect(koboOf(-0.05)).toBe(-5)
    expect(koboOf(1.15)).toBe(115)
    expect(koboOf(-0)).toBe(0)
    for (const n of [1.005, 0.1 + 0.2, 1e21, 1e-7, max, Number.NaN, Infinity])
      expect(koboOf(n)).toBeUndefined()
  })

  it('gives a safe integer or undefined for any text or number, never NaN', () => {
    const nearNaira = fc.stringMatching(/^ ?-?₦?[0-9,]{0,18}\.?[0-9e]{0,3} ?$/)
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearNaira, fc.double(), fc.maxSafeInteger()), (input) => {
        const amount = koboOf(input)
        expect(amount === undefined || Number.isSafeInteger(amount)).toBe(true)
        if (amount !== undefined) expect(koboOf(nairaOf(amount))).toBe(amount)
      }),
      { numRuns: 1000 },
    )
  })
})
