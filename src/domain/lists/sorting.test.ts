import { describe, expect, it } from 'vitest'
import { pressedOrders, sortRows, sortWords } from './sorting'

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

describe('sortRows', () => {
  it('compares text without regard to case', () => {
    const rows = [
      { id: 1, name: 'bisi Ade' },
      { id: 2, name: 'Ada Bello' },
      { id: 3, name: 'Zainab' },
      { id: 4, name: 'ada Abu' },
    ]
    expect(idsOf(sortRows(rows, { field: 'name', order: 'asc' }))).toEqual([4, 2, 1, 3])
    expect(idsOf(sortRows(rows, { field: 'name', order: 'desc' }))).toEqual([3, 1, 2, 4])
  })

  it('compares amounts as numbers and breaks ties by id in the same direction', () => {
    const rows = [
      { id: 1, amount: 900 },
      { id: 2, amount: 10_000 },
      { id: 3, amount: 900 },
      { id: 4, amount: -5 },
    ]
    expect(idsOf(sortRows(rows, { field: 'amount', order: 'asc' }))).toEqual([4, 1, 3, 2])
    expect(idsOf(sortRows(rows, { field: 'amount', order: 'desc' }))).toEqual([2, 3, 1, 4])
  })

  it('puts empty cells last in ascending order and first in descending order, as the database does', () => {
    const rows = [
      { id: 1, due: null },
      { id: 2, due: '2026-11-02' },
      { id: 3, due: '2026-11-01' },
    ]
    expect(idsOf(sortRows(rows, { field: 'due', order: 'asc' }))).toEqual([3, 2, 1])
    expect(idsOf(sortRows(rows, { field: 'due', order: 'desc' }))).toEqual([1, 2, 3])
  })
})

it('names an order in the words of its kind', () => {
  expect(sortWords({ header: 'Amount', kind: 'money' }, 'desc')).toBe('Amount, largest first')
  expect(sortWords({ header: 'Created', kind: 'datetime' }, 'asc')).toBe('Created, oldest first')
  expect(sortWords({ header: 'Full Name', kind: 'text' }, 'desc')).toBe('Full Name, Z to A')
})

it('begins with the largest and newest, and names with A', () => {
  const orders = (kind: 'money' | 'datetime' | 'text') => pressedOrders({ field: 'one', kind }, undefined)
  expect(orders('money')).toEqual(['desc', 'asc', null])
  expect(orders('datetime')).toEqual(['desc', 'asc', null])
  expect(orders('text')).toEqual(['asc', 'desc', null])
})

it('changes the order of a list with an order of its own at every press', () => {
  const orders = (field: string, order: 'asc' | 'desc') =>
    pressedOrders({ field: 'one', kind: 'date' }, { field, order })
  expect(orders('one', 'asc')).toEqual(['desc', 'asc'])
  expect(orders('one', 'desc')).toEqual(['desc', 'asc', null])
  expect(orders('two', 'asc')).toEqual(['desc', 'asc', null])
})
