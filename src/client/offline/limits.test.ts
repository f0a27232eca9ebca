import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxBytes, maxRows, pagesToEvict, availableRows, sizeOf } from './limits'

const page = (usedAt: number, pinned: 0 | 1 = 0, rows = 100, bytes = 20_000) => ({
  usedAt,
  pinned,
  rows,
  bytes,
})

describe('what has to go', () => {
  it('is nothing while it fits', () => {
    expect(pagesToEvict(Array.from({ length: 100 }, (_, at) => page(at)))).toEqual([])
  })

  it('is what nobody has read for longest, and what was asked to be kept last of all', () => {
    const pages = [page(1, 1), ...Array.from({ length: 101 }, (_, at) => page(1000 - at))]
    expect(pagesToEvict(pages).map(({ usedAt }) => usedAt)).toEqual([900, 901])
    const pinned = Array.from({ length: 101 }, (_, at) => page(at, 1))
    expect(pagesToEvict([page(9000), ...pinned])).toEqual([page(9000), page(0, 1)])
  })

  it('is counted in bytes too', () => {
    expect(pagesToEvict([page(2, 0, 1, maxBytes), page(1, 0, 1, 1)])).toEqual([page(1, 0, 1, 1)])
  })

  it('leaves as much as fits, whatever lies there', () => {
    const any = fc.record({
      usedAt: fc.nat(),
      pinned: fc.constantFrom(0 as const, 1 as const),
      rows: fc.nat(4000),
      bytes: fc.nat(20_000_000),
    })
    fc.assert(
      fc.property(fc.array(any), (pages) => {
        const leaving = pagesToEvict(pages)
        const rest = sizeOf(pages.filter((one) => !leaving.includes(one)))
        const before = sizeOf(pages.filter((one) => !leaving.slice(0, -1).includes(one)))
        expect(rest.rows <= maxRows && rest.bytes <= maxBytes).toBe(true)
        if (leaving.length > 0) expect(before.rows > maxRows || before.bytes > maxBytes).toBe(true)
      }),
    )
  })
})

describe('room for a list', () => {
  it('is what others that are kept leave of the rows', () => {
    expect(availableRows([], [])).toBe(maxRows)
    expect(availableRows([page(1, 1, 3000)], [page(1)])).toBe(7000)
    expect(availableRows([page(1, 1, 12_000)], [])).toBe(0)
  })

  it('is less where a row is heavy', () => {
    expect(availableRows([], [page(1, 0, 100, 1_000_000)])).toBe(5000)
  })
})
