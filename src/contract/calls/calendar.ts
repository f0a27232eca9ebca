import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { anyOf } from '../permissions'
import { Day, Id, Text } from '../values'

/** 1 for Monday to 7 for Sunday. */
const Weekday = v.message(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7), v.metadata({ wire: 'id' })),
  'A weekday is one of 1 to 7.',
)

/** The weekdays without collection from a day on, until the next ones. */
const ClosedWeekdays = v.object({ id: Id, from_day: Day, weekdays: v.array(Weekday) })
export type ClosedWeekdays = v.InferOutput<typeof ClosedWeekdays>

const Holiday = v.object({ id: Id, day: Day, name: Text })
export type Holiday = v.InferOutput<typeof Holiday>

export const holidayColumns = columnsOf(Holiday, [
  { field: 'day', header: 'Day', kind: 'date' },
  { field: 'name', header: 'Holiday', kind: 'text', isSubject: true },
])

const access = anyOf('can-edit-calendar')

/** The days on which nothing is collected (rules.md, "Days without collection"). */
export const calendarCalls = group('calendar', {
  /** The latest first, also those that are over. */
  getCalendar: read({
    reads: ['calendar'],
    path: 'getcalendar',
    access: 'session',
    input: v.object({}),
    output: v.object({
      data: v.object({ closed: v.array(ClosedWeekdays), holidays: v.array(Holiday) }),
    }),
    catalogue: true,
  }),
  createHoliday: write({
    path: 'createholiday',
    access,
    input: v.object({
      day: Day,
      name: v.pipe(
        Text,
        v.check((name) => name.trim() !== '', 'Enter what the holiday is called.'),
        v.maxLength(60, 'The name may have at most 60 characters.'),
      ),
    }),
    subject: ['day'],
    writes: ['calendar', 'loans', 'ledger'],
  }),
  setClosedWeekdays: write({
    path: 'setclosedweekdays',
    access,
    input: v.object({
      from_day: Day,
      weekdays: v.pipe(
        v.array(Weekday),
        v.maxLength(6, 'At least one weekday must have collection.'),
        v.check((days) => new Set(days).size === days.length, 'Select each weekday once.'),
      ),
    }),
    subject: ['from_day'],
    writes: ['calendar', 'loans', 'ledger'],
  }),
  /** What the holiday moved stays where it is. */
  removeHoliday: write({
    path: 'removeholiday',
    access,
    input: v.object({ id: Id }),
    subject: ['id'],
    writes: ['calendar'],
  }),
})
