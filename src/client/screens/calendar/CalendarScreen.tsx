import { today as serverToday } from '#device/today'
import type { Column, OutputOf } from '#contract/call'
import type { ClosedWeekdays, Holiday } from '#contract/calls/calendar'
import { calls } from '#contract/index'
import { calendarFrom } from '#api/useCalendar'
import { useCall } from '#api/useCall'
import { closedWeekdaysOn, nextCollectionDay } from '#domain/time/calendar'
import { showDate } from '#domain/time/lagos'
import { weekdaysText, weekdayText } from '#domain/time/weekdays'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { LinkButton, useOffers } from '#routing/navigation'
import { Empty } from '#ui/feedback/Empty'
import { Ready } from '#ui/feedback/Ready'
import { Card } from '#ui/layout/Card'
import { Screen } from '#ui/layout/Screen'
import { ShortTable } from '#ui/table/ShortTable'
import { Age } from '#ui/text/Age'
import { Fact, Facts } from '#ui/text/Facts'

const { getCalendar } = calls.calendar

/** The days on which nothing is collected: weekdays from a day on, and holidays. */
export default function CalendarScreen() {
  const query = useCall(getCalendar, {})
  return (
    <Screen
      note="On these days nothing is collected: sheets expect no deposits, installments are due on the next day with collection, and days of grace do not count them."
      about={<Age updatedAt={query.dataUpdatedAt} />}
      actions={
        <>
          <LinkButton to="closedWeekdaysSet">Set Closed Weekdays</LinkButton>
          <LinkButton to="holidayCreate" variant="contained">
            Create Holiday
          </LinkButton>
        </>
      }
    >
      <Ready query={query}>
        {(reply) => (
          <>
            <Weekdays reply={reply} />
            <Holidays reply={reply} />
          </>
        )}
      </Ready>
    </Screen>
  )
}

type Props = { reply: OutputOf<typeof getCalendar> }

function Weekdays({ reply }: Props) {
  const today = serverToday()
  const calendar = calendarFrom(reply)
  return (
    <Card title="Weekdays">
      <Facts>
        <Fact label="Closed now">{closedText(closedWeekdaysOn(calendar, today))}</Fact>
        <Fact label="Next day with collection">{showDate(nextCollectionDay(calendar, today))}</Fact>
      </Facts>
      {reply.data.closed.length > 0 && (
        <ShortTable
          label="Closed weekdays"
          columns={weekdayColumns}
          rows={reply.data.closed.map(weekdayRow)}
        />
      )}
    </Card>
  )
}

const closedText = (weekdays: readonly number[]) => (weekdays.length === 0 ? 'None' : weekdaysText(weekdays))
const weekdayRow = ({ weekdays, ...one }: ClosedWeekdays) => ({ ...one, closed: closedText(weekdays) })
const weekdayColumns: readonly Column<ReturnType<typeof weekdayRow>>[] = [
  { field: 'from_day', header: 'From', kind: 'date' },
  { field: 'closed', header: 'Closed', kind: 'text' },
]

function Holidays({ reply: { data } }: Props) {
  const today = serverToday()
  const { rowActions } = useRowActions(offerOf)
  const canRemove = useOffers()('holidayRemove')
  const [coming, past] = [true, false].map((isComing) =>
    data.holidays.filter(({ day }) => day >= today === isComing).map(holidayRow),
  )
  return (
    <>
      <Card title="Holidays">
        {coming && coming.length > 0 ? (
          <ShortTable
            label="Holidays"
            columns={holidayColumns}
            rows={coming.toReversed()}
            rowActions={canRemove ? rowActions : undefined}
          />
        ) : (
          <Empty>No holidays are set from today on.</Empty>
        )}
      </Card>
      {past && past.length > 0 && (
        <Card title="Past Holidays">
          <ShortTable label="Past holidays" columns={holidayColumns} rows={past} />
        </Card>
      )}
    </>
  )
}

const holidayRow = (one: Holiday) => ({ ...one, weekday: weekdayText(one.day) })
type HolidayRow = ReturnType<typeof holidayRow>
const holidayColumns: readonly Column<HolidayRow>[] = [
  { field: 'day', header: 'Day', kind: 'date' },
  { field: 'weekday', header: 'Weekday', kind: 'text' },
  { field: 'name', header: 'Holiday', kind: 'text', isSubject: true },
]

const offerOf = ({ id, name, day }: HolidayRow): RowOffer => ({
  name: `${name}, ${showDate(day)}`,
  actions: [day > serverToday() && { label: 'Remove', to: 'holidayRemove', state: { holiday_id: id } }],
})
