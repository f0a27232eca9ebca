import { useRef, useState } from 'react'
import type { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import type { Submit } from '#api/changes/useSubmit'
import { Fault } from '#ui/feedback/Fault'
import { PermissionChanges } from '#ui/form/choices/PermissionChanges'
import { PermissionMatrix } from '#ui/form/choices/PermissionMatrix'
import { countOfPermissions } from '#ui/text/PermissionList'
import { toast } from '#ui/feedback/toast'
import { useChoice } from '#ui/form/choices/useChoice'

type PermissionWrite = (typeof calls.admins)['assignPermissionToAdmin' | 'removePermissionFromAdmin']
type Props = {
  adminName: string
  names: readonly string[]
  /** Ticked initially: the permissions that the admin already has. */
  first: readonly string[]
  fixed?: (name: string) => string | undefined
  call: PermissionWrite
  submit: Submit<PermissionWrite>
  verb: 'Assign' | 'Remove'
  onSubmit: (names: string[]) => void
  danger?: boolean
  disabledReason: string | undefined
}

const noneChosen = 'Please select at least one permission.'

/** A form that grants or removes permissions of one admin: checkboxes and a summary of the change. */
export function PermissionForm({ adminName, names, first, fixed, verb, onSubmit, ...form }: Props) {
  const formRef = useRef<HTMLFormElement>(null)
  const choice = useChoice(first)
  const [submitted, setSubmitted] = useState(false)
  const { added } = choice
  const checkAll = () => {
    setSubmitted(true)
    if (added.length === 0) toast('error', noneChosen)
    return added.length > 0
  }
  return (
    <ChangeForm
      {...form}
      fields={{ dirty: choice.changed, formRef, checkAll }}
      onSubmit={() => onSubmit(added)}
      actionLabel={`${verb} ${added.length > 0 ? countOfPermissions(added.length) : 'permissions'}`}
      foot={
        <PermissionChanges
          names={names}
          choice={choice}
          words={{ added: verb === 'Assign' ? 'Will be given' : 'Will lose' }}
        />
      }
    >
      <div>{adminName}</div>
      <PermissionMatrix names={names} choice={choice} {...(fixed && { fixed })} />
      {submitted && added.length === 0 && <Fault>{noneChosen}</Fault>}
    </ChangeForm>
  )
}
