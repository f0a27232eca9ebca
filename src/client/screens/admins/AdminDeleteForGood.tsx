import * as v from 'valibot'
import type { Admin } from '#contract/calls/admins'
import { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { useGo, useRouteState } from '#routing/navigation'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Fact, Facts } from '#ui/text/Facts'
import { Field } from '#ui/form/Field'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { BackToAdmins } from './AdminAction'
import { useInactiveAdmin, useBlockReason } from './useAdmin'

const { permanentlyDeleteAdmins } = calls.admins

export default function AdminDeleteForGood() {
  const { admin_id } = useRouteState('adminDeleteForGood')
  const submit = useSubmit(permanentlyDeleteAdmins)
  return (
    <Screen actions={<BackToAdmins to="adminsInactive" />}>
      <Ready query={useInactiveAdmin(admin_id, enabledUntilDone(submit))}>
        {(admin) => <ConfirmForm key={admin.id} admin={admin} submit={submit} />}
      </Ready>
    </Screen>
  )
}

type Props = { admin: Admin; submit: ReturnType<typeof useSubmit<typeof permanentlyDeleteAdmins>> }

/** The action can't be undone, so the admin's name must be typed first. */
function ConfirmForm({ admin, submit }: Props) {
  const go = useGo()
  const blockReason = useBlockReason()
  const typedName = v.pipe(
    v.string(),
    v.check((text) => text.trim() === admin.name, `Type the name as shown above: ${admin.name}`),
  )
  const fields = useFields({ typedName }, { typedName: '' })
  const send = () =>
    submit.mutate(
      { admin_id: admin.id },
      { about: { name: admin.name }, onSuccess: () => go('adminsInactive') },
    )
  return (
    <ChangeForm
      fields={fields}
      call={permanentlyDeleteAdmins}
      submit={submit}
      onSubmit={send}
      actionLabel="Delete Permanently"
      danger
      disabledReason={blockReason(admin)}
    >
      <Facts>
        <Fact label="Full Name">{admin.name}</Fact>
        <Fact label="Email">{admin.email}</Fact>
        <Fact label="Phone">{admin.phone_number}</Fact>
      </Facts>
      <div>
        Name, e-mail and phone number are erased and can’t be restored. History and ledger keep what this
        admin did, under a number.
      </div>
      <Field fields={fields} name="typedName" label="Type the name to confirm" />
    </ChangeForm>
  )
}
