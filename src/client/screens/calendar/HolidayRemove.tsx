import { today as serverToday } from '#device/today'
import { calls } from '#contract/index'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { showDate } from '#domain/time/lagos'
import { Decision } from '#forms/Decision'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { Empty } from '#ui/feedback/Empty'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { Fact } from '#ui/text/Facts'

const { getCalendar, removeHoliday } = calls.calendar

/** Takes a holiday that is still to come out of the calendar. */
export default function HolidayRemove() {
  const { holiday_id: id } = useRouteState('holidayRemove')
  const go = useGo()
  const submit = useSubmit(removeHoliday)
  const press = (name: string) => submit.mutate({ id }, { about: { name }, onSuccess: () => go('calendar') })
  return (
    <Screen actions={<BackLink to="calendar">Back to the calendar</BackLink>}>
      <Ready query={useCall(getCalendar, {}, enabledUntilDone(submit))}>
        {({ data }) => {
          const holiday = data.holidays.find((one) => one.id === id)
          if (!holiday) return <Empty>This holiday is not in the calendar.</Empty>
          const { day, name } = holiday
          return (
            <Decision
              call={removeHoliday}
              submit={submit}
              onPress={() => press(`${name}, ${showDate(day)}`)}
              actionLabel="Remove Holiday"
              note="Deposits are expected on the day again. Installments that the holiday moved stay where they are."
              danger
              disabledReason={day > serverToday() ? undefined : 'Only days after today can be changed.'}
            >
              <Fact label="Day">{showDate(day)}</Fact>
              <Fact label="Holiday">{name}</Fact>
            </Decision>
          )
        }}
      </Ready>
    </Screen>
  )
}
