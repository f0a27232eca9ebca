import type { OneAdmin } from '#contract/calls/admins'
import { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { useSharedPhone } from '#forms/useSharedPhone'
import { useGo, useRouteState } from '#routing/navigation'
import { useSubmit } from '#api/changes/useSubmit'
import { PersonFields } from '#ui/form/PersonFields'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { BackToAdmins } from './AdminAction'
import { useAdmin, useAdminsWithPhone, useBlockReason } from './useAdmin'

const { updateAdmin } = calls.admins
const { admin_id: _id, name: _name, email: _email, ...entries } = updateAdmin.input.entries
const { name, email } = calls.admins.addAdmin.input.entries

export default function AdminUpdate() {
  const { admin_id } = useRouteState('adminUpdate')
  return (
    <Screen actions={<BackToAdmins />}>
      <Ready query={useAdmin(admin_id)}>
        {(admin) => <UpdateForm key={admin.phone_number} admin={admin} />}
      </Ready>
    </Screen>
  )
}

/** Only the phone number changes (rules.md, "Read-only fields"). */
function UpdateForm({ admin }: { admin: OneAdmin }) {
  const go = useGo()
  const blockReason = useBlockReason()
  const submit = useSubmit(updateAdmin)
  const fields = useFields(
    { name, email, ...entries },
    { name: admin.name, email: admin.email, phone_number: admin.phone_number },
  )
  const actionLabel = 'Update Admin'
  const others = useAdminsWithPhone(fields.values.phone_number, admin.id)
  const phone = useSharedPhone({ others, noun: 'admin', actionLabel })
  const send = () =>
    submit.mutate(
      { ...fields.values, admin_id: admin.id },
      { about: { name: admin.name }, onSuccess: () => go('admins') },
    )
  return (
    <ChangeForm
      fields={fields}
      call={updateAdmin}
      submit={submit}
      onSubmit={() => phone.confirmed(send)}
      actionLabel={actionLabel}
      disabledReason={blockReason(admin)}
    >
      <PersonFields fields={fields} existing phoneWarning={phone.warning} />
      {phone.question}
    </ChangeForm>
  )
}
