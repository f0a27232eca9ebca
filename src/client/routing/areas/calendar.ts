import * as v from 'valibot'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id } from '#contract/values'
import { area } from '../route'

const { calendar } = calls
const editors = anyOf('can-edit-calendar')

export const calendarRoutes = area({
  calendar: {
    path: '/calendar',
    title: 'Calendar',
    access: 'session',
    parent: 'dashboard',
    menu: { section: 'Collecting', label: 'Calendar', key: 'K' },
    calls: [calendar.getCalendar],
  },
  holidayCreate: {
    path: '/calendar/holiday/create',
    title: 'Create Holiday',
    access: editors,
    parent: 'calendar',
    calls: [calendar.getCalendar, calendar.createHoliday],
  },
  closedWeekdaysSet: {
    path: '/calendar/weekdays/set',
    title: 'Set Closed Weekdays',
    access: editors,
    parent: 'calendar',
    calls: [calendar.getCalendar, calendar.setClosedWeekdays],
  },
  holidayRemove: {
    path: '/calendar/holiday/remove',
    title: 'Remove Holiday',
    access: editors,
    parent: 'calendar',
    state: v.object({ holiday_id: Id }),
    missing: 'Holiday details not available',
    calls: [calendar.getCalendar, calendar.removeHoliday],
  },
})
