import type { OutputOf } from '#contract/call'
import { calls } from '#contract/index'
import type { Calendar } from '#domain/time/calendar'
import { useCall } from './useCall'

const { getCalendar } = calls.calendar

export const calendarFrom = ({ data }: OutputOf<typeof getCalendar>): Calendar => ({
  closed: data.closed.map(({ from_day, weekdays }) => ({ from: from_day, weekdays })).toReversed(),
  holidays: data.holidays,
})

/** The days without collection; undefined until they are known. */
export function useCalendar(): Calendar | undefined {
  const { data } = useCall(getCalendar, {})
  return data && calendarFrom(data)
}
