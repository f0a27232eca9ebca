import { calls } from '#contract/index'
import { useSubmit } from '#api/changes/useSubmit'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { useCan } from '#auth/permissions'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'

const { requestTillDifference, getCashDifferences } = calls.cash
const { reason } = requestTillDifference.input.entries

/** Requests that all that a closed till's count did not bring is written off, or kept. */
export default function TillDifference() {
  const { till_session_id, till } = useRouteState('tillDifference')
  const go = useGo()
  const can = useCan()
  const submit = useSubmit(requestTillDifference)
  const fields = useFields({ reason }, { reason: '' })
  const next = can(getCashDifferences.access, 'read') ? 'differences' : 'myTill'
  const send = () =>
    submit.mutate(
      { ...fields.body(), till_session_id },
      { about: { name: till ?? 'a till' }, onSuccess: () => go(next) },
    )
  return (
    <Screen actions={<BackLink to="tills">Back to tills</BackLink>}>
      <ChangeForm
        title={till ? `Difference of ${till}` : 'Difference'}
        fields={fields}
        call={requestTillDifference}
        submit={submit}
        onSubmit={send}
        actionLabel="Request Difference"
      >
        <div>
          The request is for all that the count left on the till’s account, and takes two approvals by other
          admins. Until then the till can’t be opened.
        </div>
        <Field fields={fields} name="reason" label="Reason" multiline />
      </ChangeForm>
    </Screen>
  )
}
