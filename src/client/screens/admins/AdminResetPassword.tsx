import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { AdminAction } from './AdminAction'
import { useAdmin } from './useAdmin'

const { resetPassword } = calls.admins

export default function AdminResetPassword() {
  const { admin_id } = useRouteState('adminResetPassword')
  const submit = useSubmit(resetPassword)
  return (
    <AdminAction
      admin={useAdmin(admin_id, enabledUntilDone(submit))}
      call={resetPassword}
      submit={submit}
      actionLabel="Reset Password"
      note={({ name, email }) =>
        `A one-time password is sent to ${email}. The old one stops working at once. ${name} is signed out and chooses a new one at the next sign-in.`
      }
      selfReason="Change your own password under Settings."
      danger
    />
  )
}
