import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Calendar,
  closedWeekdaysOn,
  collectionDayAfter,
  collectionDaysBetween,
  everyDay,
  fixedHolidaysOf,
  isCollectionDay,
  nextCollectionDay,
} from './calendar'
import { addDays } from './lagos'

/** Sundays are closed from 1 November 2026, Saturdays too from 1 December; 25 and 26 December (Friday, Saturday) are holidays. */
const calendar: Calendar = {
  closed: [
    { from: '2026-12-01', weekdays: [6, 7] },
    { from: '2026-11-01', weekdays: [7] },
  ],
  holidays: [{ day: '2026-12-25' }, { day: '2026-12-26' }],
}
const always: Calendar = { closed: [{ from: '2026-01-01', weekdays: [1, 2, 3, 4, 5, 6, 7] }], holidays: [] }

it.each([
  ['2026-10-25', true, 'a Sunday before Sundays are closed'],
  ['2026-11-01', false, 'the first closed Sunday'],
  ['2026-11-28', true, 'a Saturday before Saturdays are closed'],
  ['2026-12-05', false, 'a closed Saturday'],
  ['2026-12-07', true, 'a Monday'],
  ['2026-12-25', false, 'a holiday on a Friday'],
  ['2027-12-25', false, 'a Saturday, and no holiday of that year'],
  ['2027-12-24', true, 'a Friday of another year'],
])('%s is a collection day: %s (%s)', (day, expected) => {
  expect(isCollectionDay(calendar, day)).toBe(expected)
})

it('each day is one without a calendar', () => {
  for (let day = '2026-12-20'; day < '2027-01-05'; day = addDays(day, 1))
    expect(isCollectionDay(everyDay, day)).toBe(true)
})

it('of closed weekdays from the same day the last ones count, and none before the first', () => {
  const closed = [
    { from: '2026-11-01', weekdays: [7] },
    { from: '2026-11-01', weekdays: [] },
  ]
  expect(closedWeekdaysOn({ closed }, '2026-11-01')).toEqual([])
  expect(closedWeekdaysOn({ closed: closed.toReversed() }, '2026-11-02')).toEqual([7])
  expect(closedWeekdaysOn(calendar, '2026-10-31')).toEqual([])
})

describe('the next collection day', () => {
  it.each([
    ['2026-11-07', '2026-11-07', 'from a Saturday'],
    ['2026-11-08', '2026-11-09', 'from a closed Sunday'],
    ['2026-12-25', '2026-12-28', 'from a holiday before a closed weekend'],
  ])('of %s is %s (%s)', (day, next) => {
    expect(nextCollectionDay(calendar, day)).toBe(next)
  })

  it.each([
    ['2026-11-06', 0, '2026-11-06'],
    ['2026-11-08', 0, '2026-11-08'],
    ['2026-11-06', 1, '2026-11-07'],
    ['2026-11-06', 2, '2026-11-09'],
    ['2026-12-24', 1, '2026-12-28'],
    ['2026-12-24', 7, '2027-01-05'],
  ])('after %s, the %s-th, is %s', (day, count, found) => {
    expect(collectionDayAfter(calendar, day, count)).toBe(found)
  })

  it('is an error where all weekdays are closed', () => {
    expect(() => nextCollectionDay(always, '2026-11-08')).toThrow(RangeError)
    expect(isCollectionDay(always, '2026-11-08')).toBe(false)
  })
})

describe('collection days after a day, up to another', () => {
  it.each([
    ['2026-11-06', '2026-11-06', 0, 'the same day'],
    ['2026-11-06', '2026-11-05', 0, 'an earlier day'],
    ['2026-11-06', '2026-11-07', 1, 'Friday to Saturday'],
    ['2026-11-06', '2026-11-08', 1, 'Friday to a closed Sunday'],
    ['2026-11-06', '2026-11-09', 2, 'Friday to Monday'],
    ['2026-12-23', '2026-12-28', 2, 'over Christmas: 24 and 28 December'],
    ['2026-10-30', '2026-11-02', 2, 'Friday to Monday as Sundays become closed'],
  ])('%s to %s: %d (%s)', (after, through, count) => {
    expect(collectionDaysBetween(calendar, after, through)).toBe(count)
  })

  it('are all days without a calendar', () => {
    expect(collectionDaysBetween(everyDay, '2026-11-06', '2027-11-06')).toBe(365)
  })

  it('are those that a walk from day to day finds', () => {
    const days = fc.integer({ min: 0, max: 400 }).map((at) => addDays('2027-12-01', at))
    const weekdays = fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 4 })
    const calendars = fc.record({
      closed: fc.array(fc.record({ from: days, weekdays }), { maxLength: 4 }),
      holidays: fc.array(fc.record({ day: days }), { maxLength: 8 }),
    })
    fc.assert(
      fc.property(calendars, days, days, (one, after, through) => {
        let walked = 0
        for (let day = addDays(after, 1); day <= through; day = addDays(day, 1))
          if (isCollectionDay(one, day)) walked += 1
        expect(collectionDaysBetween(one, after, through)).toBe(walked)
      }),
    )
  })

  it('end with the n-th collection day', () => {
    for (let count = 1; count < 60; count += 1) {
      const last = collectionDayAfter(calendar, '2026-11-06', count)
      expect(collectionDaysBetween(calendar, '2026-11-06', last)).toBe(count)
      expect(collectionDaysBetween(calendar, '2026-11-06', addDays(last, -1))).toBe(count - 1)
    }
  })
})

it('offers the fixed holidays of a year', () => {
  expect(fixedHolidaysOf(2027).map(({ day }) => day)).toEqual([
    '2027-01-01',
    '2027-05-01',
    '2027-06-12',
    '2027-10-01',
    '2027-12-25',
    '2027-12-26',
  ])
})
