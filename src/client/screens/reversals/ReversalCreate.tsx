import { calls } from '#contract/index'
import type { Reversible } from '#contract/calls/reversals'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { formatNaira } from '#domain/money/kobo'
import { useCall } from '#api/useCall'
import { type Submit, useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Field } from '#ui/form/Field'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { MovementFacts, ReversalEffect } from './MovementFacts'

const { getReversible, requestReversal } = calls.reversals
const { reason } = requestReversal.input.entries

/** The movement with what its reversal would change, and the reason for it. */
export default function ReversalCreate() {
  const { movement_reference: reference } = useRouteState('reversalCreate')
  const submit = useSubmit(requestReversal)
  const movement = useCall(getReversible, { reference }, enabledUntilDone(submit))
  return (
    <Screen
      about={<Age updatedAt={movement.dataUpdatedAt} />}
      actions={<BackLink to="reversals">Back to reversals</BackLink>}
    >
      <Ready query={movement}>
        {({ data }) => (
          <CardGrid least={340}>
            <Card title="What is reversed">
              <MovementFacts movement={data}>
                <ReversalEffect movement={data} />
              </MovementFacts>
            </Card>
            <RequestForm movement={data} submit={submit} />
          </CardGrid>
        )}
      </Ready>
    </Screen>
  )
}

type Props = { movement: Reversible; submit: Submit<typeof requestReversal> }

function RequestForm({ movement, submit }: Props) {
  const go = useGo()
  const fields = useFields({ reason }, { reason: '' })
  const { original: reference, amount, customer, obstacle } = movement
  const about = { name: customer ? `${reference} for ${customer}` : reference, amount }
  const send = () =>
    submit.mutate({ ...fields.body(), reference }, { about, onSuccess: () => go('reversals') })
  return (
    <ChangeForm
      title="Request"
      fields={fields}
      call={requestReversal}
      submit={submit}
      onSubmit={send}
      actionLabel={`Request reversal of ${formatNaira(amount)}`}
      disabledReason={obstacle ?? undefined}
    >
      <Field fields={fields} name="reason" label="Reason" multiline />
      <div>
        Another admin must approve it, not the one who recorded the movement. Then it is posted into that day;
        the movement stays in the books and shows what reversed it.
      </div>
    </ChangeForm>
  )
}
