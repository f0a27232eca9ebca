import type { MyTill as Mine } from '#contract/calls/tills'
import { calls } from '#contract/index'
import { showDate, showDateTime } from '#domain/time/lagos'
import { useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { ChangeForm } from '#forms/ChangeForm'
import { FirstOne } from '#lists/FirstOne'
import { Empty } from '#ui/feedback/Empty'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Screen } from '#ui/layout/Screen'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { CloseForm } from './CloseForm'
import { useRef } from 'react'

const { getMyTill, openTill } = calls.tills

/** The till of the admin: opened with a counted float, closed by a blind count. */
export default function MyTill() {
  const mine = useCall(getMyTill, {})
  // The receipt of a closing stays, although no till is open any more.
  const shown = useRef<Mine['session']>(null)
  return (
    <Screen note="What you take and pay at the counter goes through your open till.">
      <Ready query={mine}>
        {({ data }) => {
          shown.current = data.session ?? shown.current
          const session = data.session ?? shown.current
          return session ? (
            <CardGrid least={340}>
              <Card title={data.session ? 'Open till' : 'Closed till'}>
                <Facts>
                  <Fact label="Till">{session.till}</Fact>
                  <Fact label="Day">{showDate(session.day)}</Fact>
                  <Fact label="Opened">{showDateTime(session.opened_at)}</Fact>
                  <Fact label="Float">
                    <Money amount={session.float} />
                  </Fact>
                  <Fact label="Reference">{session.reference}</Fact>
                </Facts>
              </Card>
              <CloseForm key={session.id} sessionId={session.id} till={session.till} />
            </CardGrid>
          ) : data.tills.length > 0 ? (
            <OpenForm mine={data} />
          ) : (
            <Card narrow>
              <Empty>
                No till can be opened now: there is none, or each is open for another admin, is switched off,
                or has a difference that is not settled.
              </Empty>
              <FirstOne to="tills" link="Tills">
                Tills are created and closed in their list.
              </FirstOne>
            </Card>
          )
        }}
      </Ready>
    </Screen>
  )
}

function OpenForm({ mine }: { mine: Mine }) {
  const submit = useSubmit(openTill)
  const only = mine.tills.length === 1 ? String(mine.tills[0]?.id) : ''
  const fields = useFields(openTill.input.entries, { till_id: only, counted: '' })
  const name = mine.tills.find(({ id }) => String(id) === fields.values.till_id)?.name ?? ''
  return (
    <ChangeForm
      title="Open a till"
      fields={fields}
      call={openTill}
      submit={submit}
      onSubmit={() => submit.mutate(fields.body(), { about: { name } })}
      actionLabel="Open Till"
    >
      {mine.required && <div>Without an open till you can take and pay no cash at the counter.</div>}
      <Field
        fields={fields}
        name="till_id"
        label="Till"
        options={mine.tills.map((till) => ({ value: String(till.id), label: till.name }))}
      />
      <Field
        fields={fields}
        name="counted"
        label="Float"
        hint="Counted from the vault, in naira, such as 20,000.00. 0 for an empty till."
      />
    </ChangeForm>
  )
}
