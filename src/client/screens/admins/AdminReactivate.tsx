import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { AdminAction } from './AdminAction'
import { useInactiveAdmin } from './useAdmin'

const { activateDeletedAdmins } = calls.admins

export default function AdminReactivate() {
  const { admin_id } = useRouteState('adminReactivate')
  const submit = useSubmit(activateDeletedAdmins)
  return (
    <AdminAction
      admin={useInactiveAdmin(admin_id, enabledUntilDone(submit))}
      call={activateDeletedAdmins}
      submit={submit}
      actionLabel="Reactivate Admin"
      note={({ name }) => `${name} becomes an active admin again and can sign in with the role above.`}
      back="adminsInactive"
    />
  )
}
