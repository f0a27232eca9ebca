import * as v from 'valibot'
import type { OneAdmin } from '#contract/calls/admins'
import { calls } from '#contract/index'
import type { RoleWithPermissions } from '#contract/calls/session'
import { ChangeForm } from '#forms/ChangeForm'
import { useGo, useRouteState } from '#routing/navigation'
import { useGrantBlockReason } from '#auth/permissions'
import { useCall } from '#api/useCall'
import { useSubmit } from '#api/changes/useSubmit'
import { Fact, Facts } from '#ui/text/Facts'
import { Field } from '#ui/form/Field'
import { permissionSummary } from '#ui/text/PermissionList'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { BackToAdmins } from '../AdminAction'
import { RoleBadge } from './RoleBadge'
import { useAdmin, useBlockReason } from '../useAdmin'

const { assignRoletoAdmin } = calls.admins
const entries = { role: v.pipe(v.string(), v.nonEmpty('Please select a role.')) }

export default function AdminAssignRole() {
  const { admin_id } = useRouteState('adminAssignRole')
  const roles = useCall(calls.roles.getRoles, {})
  return (
    <Screen actions={<BackToAdmins />}>
      <Ready query={useAdmin(admin_id)}>
        {(admin) => (
          <Ready query={roles}>
            {({ data }) => <RoleForm key={admin.roleName} admin={admin} roles={data} />}
          </Ready>
        )}
      </Ready>
    </Screen>
  )
}

function RoleForm({ admin, roles }: { admin: OneAdmin; roles: RoleWithPermissions[] }) {
  const go = useGo()
  const submit = useSubmit(assignRoletoAdmin)
  const fields = useFields(entries, { role: '' })
  const actionLabel = admin.roleName === null ? 'Assign Role' : 'Change Role'
  const others = roles.filter(({ name }) => name !== admin.roleName)
  const chosen = others.find(({ name }) => name === fields.values.role)
  const send = () => {
    if (!chosen) return
    const current_role_id = admin.roles[0]?.id ?? null
    submit.mutate(
      { role_id: chosen.id, admin_id: admin.id, current_role_id },
      { about: { name: admin.name }, onSuccess: () => go('admins') },
    )
  }
  return (
    <ChangeForm
      fields={fields}
      call={assignRoletoAdmin}
      submit={submit}
      onSubmit={send}
      actionLabel={
        chosen ? `${actionLabel}${admin.roleName === null ? '' : ' to'} ${chosen.name}` : actionLabel
      }
      disabledReason={useRoleChangeBlockReason(admin, chosen)}
    >
      <Facts>
        <Fact label="Full Name">{admin.name}</Fact>
        <Fact label="Role now">
          <RoleBadge role={admin.roleName} />
        </Fact>
        {chosen && (
          <>
            <Fact label="Role after">
              <RoleBadge role={chosen.name} />
            </Fact>
            <Fact label="It allows">{permissionSummary(chosen.permissions.map(({ name }) => name))}</Fact>
          </>
        )}
      </Facts>
      <Field fields={fields} name="role" label="Role" options={others.map(({ name }) => name)} />
      <div>The role applies from the next action of {admin.name}. Direct permissions stay.</div>
    </ChangeForm>
  )
}

/** Why the signed-in admin can't give this role to this admin. */
function useRoleChangeBlockReason(
  admin: OneAdmin,
  role: RoleWithPermissions | undefined,
): string | undefined {
  const blockReason = useBlockReason()
  const grantBlockReason = useGrantBlockReason()
  return (
    blockReason(admin, 'You cannot change your own role.') ??
    role?.permissions.map(({ name }) => grantBlockReason(name)).find((reason) => reason !== undefined)
  )
}
