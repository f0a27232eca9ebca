import { calls } from '#contract/index'
import { useSubmit } from '#api/changes/useSubmit'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'

const { receiveTillCash } = calls.tills
const { counted } = receiveTillCash.input.entries

/** Counts the cash of a closed till when it comes into the vault, without seeing the first count. */
export default function TillReceive() {
  const { till_session_id, till } = useRouteState('tillReceive')
  const go = useGo()
  const submit = useSubmit(receiveTillCash)
  const fields = useFields({ counted }, { counted: '' })
  const send = () =>
    submit.mutate(
      { ...fields.body(), till_session_id },
      { about: { name: till ?? 'a till' }, onSuccess: () => go('tillSessions') },
    )
  return (
    <Screen actions={<BackLink to="tillSessions">Back to till sessions</BackLink>}>
      <ChangeForm
        title={till ? `Counted cash of ${till}` : 'Counted cash'}
        fields={fields}
        call={receiveTillCash}
        submit={submit}
        onSubmit={send}
        actionLabel="Receive Cash"
      >
        <div>Count the cash before it goes into the vault. It must be what the till was closed with.</div>
        <Field fields={fields} name="counted" label="Counted" hint="In naira, such as 25,000.00" />
      </ChangeForm>
    </Screen>
  )
}
