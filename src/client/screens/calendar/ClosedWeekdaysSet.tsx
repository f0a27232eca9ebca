import { today as serverToday } from '#device/today'
import { useState } from 'react'
import * as v from 'valibot'
import { calls } from '#contract/index'
import { useSubmit } from '#api/changes/useSubmit'
import { calendarFrom } from '#api/useCalendar'
import { useCall } from '#api/useCall'
import { type Calendar, closedWeekdaysOn } from '#domain/time/calendar'
import { addDays, showDate } from '#domain/time/lagos'
import { periods, weekdaysText } from '#domain/time/weekdays'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { BackLink, useGo } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Checkboxes } from '#ui/form/choices/Checkboxes'
import { useChoice } from '#ui/form/choices/useChoice'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'
import { Fact } from '#ui/text/Facts'

const { getCalendar, setClosedWeekdays } = calls.calendar
const { weekdays: Weekdays, ...entries } = setClosedWeekdays.input.entries

/** Sets the weekdays without collection from a day on, beginning with the ones that count tomorrow. */
export default function ClosedWeekdaysSet() {
  return (
    <Screen actions={<BackLink to="calendar">Back to the calendar</BackLink>}>
      <Ready query={useCall(getCalendar, {})}>
        {(reply) => <WeekdaysForm calendar={calendarFrom(reply)} />}
      </Ready>
    </Screen>
  )
}

function WeekdaysForm({ calendar }: { calendar: Calendar }) {
  const go = useGo()
  const submit = useSubmit(setClosedWeekdays)
  const today = serverToday()
  const tomorrow = addDays(today, 1)
  const fields = useFields(
    entries,
    { from_day: tomorrow },
    { from_day: ({ from_day }) => (from_day <= today ? 'Choose a day after today.' : undefined) },
  )
  const choice = useChoice(closedWeekdaysOn(calendar, tomorrow).map(String))
  const [isChecked, setIsChecked] = useState(false)
  const weekdays = periods.filter((period) => choice.chosen.has(String(period)))
  const parsed = v.safeParse(Weekdays, weekdays)
  const { from_day } = fields.values
  const checkAll = () => {
    setIsChecked(true)
    return fields.checkAll() && parsed.success
  }
  const send = () =>
    submit.mutate(
      { ...fields.body(), weekdays },
      { about: { name: showDate(from_day) }, onSuccess: () => go('calendar') },
    )
  return (
    <ConfirmedForm
      fields={{ ...fields, dirty: fields.dirty || choice.changed, checkAll }}
      call={setClosedWeekdays}
      submit={submit}
      subject={{ from_day }}
      question={{
        title: `Set the closed weekdays from ${showDate(from_day)}?`,
        text: 'What is due on them from then on moves to the next day with collection, and stays there if they are opened again.',
        facts: <Fact label="Closed">{weekdays.length === 0 ? 'None' : weekdaysText(weekdays)}</Fact>,
      }}
      onConfirm={send}
      actionLabel="Set Closed Weekdays"
    >
      <Field fields={fields} name="from_day" label="From" type="date" hint="Days until then keep theirs." />
      <Checkboxes
        name="weekdays"
        label="Closed weekdays"
        options={periods.map((period) => ({ value: String(period), label: weekdaysText([period]) }))}
        choice={choice}
        hint="On these nothing is collected."
        error={isChecked ? parsed.issues?.[0].message : undefined}
      />
    </ConfirmedForm>
  )
}
