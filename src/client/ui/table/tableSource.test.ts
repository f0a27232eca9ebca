import { expect, it } from 'vitest'
import { cellText, statusIn } from './tableSource'

it.each([
  ['text', 'Ada', 'Ada'],
  ['text', '', 'NOT AVAILABLE'],
  ['money', 150_050, '₦1,500.50'],
  ['money', null, '0.00'],
  ['datetime', '2026-11-18T10:42:07.123Z', '18 Nov 2026, 10:42'],
  ['datetime', null, 'NOT AVAILABLE'],
  ['date', '2026-11-18', '18 Nov 2026'],
  ['date', '2026-02-30', 'NOT AVAILABLE'],
  ['date', null, 'NOT AVAILABLE'],
  ['percent', 1250, '12.5%'],
  ['percent', 1205, '12.05%'],
  ['percent', 0, '0%'],
  ['percent', null, 'NOT AVAILABLE'],
  ['number', 0, '0'],
  ['yesNo', false, 'No'],
] as const)('shows a %s cell with %j as %j', (kind, value, shown) =>
  expect(cellText({ kind }, value)).toBe(shown),
)

it('shows a date that stands for its month as the month', () => {
  const month = { kind: 'date', ofMonth: true } as const
  expect(cellText(month, '2026-10-01')).toBe('Oct 2026')
  expect(cellText(month, null)).toBe('NOT AVAILABLE')
})

it('shows a date that can’t be read as its column says, and a missing one as missing', () => {
  const downline = { kind: 'datetime', invalid: 'No Downlines Yet' } as const
  expect(cellText(downline, '2026-11-18T10:42:07.123Z')).toBe('18 Nov 2026, 10:42')
  for (const value of ['2026-02-30T10:00:00.000Z', 'yesterday'])
    expect(cellText(downline, value)).toBe('No Downlines Yet')
  for (const value of [null, undefined, '']) expect(cellText(downline, value)).toBe('NOT AVAILABLE')
})

it('shows a stored word with a capital', () => {
  expect(cellText({ kind: 'text', isWord: true }, 'missing')).toBe('Missing')
  expect(cellText({ kind: 'text', isWord: true }, null)).toBe('NOT AVAILABLE')
})

it('shows nothing in an empty cell of a sparse column', () => {
  expect(cellText({ kind: 'text', sparse: true }, null)).toBe('')
  expect(cellText({ kind: 'money', sparse: true }, null)).toBe('')
  expect(cellText({ kind: 'money', sparse: true }, 0)).toBe('₦0.00')
})

it('says with the status of a movement that it was reversed, or that it is a reversal', () => {
  expect(statusIn({ reversed_by: 'RV-1', reverses: null }, 'approved')).toBe('reversed, approved')
  expect(statusIn({ reversed_by: null, reverses: 'SD-1' }, 'debit')).toBe('reversal, debit')
  expect(statusIn({ reversed_by: null, reverses: null }, 'approved')).toBe('approved')
  expect(statusIn({}, 'pending')).toBe('pending')
})
