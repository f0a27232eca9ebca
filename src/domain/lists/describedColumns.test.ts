import { expect, it } from 'vitest'
import { describedColumns } from './describedColumns'

it('has the notes of columns that have one, by their headings and in their order', () => {
  const columns = [
    { field: 'amount', header: 'Amount' },
    { field: 'name', header: 'Name' },
    { field: 'balance', header: 'Balance' },
  ]
  const notes = { balance: 'After the movement.', amount: 'In naira.', elsewhere: 'Of another list.' }
  expect(describedColumns(columns, notes)).toEqual([
    ['Amount', 'In naira.'],
    ['Balance', 'After the movement.'],
  ])
})
