import { today } from '#device/today'
import { calls } from '#contract/index'
import type { Reopenable } from '#contract/calls/closing'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useListPlace } from '#routing/navigation'
import { showDate } from '#domain/time/lagos'
import { useCall } from '#api/useCall'
import { type Submit, useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { DayChoice } from '#ui/form/choices/DayChoice'
import { Field } from '#ui/form/Field'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { ReopeningFacts } from './ReopeningFacts'

const { getReopenable, requestReopening } = calls.closing
const { reason } = requestReopening.input.entries

/** The first day that is reopened, with what would be taken back, and the reason for it. */
export default function ReopeningCreate() {
  const place = useListPlace()
  const day = place.filters.day ?? today()
  const submit = useSubmit(requestReopening)
  const found = useCall(getReopenable, { from_day: day }, enabledUntilDone(submit))
  return (
    <Screen
      about={
        <>
          <DayChoice day={day} onChange={(chosen) => place.go({ filters: { day: chosen } })} />
          <Age updatedAt={found.dataUpdatedAt} />
        </>
      }
      actions={<BackLink to="reopenings">Back to reopened days</BackLink>}
    >
      <Ready query={found}>
        {({ data }) => (
          <CardGrid least={340}>
            <Card title="What is taken back">
              <ReopeningFacts effect={data} />
            </Card>
            <RequestForm effect={data} submit={submit} />
          </CardGrid>
        )}
      </Ready>
    </Screen>
  )
}

type Props = { effect: Reopenable; submit: Submit<typeof requestReopening> }

function RequestForm({ effect: { from_day, obstacle }, submit }: Props) {
  const go = useGo()
  const fields = useFields({ reason }, { reason: '' })
  const about = { name: `reopening from ${showDate(from_day)}` }
  const send = () =>
    submit.mutate({ ...fields.body(), from_day }, { about, onSuccess: () => go('reopenings') })
  return (
    <ChangeForm
      title="Request"
      fields={fields}
      call={requestReopening}
      submit={submit}
      onSubmit={send}
      actionLabel={`Request reopening from ${showDate(from_day)}`}
      disabledReason={obstacle ?? undefined}
    >
      <Field fields={fields} name="reason" label="Reason" multiline />
      <div>
        All that the runs of this day and of the days after it posted is taken back with entries of the day on
        which another admin approves it. Each day is closed again when it has ended.
      </div>
    </ChangeForm>
  )
}
