import { describe, expect, it } from 'vitest'
import { filterRows, orderRows, rowsOfPage, totalsOf } from './tablePage'

const rows = Array.from({ length: 37 }, (_, at) => ({
  id: at + 1,
  name: `Row ${37 - at}`,
  amount: (at * 7) % 37,
}))
const texts = ({ name, amount }: (typeof rows)[number]) => [name, `₦${amount}.00`]

describe('a list that came whole', () => {
  it.each([10, 15, 20, 25, 30])('shows %i rows a page, each once', (size) => {
    const { pages } = rowsOfPage(rows, 1, size)
    expect(pages).toBe(Math.ceil(37 / size))
    const shown = Array.from({ length: pages }, (_, at) => rowsOfPage(rows, at + 1, size).rows)
    expect(shown.flat()).toEqual(rows)
    expect(shown[0]).toHaveLength(size)
  })

  it('adds up its summed columns, empty cells as nothing', () => {
    const columns = [{ field: 'name' }, { field: 'amount', isSummed: true }] as const
    expect(totalsOf([{ amount: 5 }, { amount: null }, { amount: -2 }, {}], columns)).toEqual({ amount: 3 })
    expect(totalsOf(rows, columns.slice(0, 1))).toBeUndefined()
  })

  it('shows the last page for one beyond it, and an empty first page', () => {
    expect(rowsOfPage(rows, 99, 10)).toMatchObject({ page: 4, pages: 4, rows: rows.slice(30) })
    expect(rowsOfPage([], 3, 10)).toEqual({ page: 1, pages: 1, rows: [] })
    expect(rowsOfPage(rows, 0, 10).page).toBe(1)
  })

  it('is filtered by what its columns show, in all rows, and nothing else', () => {
    expect(filterRows(rows, ' ROW 1 ', texts).map(({ id }) => id)).toEqual([
      ...Array.from({ length: 10 }, (_, at) => at + 19),
      37,
    ])
    expect(filterRows(rows, '₦36.00', texts)).toHaveLength(1)
    expect(filterRows(rows, 'id', texts)).toEqual([])
    expect(filterRows(rows, '  ', texts)).toBe(rows)
  })

  it('is sorted as a whole before its page is taken', () => {
    const sorted = orderRows(rows, { field: 'amount', order: 'desc' })
    expect(sorted.map(({ amount }) => amount)).toEqual(Array.from({ length: 37 }, (_, at) => 36 - at))
    expect(rowsOfPage(sorted, 1, 10).rows[0]?.amount).toBe(36)
    expect(orderRows(rows, undefined)).toBe(rows)
    expect(
      orderRows<{ id?: number; kind: string }>([{ kind: 'b' }, { kind: 'a' }], {
        field: 'kind',
        order: 'asc',
      }),
    ).toEqual([{ kind: 'a' }, { kind: 'b' }])
  })
})
