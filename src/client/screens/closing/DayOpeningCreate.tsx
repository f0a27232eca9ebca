import { today } from '#device/today'
import { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useListPlace } from '#routing/navigation'
import { showDate } from '#domain/time/lagos'
import { useCall } from '#api/useCall'
import { useSubmit } from '#api/changes/useSubmit'
import { useCan } from '#auth/permissions'
import { DayChoice } from '#ui/form/choices/DayChoice'
import { Field } from '#ui/form/Field'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { closingOf } from './verdict'

const { getDayClose, requestDayOpening } = calls.closing
const { reason } = requestDayOpening.input.entries

/** The closed day that is to be open again, and why. */
export default function DayOpeningCreate() {
  const place = useListPlace()
  const go = useGo()
  const day = place.filters.day ?? today()
  const fields = useFields({ reason }, { reason: '' })
  const submit = useSubmit(requestDayOpening)
  const can = useCan()
  const shown = useCall(getDayClose, { day }, { enabled: can(getDayClose.access, 'read') })
  const isOpen = shown.data !== undefined && !closingOf(shown.data.data)
  const about = { name: `opening of ${showDate(day)}` }
  const send = () => submit.mutate({ ...fields.body(), day }, { about, onSuccess: () => go('dayOpenings') })
  return (
    <Screen
      about={<DayChoice day={day} onChange={(chosen) => place.go({ filters: { day: chosen } })} />}
      actions={<BackLink to="dayOpenings">Back to openings of days</BackLink>}
    >
      <ChangeForm
        title="Request"
        fields={fields}
        call={requestDayOpening}
        submit={submit}
        onSubmit={send}
        actionLabel={`Request opening of ${showDate(day)}`}
        disabledReason={isOpen ? `${showDate(day)} is open. Choose a day that was closed.` : undefined}
      >
        <Field fields={fields} name="reason" label="Reason" multiline />
        <div>
          Once another admin approves it, the day takes sheets and cash again, until it is closed again. A
          single sheet needs no opening: send it for approval.
        </div>
      </ChangeForm>
    </Screen>
  )
}
