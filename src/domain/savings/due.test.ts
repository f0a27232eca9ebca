import { describe, expect, it } from 'vitest'
import { type Calendar, everyDay } from '../time/calendar'
import { addDays } from '../time/lagos'
import { weekdayOf } from '../time/weekdays'
import { type DepositPlan, isDue, rhythmsOn } from './due'

const plan = (fields: Partial<DepositPlan>): DepositPlan => ({
  depositType: 'daily',
  marketPeriod: null,
  openedOn: '2026-10-31',
  ...fields,
})
/** The days of November and December 2026 on which it is due. */
function dueDays(fields: Partial<DepositPlan>, calendar?: Calendar) {
  const days = Array.from({ length: 61 }, (_, at) =>
    new Date(Date.UTC(2026, 10, 1 + at)).toJSON().slice(0, 10),
  )
  return days.filter((day) => isDue(plan(fields), day, calendar))
}

describe('a deposit', () => {
  it('of a daily plan is due every day', () => {
    expect(dueDays({})).toHaveLength(61)
  })

  it('of a weekly plan is due on the weekday of its opening', () => {
    // 4 November 2026 is a Wednesday.
    expect(dueDays({ depositType: 'weekly', openedOn: '2026-11-04' })).toEqual([
      '2026-11-04',
      '2026-11-11',
      '2026-11-18',
      '2026-11-25',
      '2026-12-02',
      '2026-12-09',
      '2026-12-16',
      '2026-12-23',
      '2026-12-30',
    ])
  })

  it('of a monthly plan is due once a month, in a shorter month on its last day', () => {
    expect(dueDays({ depositType: 'monthly', openedOn: '2026-10-31' })).toEqual(['2026-11-30', '2026-12-31'])
    expect(dueDays({ depositType: 'monthly', openedOn: '2026-10-15' })).toEqual(['2026-11-15', '2026-12-15'])
  })

  it('of a plan with a market is due on market days, however often the plan says', () => {
    const fridays = dueDays({ depositType: 'daily', marketPeriod: 5 })
    expect(fridays).toHaveLength(8)
    expect(fridays[0]).toBe('2026-11-06')
  })

  it('of a plan with a market every five days is due on each of its days from the opening on', () => {
    const marketEvery = { days: 5, firstDay: '2026-10-29' }
    const days = dueDays({ marketPeriod: 4, marketEvery, openedOn: '2026-11-09' })
    expect(days.slice(0, 4)).toEqual(['2026-11-13', '2026-11-18', '2026-11-23', '2026-11-28'])
    expect(days).toHaveLength(10)
  })

  it('is not due on a day without collection, nor on another one instead', () => {
    const sundays = { closed: [{ from: '2026-11-01', weekdays: [7] }], holidays: [{ day: '2026-12-25' }] }
    // 61 days with nine Sundays, 1 November to 27 December, and Christmas Day.
    expect(dueDays({}, sundays)).toHaveLength(51)
    expect(dueDays({ depositType: 'weekly', openedOn: '2026-11-01' }, sundays)).toEqual([])
    expect(dueDays({ depositType: 'monthly', openedOn: '2026-10-25' }, sundays)).toEqual(['2026-11-25'])
    expect(dueDays({ marketPeriod: 5 }, sundays)).toHaveLength(7)
  })

  it('is not due before the plan was opened', () => {
    expect(dueDays({ openedOn: '2026-12-30' })).toEqual(['2026-12-30', '2026-12-31'])
  })
})

it('has no rhythms on a day without collection', () => {
  const holiday = { ...everyDay, holidays: [{ day: '2026-12-25' }] }
  expect(rhythmsOn('2026-12-25', holiday)).toEqual([])
  expect(rhythmsOn('2026-12-24', holiday)).toEqual(['daily', 'weekly 4', 'monthly 24'])
})

it('the rhythms of a day are those of the plans that are due on it', () => {
  const rhythmOf = (depositType: DepositPlan['depositType'], openedOn: string) => {
    if (depositType === 'daily') return 'daily'
    return depositType === 'weekly' ? `weekly ${weekdayOf(openedOn)}` : `monthly ${Number(openedOn.slice(8))}`
  }
  for (let day = '2027-12-01'; day < '2028-04-01'; day = addDays(day, 1))
    for (let openedOn = '2027-10-01'; openedOn < '2027-12-01'; openedOn = addDays(openedOn, 1))
      for (const depositType of ['daily', 'weekly', 'monthly'] as const)
        expect(
          rhythmsOn(day).includes(rhythmOf(depositType, openedOn)),
          `${depositType} ${openedOn} ${day}`,
        ).toBe(isDue(plan({ depositType, openedOn }), day))
})
