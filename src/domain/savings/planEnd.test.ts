import { expect, it } from 'vitest'
import { planEndOn } from './planEnd'

it.each([
  ['on the day of its opening', 31, '2026-11-01', '2026-12-02'],
  ['on its last day', 31, '2026-12-01', '2026-12-02'],
  ['on its due date, on which it begins again', 31, '2026-12-02', '2027-01-02'],
  ['of one day', 1, '2026-11-05', '2026-11-06'],
])('a plan %s', (_what, duration, day, due) => {
  expect(planEndOn({ openedOn: '2026-11-01', duration }, day)).toBe(due)
})

it('is none before its opening', () => {
  expect(() => planEndOn({ openedOn: '2026-11-01', duration: 30 }, '2026-10-31')).toThrow(RangeError)
})
