import { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { useSharedPhone } from '#forms/useSharedPhone'
import { useGo } from '#routing/navigation'
import { useSubmit } from '#api/changes/useSubmit'
import { PersonFields } from '#ui/form/PersonFields'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { BackToAdmins } from './AdminAction'
import { useAdminsWithPhone } from './useAdmin'

const { addAdmin } = calls.admins
const blank = { name: '', email: '', phone_number: '' }

export default function AdminCreate() {
  const go = useGo()
  const submit = useSubmit(addAdmin)
  const fields = useFields(addAdmin.input.entries, blank)
  const others = useAdminsWithPhone(fields.values.phone_number)
  const phone = useSharedPhone({ others, noun: 'admin', actionLabel: 'Create Admin' })
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
        <PersonFields fields={fields} phoneWarning={phone.warning} />
      </ChangeForm>
      {phone.question}
    </Screen>
  )
}
