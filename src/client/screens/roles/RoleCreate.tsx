import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { calls } from '#contract/index'
import type { Problem, ProblemCode } from '#contract/problems'
import { ChangeForm } from '#forms/ChangeForm'
import { useGo } from '#routing/navigation'
import { useGrantBlockReason } from '#auth/permissions'
import { useCall } from '#api/useCall'
import { useSubmit } from '#api/changes/useSubmit'
import { Field } from '#ui/form/Field'
import { PermissionChanges } from '#ui/form/choices/PermissionChanges'
import { PermissionMatrix } from '#ui/form/choices/PermissionMatrix'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { toast } from '#ui/feedback/toast'
import { useChoice } from '#ui/form/choices/useChoice'
import { useFields } from '#ui/form/useFields'
import { BackToRoles } from './BackToRoles'
import { useEmptyRole } from './useEmptyRole'

const { addRoles } = calls.roles
const { name } = addRoles.input.entries

export default function RoleCreate() {
  const permissions = useCall(calls.roles.getPermissions, {})
  useDashboardWhenRefused(permissions)
  return (
    <Screen fill actions={<BackToRoles />}>
      <Ready query={permissions} like="matrix">
        {({ data }) => <CreateForm names={data.map((one) => one.name)} />}
      </Ready>
    </Screen>
  )
}

function CreateForm({ names }: { names: string[] }) {
  const go = useGo()
  const submit = useSubmit(addRoles)
  const fields = useFields({ name }, { name: '' })
  const choice = useChoice([])
  const empty = useEmptyRole('Create Role')
  const send = () =>
    submit.mutate({ ...fields.values, permission: choice.added }, { onSuccess: () => go('roles') })
  return (
    <ChangeForm
      fields={{ ...fields, dirty: fields.dirty || choice.changed }}
      call={addRoles}
      submit={submit}
      onSubmit={() => empty.confirmed(choice.chosen, send)}
      actionLabel="Create Role"
      foot={<PermissionChanges names={names} choice={choice} words={{ added: 'It will allow' }} />}
    >
      <Box sx={{ maxWidth: 420 }}>
        <Field fields={fields} name="name" label="Name" />
      </Box>
      <PermissionMatrix names={names} choice={choice} fixed={useGrantBlockReason()} />
      {empty.question}
    </ChangeForm>
  )
}

/** Without the list of permissions no role can be created: shows the message and opens the dashboard. */
function useDashboardWhenRefused({ data, error }: { data: unknown; error: Problem | null }) {
  const go = useGo()
  const refusal = data === undefined && error && !temporary.includes(error.code) ? error : undefined
  useEffect(() => {
    if (!refusal) return
    toast('error', refusal.message)
    go('dashboard')
  }, [refusal, go])
}
const temporary: readonly ProblemCode[] = ['offline', 'busy', 'signedOut']
