import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  endOfLagosDay,
  fromLagosStamp,
  lagosDay,
  monthBefore,
  showDate,
  showDateTime,
  startOfLagosDay,
  startOfLagosWeek,
  toLagosStamp,
} from './lagos'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const instants = fc.date({
  min: new Date('1900-01-01T00:00:00Z'),
  max: new Date('2999-12-31T00:00:00Z'),
  noInvalidDate: true,
})
const notStamps = [
  '',
  ' ',
  'today',
  'null',
  '2026-11-18 10:42:00',
  '2026-11-18T10:42:00Z',
  '2026-11-18T10:42:00.000',
  '18-11-2026',
  '2026-02-30T10:00:00.000Z',
  '2026-13-01T10:00:00.000Z',
  '2026-11-18T24:00:00.000Z',
  '2026-11-18T10:60:00.000Z',
  '2026-11-18T10:42:00.000+01:00',
  'Wed Nov 18 2026 10:42:00',
  '2026-11-18T10:42:00.000z',
  '2025-02-29T00:00:00.000Z',
]

describe('stamps', () => {
  it('read one hour ahead of UTC, summer and winter', () => {
    expect(toLagosStamp(new Date('2026-11-18T09:42:07.123Z'))).toBe('2026-11-18T10:42:07.123Z')
    expect(toLagosStamp(new Date('2026-07-01T23:30:00Z'))).toBe('2026-07-02T00:30:00.000Z')
    expect(fromLagosStamp('2026-01-01T00:30:00.000Z')).toEqual(new Date('2025-12-31T23:30:00Z'))
  })

  it('come back as the same instant and the same digits', () => {
    fc.assert(
      fc.property(instants, (date) => {
        const stamp = toLagosStamp(date)
        expect(stamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        expect(Date.parse(stamp) - date.getTime()).toBe(hourMs)
        expect(fromLagosStamp(stamp)).toEqual(date)
        expect(toLagosStamp(fromLagosStamp(stamp))).toBe(stamp)
      }),
    )
  })

  it.each(notStamps)('are not %j', (text) => {
    expect(() => fromLagosStamp(text)).toThrow(RangeError)
  })

  it('are not made of an invalid date', () => {
    for (const run of [toLagosStamp, lagosDay, startOfLagosWeek])
      expect(() => run(new Date(Number.NaN))).toThrow(RangeError)
  })
})

describe('showing', () => {
  it('reads the digits as they stand', () => {
    expect(showDateTime('2026-11-18T10:42:59.999Z')).toBe('18 Nov 2026, 10:42')
    expect(showDateTime('2026-01-05T00:00:00.000Z')).toBe('5 Jan 2026, 00:00')
    expect(showDate('2026-11-18T23:59:59.999Z')).toBe('18 Nov 2026')
    expect(showDate('2028-02-29T00:00:00.000Z')).toBe('29 Feb 2028')
    expect(showDate('2026-11-18')).toBe('18 Nov 2026')
  })

  it('names each month', () => {
    const names = Array.from({ length: 12 }, (_, at) =>
      showDate(`2026-${String(at + 1).padStart(2, '0')}-10`),
    )
    expect(names.map((name) => name.slice(3, 6)).join(' ')).toBe(
      'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
    )
  })

  it('has a text for a missing or invalid stamp', () => {
    for (const stamp of [null, undefined, '2026-02-30', ...notStamps]) {
      expect(showDateTime(stamp)).toBe('NOT AVAILABLE')
      expect(showDate(stamp)).toBe('NOT AVAILABLE')
    }
    expect(showDateTime('2026-11-18')).toBe('NOT AVAILABLE')
  })

  it('shows what the stamp says, for any instant', () => {
    fc.assert(
      fc.property(instants, (date) => {
        const stamp = toLagosStamp(date)
        const shown = showDateTime(stamp)
        expect(shown.endsWith(`${stamp.slice(0, 4)}, ${stamp.slice(11, 16)}`)).toBe(true)
        expect(Number.parseInt(shown, 10)).toBe(Number(stamp.slice(8, 10)))
        expect(shown.startsWith(showDate(stamp))).toBe(true)
        expect(showDate(lagosDay(date))).toBe(showDate(stamp))
      }),
    )
  })

  it('never fails on any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void [showDate(text), showDateTime(text)]))
  })
})

describe('days', () => {
  it('start and end at Lagos midnight', () => {
    expect(lagosDay(new Date('2026-11-17T22:59:59.999Z'))).toBe('2026-11-17')
    expect(lagosDay(new Date('2026-11-17T23:00:00Z'))).toBe('2026-11-18')
    expect(startOfLagosDay('2026-11-18')).toEqual(new Date('2026-11-17T23:00:00Z'))
    expect(endOfLagosDay('2026-11-18')).toEqual(new Date('2026-11-18T23:00:00Z'))
    expect(endOfLagosDay('2026-12-31')).toEqual(startOfLagosDay('2027-01-01'))
  })

  it('hold the instants of their day and no others', () => {
    fc.assert(
      fc.property(instants, (date) => {
        const day = lagosDay(date)
        const [start, end] = [startOfLagosDay(day), endOfLagosDay(day)]
        expect(start <= date && date < end).toBe(true)
        expect(lagosDay(start)).toBe(day)
        expect(lagosDay(new Date(end.getTime() - 1))).toBe(day)
        expect(startOfLagosDay(lagosDay(end))).toEqual(end)
      }),
    )
  })

  it.each(['', '2026-02-30', '18-11-2026', '2026-11', '2026-11-18T00:00:00.000Z'])('are not %j', (day) => {
    expect(() => startOfLagosDay(day)).toThrow(RangeError)
    expect(() => endOfLagosDay(day)).toThrow(RangeError)
  })
})

describe('weeks', () => {
  it('start on Monday at Lagos midnight', () => {
    const monday = new Date('2026-11-15T23:00:00Z')
    expect(startOfLagosWeek(new Date('2026-11-18T09:42:00Z'))).toEqual(monday)
    expect(startOfLagosWeek(monday)).toEqual(monday)
    expect(startOfLagosWeek(new Date('2026-11-22T22:59:59.999Z'))).toEqual(monday)
    expect(startOfLagosWeek(new Date('2026-11-22T23:00:00Z'))).toEqual(new Date('2026-11-22T23:00:00Z'))
  })

  it('hold their instant, start on a Monday and follow each other without a gap', () => {
    fc.assert(
      fc.property(instants, (date) => {
        const start = startOfLagosWeek(date)
        expect(start <= date && date.getTime() < start.getTime() + 7 * dayMs).toBe(true)
        expect(new Date(toLagosStamp(start)).getUTCDay()).toBe(1)
        expect(start).toEqual(startOfLagosDay(lagosDay(start)))
        expect(startOfLagosWeek(new Date(start.getTime() + 7 * dayMs - 1))).toEqual(start)
      }),
    )
  })
})

it.each([
  ['2026-11-25', '2026-10-25'],
  ['2026-12-31', '2026-11-30'],
  ['2026-03-31', '2026-02-28'],
  ['2028-03-29', '2028-02-29'],
  ['2026-01-01', '2025-12-01'],
])('a month before %s is %s', (day, before) => {
  expect(monthBefore(day)).toBe(before)
})
