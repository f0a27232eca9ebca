import { today as serverToday } from '#device/today'
import * as v from 'valibot'
import { calls } from '#contract/index'
import { useSubmit } from '#api/changes/useSubmit'
import { calendarFrom } from '#api/useCalendar'
import { useCall } from '#api/useCall'
import { type Calendar, fixedHolidaysOf, nextCollectionDay } from '#domain/time/calendar'
import { addDays, showDate } from '#domain/time/lagos'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { BackLink, useGo } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'
import { Fact } from '#ui/text/Facts'

const { getCalendar, createHoliday } = calls.calendar

/** A day without collection: one of Nigeria's fixed holidays, or another day. */
export default function HolidayCreate() {
  return (
    <Screen actions={<BackLink to="calendar">Back to the calendar</BackLink>}>
      <Ready query={useCall(getCalendar, {})}>
        {(reply) => <HolidayForm calendar={calendarFrom(reply)} />}
      </Ready>
    </Screen>
  )
}

function HolidayForm({ calendar }: { calendar: Calendar }) {
  const go = useGo()
  const submit = useSubmit(createHoliday)
  const today = serverToday()
  const isSet = (day: string) => calendar.holidays.some((holiday) => holiday.day === day)
  const fields = useFields(
    { fixed: v.string(), ...createHoliday.input.entries },
    { fixed: '', day: '', name: '' },
    {
      day: ({ day }) =>
        day <= today
          ? 'Choose a day after today.'
          : isSet(day)
            ? 'This day is a holiday already.'
            : undefined,
    },
  )
  const { day, name } = fields.values
  const offered = fixedHolidays(today).filter((holiday) => !isSet(holiday.day))
  const choose = (fixed: string) =>
    fields.set(
      'fixed',
      fixed,
      offered.find((one) => one.day === fixed),
    )
  const { fixed: _fixed, ...body } = fields.body()
  const send = () =>
    submit.mutate(body, {
      about: { name: `${name}, ${showDate(day)}` },
      onSuccess: () => go('calendar'),
    })
  return (
    <ConfirmedForm
      fields={fields}
      call={createHoliday}
      submit={submit}
      subject={{ day }}
      question={{
        title: `Close ${showDate(day)}?`,
        text: 'Nothing is collected on it. What is due on it moves to the next day with collection, and stays there if the holiday is removed.',
        facts: (
          <>
            <Fact label="Holiday">{name}</Fact>
            {day > today && <Fact label="Due instead">{showDate(dayInstead(calendar, day))}</Fact>}
          </>
        ),
      }}
      onConfirm={send}
      actionLabel="Create Holiday"
    >
      {offered.length > 0 && (
        <Field
          fields={fields}
          name="fixed"
          label="Fixed Holiday"
          options={offered.map((one) => ({ value: one.day, label: `${showDate(one.day)}, ${one.name}` }))}
          emptyLabel="Another day"
          onChange={choose}
        />
      )}
      <Field
        fields={fields}
        name="day"
        label="Day"
        type="date"
        hint="Moving holidays are typed once their day is announced."
      />
      <Field fields={fields} name="name" label="Holiday" />
    </ConfirmedForm>
  )
}

/** Nigeria's fixed holidays of the coming twelve months. */
const fixedHolidays = (today: string) =>
  [0, 1]
    .flatMap((later) => fixedHolidaysOf(Number(today.slice(0, 4)) + later))
    .filter(({ day }) => day > today && day <= addDays(today, 366))

/** When what is due on a holiday is due once it is set. */
const dayInstead = (calendar: Calendar, day: string) =>
  nextCollectionDay({ ...calendar, holidays: [...calendar.holidays, { day }] }, day)
