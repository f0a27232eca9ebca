import { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { useGo } from '#routing/navigation'
import { useSubmit } from '#api/useSubmit'
import { PersonFields } from '#ui/form/PersonFields'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { useSharedPhone } from './useSharedPhone'
import { BackToAdmins } from './AdminAction'

const { addAdmin } = calls.admins
const blank = { name: '', email: '', phone_number: '' }

export default function AdminCreate() {
  const go = useGo()
  const submit = useSubmit(addAdmin)
  const fields = useFields(addAdmin.input.entries, blank)
  const phone = useSharedPhone({ phone: fields.values.phone_number, actionLabel: 'Create Admin' })
  const send = () =>
    submit.mutate(fields.values, {
      onSuccess: () => {
        fields.reset()
        go('admins')
      },
    })
  return (
    <Screen
      about="A one-time password is sent to the e-mail. The role is assigned afterwards."
      actions={<BackToAdmins />}
    >
      <ChangeForm
        fields={fields}
        call={addAdmin}
        submit={submit}
        onSubmit={() => phone.confirmed(send)}
        actionLabel="Create Admin"
      >
        <PersonFields of={fields} phoneWarning={phone.warning} />
      </ChangeForm>
      {phone.question}
    </Screen>
  )
}
