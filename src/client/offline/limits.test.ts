import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { availableRows, maxBytes, maxRows, pagesToEvict, sizeOf } from './limits'

const page = (usedAt: number, pinned: 0 | 1 = 0, rows = 100, bytes = 20_000) => ({
  usedAt,
  pinned,
  rows,
  bytes,
})

describe('pagesToEvict', () => {
  it('returns nothing within the limits', () => {
    expect(pagesToEvict(Array.from({ length: 100 }, (_, at) => page(at)))).toEqual([])
  })

  it('evicts the least recently used pages first, and pinned pages last', () => {
    const pages = [page(1, 1), ...Array.from({ length: 101 }, (_, at) => page(1000 - at))]
    expect(pagesToEvict(pages).map(({ usedAt }) => usedAt)).toEqual([900, 901])
    const pinned = Array.from({ length: 101 }, (_, at) => page(at, 1))
    expect(pagesToEvict([page(9000), ...pinned])).toEqual([page(9000), page(0, 1)])
  })

  it('respects the limit of bytes too', () => {
    expect(pagesToEvict([page(2, 0, 1, maxBytes), page(1, 0, 1, 1)])).toEqual([page(1, 0, 1, 1)])
  })

  it('evicts no more than needed', () => {
    const any = fc.record({
      usedAt: fc.nat(),
      pinned: fc.constantFrom(0 as const, 1 as const),
      rows: fc.nat(4000),
      bytes: fc.nat(20_000_000),
    })
    fc.assert(
      fc.property(fc.array(any), (pages) => {
        const evicted = pagesToEvict(pages)
        const rest = sizeOf(pages.filter((one) => !evicted.includes(one)))
        const before = sizeOf(pages.filter((one) => !evicted.slice(0, -1).includes(one)))
        expect(rest.rows <= maxRows && rest.bytes <= maxBytes).toBe(true)
        if (evicted.length > 0) expect(before.rows > maxRows || before.bytes > maxBytes).toBe(true)
      }),
    )
  })
})

describe('availableRows', () => {
  it('is the row limit minus the other pinned rows', () => {
    expect(availableRows([], [])).toBe(maxRows)
    expect(availableRows([page(1, 1, 3000)], [page(1)])).toBe(7000)
    expect(availableRows([page(1, 1, 12_000)], [])).toBe(0)
  })

  it('is less for large rows', () => {
    expect(availableRows([], [page(1, 0, 100, 1_000_000)])).toBe(5000)
  })
})
