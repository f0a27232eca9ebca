import type { Admin } from '#contract/calls/admins'
import type { NamedWrite } from '#contract/call'
import type { calls } from '#contract/index'
import { Decision } from '#forms/Decision'
import { BackLink, useGo } from '#routing/navigation'
import type { Submit } from '#api/changes/useSubmit'
import { Fact } from '#ui/text/Facts'
import { type Loadable, Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { RoleBadge } from './rights/RoleBadge'
import { useBlockReason } from './useAdmin'

type AdminWrite = (typeof calls.admins)['deleteAdmin']
type Props = {
  admin: Loadable<Admin>
  call: AdminWrite & NamedWrite
  submit: Submit<AdminWrite>
  actionLabel: string
  /** The consequences for this admin. */
  note: (admin: Admin) => string
  danger?: boolean
  selfReason?: string
  /** Why the action is not possible. */
  disabledReason?: (admin: Admin) => string | undefined
  back?: 'admins' | 'adminsInactive'
}

/** An action on one admin: the admin's facts, the consequences, and the button; then opens the list. */
export function AdminAction(props: Props) {
  const { admin, call, submit, note, selfReason, disabledReason, back = 'admins', ...decision } = props
  const go = useGo()
  const blockReason = useBlockReason()
  return (
    <Screen actions={<BackToAdmins to={back} />}>
      <Ready query={admin}>
        {(one) => (
          <Decision
            call={call}
            submit={submit}
            note={note(one)}
            disabledReason={blockReason(one, selfReason) ?? disabledReason?.(one)}
            onPress={() =>
              submit.mutate(
                { admin_id: one.id },
                { about: { name: one.name }, onSuccess: () => go('admins') },
              )
            }
            {...decision}
          >
            <Fact label="Full Name">{one.name}</Fact>
            <Fact label="Email">{one.email}</Fact>
            <Fact label="Role">
              <RoleBadge role={one.roleName} />
            </Fact>
          </Decision>
        )}
      </Ready>
    </Screen>
  )
}

export const BackToAdmins = ({ to = 'admins' }: { to?: 'admins' | 'adminsInactive' }) => (
  <BackLink to={to}>
    {to === 'admins' ? 'Back to administrators' : 'Back to non-active administrators'}
  </BackLink>
)
