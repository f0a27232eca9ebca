import { expect, it } from 'vitest'
import type { Kobo } from '#contract/values'
import type { DepositPlan } from './due'
import { savingTarget } from './target'

const plan = (changed: Partial<DepositPlan> = {}): DepositPlan => ({
  depositType: 'daily',
  marketPeriod: null,
  openedOn: '2026-11-02',
  ...changed,
})

it.each([
  ['daily', plan(), '2026-12-01', 30],
  ['weekly', plan({ depositType: 'weekly' }), '2026-11-30', 5],
  ['monthly', plan({ depositType: 'monthly' }), '2027-01-31', 3],
  ['on market days', plan({ marketPeriod: 5 }), '2026-11-20', 3],
  ['of one day', plan(), '2026-11-02', 1],
  ['that ends before its first deposit', plan({ marketPeriod: 5 }), '2026-11-03', 0],
] as const)('a plan %s is complete after its deposits', (_name, one, dueDate, deposits) => {
  expect(savingTarget(one, dueDate, 200_050 as Kobo)).toBe(deposits * 200_050)
})

it('a plan has no deposits on days without collection', () => {
  const calendar = { closed: [{ from: '2026-11-01', weekdays: [7] }], holidays: [{ day: '2026-11-11' }] }
  // 30 days with four Sundays and a holiday.
  expect(savingTarget(plan(), '2026-12-01', 50_000 as Kobo, calendar)).toBe(25 * 50_000)
})

it('a plan that changed has the deposits from its day on', () => {
  expect(savingTarget(plan(), '2026-12-01', 50_000 as Kobo, undefined, '2026-11-30')).toBe(2 * 50_000)
  expect(savingTarget(plan(), '2026-12-01', 50_000 as Kobo, undefined, '2026-12-02')).toBe(0)
  const weekly = plan({ depositType: 'weekly' })
  expect(savingTarget(weekly, '2026-12-01', 50_000 as Kobo, undefined, '2026-11-24')).toBe(50_000)
})
