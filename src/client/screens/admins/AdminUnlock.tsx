import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { AdminAction } from './AdminAction'
import { useAdmin } from './useAdmin'

const { reactivateAdminAccount } = calls.admins

export default function AdminUnlock() {
  const { admin_id } = useRouteState('adminUnlock')
  const submit = useSubmit(reactivateAdminAccount)
  return (
    <AdminAction
      admin={useAdmin(admin_id, enabledUntilDone(submit))}
      call={reactivateAdminAccount}
      submit={submit}
      actionLabel="Reactivate Account"
      note={({ name }) =>
        `The account was locked after too many failed sign-ins. ${name} can sign in again with the same password.`
      }
      selfReason="Another admin must unlock your account."
      disabledReason={({ locked }) => (locked ? undefined : 'This account is not locked.')}
    />
  )
}
