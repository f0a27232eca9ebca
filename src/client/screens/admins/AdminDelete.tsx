import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { AdminAction } from './AdminAction'
import { useAdmin } from './useAdmin'

const { deleteAdmin } = calls.admins

export default function AdminDelete() {
  const { admin_id } = useRouteState('adminDelete')
  const submit = useSubmit(deleteAdmin)
  return (
    <AdminAction
      admin={useAdmin(admin_id, enabledUntilDone(submit))}
      call={deleteAdmin}
      submit={submit}
      actionLabel="Delete Admin"
      note={({ name }) =>
        `${name} is signed out at once and can’t sign in any more. The account moves to the non-active administrators, where it can be reactivated.`
      }
      selfReason="You cannot delete your own account."
      danger
    />
  )
}
