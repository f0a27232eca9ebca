import { expect, it } from 'vitest'
import type { Kobo } from '#contract/values'
import { contributionText, isSameContribution, planChangeDay } from './planChange'

const month = { cycleKind: 'month', cycleDays: 31 } as const
const days = (cycleDays: number) => ({ cycleKind: 'days', cycleDays }) as const

it.each([
  ['a calendar month', month, '2026-11-09', '2026-11-09', '2026-12-01'],
  ['its last day', month, '2026-11-09', '2026-11-30', '2026-12-01'],
  ['the first day of a month', month, '2026-11-09', '2026-12-01', '2027-01-01'],
  ['the end of a year', month, '2026-01-31', '2026-12-31', '2027-01-01'],
  ['31 days, on the opening', days(31), '2026-11-09', '2026-11-09', '2026-12-10'],
  ['31 days, on their last', days(31), '2026-11-09', '2026-12-09', '2026-12-10'],
  ['31 days, on the first of the next', days(31), '2026-11-09', '2026-12-10', '2027-01-10'],
  ['one day', days(1), '2026-11-09', '2026-11-20', '2026-11-21'],
])('changes a plan after %s', (_name, terms, openedOn, today, from) => {
  expect(planChangeDay(terms, openedOn, today)).toBe(from)
})

it('compares and names contributions', () => {
  const plan = { fixedAmount: 50_000 as Kobo, depositType: 'daily', marketId: null } as const
  expect(isSameContribution(plan, { ...plan })).toBe(true)
  expect(isSameContribution(plan, { ...plan, fixedAmount: 50_001 as Kobo })).toBe(false)
  expect(isSameContribution(plan, { ...plan, depositType: 'weekly' })).toBe(false)
  expect(isSameContribution(plan, { ...plan, marketId: 2 })).toBe(false)
  expect(contributionText(plan, null)).toBe('₦500.00 a day')
  expect(contributionText({ ...plan, depositType: 'monthly' }, null)).toBe('₦500.00 a month')
  expect(contributionText(plan, 'Bodija')).toBe('₦500.00 each market day, Bodija')
})
