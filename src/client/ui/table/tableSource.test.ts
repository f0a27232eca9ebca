import { expect, it } from 'vitest'
import { cellText } from './tableSource'

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
