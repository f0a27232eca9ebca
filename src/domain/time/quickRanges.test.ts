import { describe, expect, it } from 'vitest'
import { daysOf, quickRanges, rangeOf } from './quickRanges'

describe('quick ranges', () => {
  it.each([
    ['Today', '2026-11-18', '2026-11-18'],
    ['This week', '2026-11-16', '2026-11-18'],
    ['This month', '2026-11-01', '2026-11-18'],
    ['Last month', '2026-10-01', '2026-10-31'],
    ['Last week', '2026-11-09', '2026-11-15'],
  ] as const)('%s, on a Wednesday', (range, start_date, end_date) => {
    expect(daysOf(range, new Date('2026-11-18T09:42:00Z'))).toEqual({ start_date, end_date })
  })

  it('follow the clock in Lagos, where the day begins an hour before UTC’s', () => {
    const [before, after] = [new Date('2026-11-30T22:59:59.999Z'), new Date('2026-11-30T23:00:00Z')]
    expect(daysOf('Today', before)).toEqual({ start_date: '2026-11-30', end_date: '2026-11-30' })
    expect(daysOf('Today', after)).toEqual({ start_date: '2026-12-01', end_date: '2026-12-01' })
    expect(daysOf('Last month', before).end_date).toBe('2026-10-31')
    expect(daysOf('Last month', after)).toEqual({ start_date: '2026-11-01', end_date: '2026-11-30' })
  })

  it('begin a week on Monday, also over the end of a year; a Sunday is its last day', () => {
    expect(daysOf('This week', new Date('2027-01-03T12:00:00Z'))).toEqual({
      start_date: '2026-12-28',
      end_date: '2027-01-03',
    })
    expect(daysOf('Last week', new Date('2027-01-04T12:00:00Z'))).toEqual({
      start_date: '2026-12-28',
      end_date: '2027-01-03',
    })
  })

  it('handle February and the turn of the year', () => {
    expect(daysOf('Last month', new Date('2028-03-15T12:00:00Z')).end_date).toBe('2028-02-29')
    expect(daysOf('Last month', new Date('2027-01-15T12:00:00Z'))).toEqual({
      start_date: '2026-12-01',
      end_date: '2026-12-31',
    })
  })

  it('are recognized by their days', () => {
    const now = new Date('2026-11-18T09:42:00Z')
    for (const range of quickRanges) expect(rangeOf(daysOf(range, now), now)).toBe(range)
    expect(rangeOf({ start_date: '2026-11-17', end_date: '2026-11-18' }, now)).toBeUndefined()
    expect(rangeOf({ start_date: '', end_date: '' }, now)).toBeUndefined()
  })
})
