import { expect, it } from 'vitest'
import type { BasisPoints } from '#contract/values'
import type { Calendar } from '../time/calendar'
import { addDays } from '../time/lagos'
import {
  chargedDays,
  dailyPenaltyOn,
  type DailyPenaltyTerms,
  dailyPenaltyText,
  dailyPenaltyUntil,
} from './dailyPenalty'
import { kobo } from './kobo'

/** ₦200.00 a day after two days of grace, at most 10% of an instalment of ₦10,000.00, due on Friday, 6 November 2026. */
const terms: DailyPenaltyTerms = { amount: kobo(20_000), ceiling: 1000 as BasisPoints, graceDays: 2 }
const instalment = { amount: kobo(1_000_000), dueDate: '2026-11-06' }
const sundays: Calendar = {
  closed: [{ from: '2026-11-01', weekdays: [7] }],
  holidays: [{ day: '2026-11-11' }],
}

it.each([
  // The 8th is a Sunday, the 11th a holiday: grace is Saturday and Monday.
  ['2026-11-06', 0, 0],
  ['2026-11-07', 0, 0],
  ['2026-11-09', 0, 0],
  ['2026-11-10', 20_000, 20_000],
  ['2026-11-11', 0, 20_000],
  ['2026-11-12', 20_000, 40_000],
  ['2026-11-13', 20_000, 60_000],
  ['2026-11-14', 20_000, 80_000],
  ['2026-11-15', 0, 80_000],
  ['2026-11-16', 20_000, 100_000],
  ['2026-11-17', 0, 100_000],
  ['2027-11-17', 0, 100_000],
])('the close of %s adds %d kobo, in all %d', (day, added, total) => {
  expect(dailyPenaltyOn(terms, instalment, day, sundays)).toBe(added)
  expect(dailyPenaltyUntil(terms, instalment, day, sundays)).toBe(total)
})

it.each([
  ['2026-11-06', 0, 0],
  ['2026-11-07', 0, 1],
  ['2026-11-08', 0, 2],
  ['2026-11-08', 2, 0],
  ['2026-11-09', 2, 1],
])('without a calendar, on %s with %d days of grace, %d days cost', (day, graceDays, days) => {
  expect(chargedDays(instalment, graceDays, day)).toBe(days)
})

it('the last day before the ceiling costs what is left of it', () => {
  const odd = { ...terms, amount: kobo(30_000), graceDays: 0 }
  const added = Array.from({ length: 6 }, (_, at) =>
    dailyPenaltyOn(odd, instalment, addDays('2026-11-06', at)),
  )
  expect(added).toEqual([0, 30_000, 30_000, 30_000, 10_000, 0])
})

it.each<[Partial<DailyPenaltyTerms>, string]>([
  [{}, '₦200.00 a day late, after 2 days of grace, at most 10% of the installment'],
  [{ graceDays: 0 }, '₦200.00 a day late, from the day after the due date, at most 10% of the installment'],
  [{ amount: kobo(0) }, 'None'],
  [{ ceiling: 0 as BasisPoints }, 'None'],
])('%j: %s', (fields, text) => {
  expect(dailyPenaltyText({ ...terms, ...fields })).toBe(text)
})
