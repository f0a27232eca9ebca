import { describe, expect, it } from 'vitest'
import { nextSort, sortRows, sortWords } from './sorting'

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
  const presses = (kind: 'money' | 'datetime' | 'text') => {
    const first = nextSort({ field: 'one', kind }, { sort: undefined })
    const second = nextSort({ field: 'one', kind }, { sort: first })
    return [first?.order, second?.order, nextSort({ field: 'one', kind }, { sort: second })]
  }
  expect(presses('money')).toEqual(['desc', 'asc', undefined])
  expect(presses('datetime')).toEqual(['desc', 'asc', undefined])
  expect(presses('text')).toEqual(['asc', 'desc', undefined])
  expect(nextSort({ field: 'one', kind: 'text' }, { sort: { field: 'two', order: 'asc' } })?.order).toBe(
    'asc',
  )
})

it('changes the order of a list with an order of its own at every press', () => {
  const initial = { field: 'one', order: 'asc' } as const
  const press = (order: 'asc' | 'desc') =>
    nextSort({ field: 'one', kind: 'date' }, { sort: { field: 'one', order }, initial })
  expect(press('asc')).toEqual({ field: 'one', order: 'desc' })
  expect(press('desc')).toEqual({ field: 'one', order: 'asc' })
})
