import { today } from '#device/today'
import { calls } from '#contract/index'
import type { DayClose } from '#contract/calls/closing'
import { gapsOf, isGap, openTills } from '#domain/dayVerdict'
import { formatCount, pluralize } from '#domain/money/figures'
import { showDate, showDateTime } from '#domain/time/lagos'
import { ChangeForm } from '#forms/ChangeForm'
import { RowsLink } from '#lists/RowsLink'
import { pathTo, useListPlace } from '#routing/navigation'
import { useNavigate } from 'react-router-dom'
import { useCall } from '#api/useCall'
import { enabledUntilDone, type Submit, useSubmit } from '#api/changes/useSubmit'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { DayChoice } from '#ui/form/choices/DayChoice'
import { Field } from '#ui/form/Field'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { Fact, Facts } from '#ui/text/Facts'
import { useFields } from '#ui/form/useFields'
import { closingOf, gapText, ranked, stateWords } from './verdict'

const { getDayClose, closeDay } = calls.closing
const { comment } = closeDay.input.entries

/** What closing a day keeps and what is missing of it, and the button that closes it. */
export default function DayClosing() {
  const place = useListPlace()
  const navigate = useNavigate()
  const day = place.filters.day ?? today()
  const submit = useSubmit(closeDay)
  const found = useCall(getDayClose, { day }, enabledUntilDone(submit))
  return (
    <Screen
      about={
        <>
          <DayChoice day={day} onChange={(chosen) => place.go({ filters: { day: chosen } })} />
          <Age updatedAt={found.dataUpdatedAt} />
        </>
      }
      actions={<RowsLink to="dayClose" filters={{ day }} label="Back to the day" />}
    >
      <Ready query={found} like="form">
        {({ data }) => (
          <CardGrid least={340}>
            <Missing close={data} />
            <CloseForm
              close={data}
              submit={submit}
              onDone={() => void navigate(pathTo('dayClose', { day }))}
            />
          </CardGrid>
        )}
      </Ready>
    </Screen>
  )
}

/** More would push the form out of sight on a phone; the day shows all. */
const shownGaps = 8

function Missing({ close }: { close: DayClose }) {
  const rows = ranked(close.agents)
  const gaps = rows.filter(({ state }) => isGap(state))
  return (
    <Card title={gapText(close, rows) || 'Nothing is missing'}>
      <Facts>
        {gaps.slice(0, shownGaps).map(({ agent, state }) => (
          <Fact key={agent.agent_id ?? agent.agent} label={agent.agent}>
            {stateWords[state]}
          </Fact>
        ))}
        {gaps.length > shownGaps && (
          <Fact label="Others">
            <RowsLink
              to="dayClose"
              filters={{ day: close.day }}
              label={`${formatCount(gaps.length - shownGaps)} more with a gap`}
            />
          </Fact>
        )}
        {openTills(close).map(({ name }) => (
          <Fact key={name} label={`Till ${name}`}>
            Still open
          </Fact>
        ))}
        <Fact label="In order">{pluralize(rows.length - gaps.length, 'agent')}</Fact>
      </Facts>
    </Card>
  )
}

type FormProps = { close: DayClose; submit: Submit<typeof closeDay>; onDone: () => void }

function CloseForm({ close, submit, onDone }: FormProps) {
  const { day } = close
  const gaps = gapsOf(close)
  const fields = useFields(
    { comment },
    { comment: '' },
    {
      comment: (all) =>
        gaps > 0 && !all.comment?.trim() ? 'Say why the day is closed with gaps.' : undefined,
    },
  )
  const closing = closingOf(close)
  const send = () =>
    submit.mutate(
      { day, gaps, comment: fields.body().comment ?? null },
      { about: { name: showDate(day) }, onSuccess: onDone },
    )
  return (
    <ChangeForm
      title="Close the day"
      fields={fields}
      call={closeDay}
      submit={submit}
      onSubmit={send}
      actionLabel={`Close ${showDate(day)}`}
      disabledReason={
        closing && `The day was closed by ${closing.by ?? 'the server'}, ${showDateTime(closing.at)}.`
      }
    >
      <Field
        fields={fields}
        name="comment"
        label={gaps > 0 ? 'Why it is closed with gaps' : 'Comment'}
        multiline
      />
      <div>
        The figures are kept as they are now. From then on nothing is taken or paid at the counter or by
        agents on this day: a sheet needs an approval, and so does opening the day again.
      </div>
    </ChangeForm>
  )
}
