import Box from '@mui/material/Box'
import type { FormEvent, ReactNode, RefObject } from 'react'
import type { NamedWrite } from '#contract/call'
import type { Submit } from '#api/changes/useSubmit'
import { Card } from '#ui/layout/Card'
import { ProblemNote } from '#ui/feedback/ProblemNote'
import { ChangeButton } from './ChangeButton'
import { useLeaveGuard } from './leaveGuard'

/** What the form needs to know of its entries; `useFields` gives it for text fields. */
export type Entries = { dirty: boolean; formRef: RefObject<HTMLFormElement | null>; checkAll: () => boolean }

export type FormProps<C extends NamedWrite> = {
  title?: string
  fields: Entries
  call: C
  submit: Submit<C>
  /** Called only when all fields are valid. */
  onSubmit: () => void
  /** Label of the button; without it there is none. */
  actionLabel: string | undefined
  danger?: boolean
  disabledReason?: string | undefined
  /** Uses the whole width; a form of fields is narrow. */
  wide?: boolean
  children: ReactNode
}

/** A form that makes a change. It validates, asks before entries are lost, and shows its problem above the button. */
export function ChangeForm<C extends NamedWrite>(props: FormProps<C>) {
  const {
    title,
    fields,
    call,
    submit,
    onSubmit,
    actionLabel,
    danger = false,
    disabledReason,
    wide = false,
    children,
  } = props
  const guard = useLeaveGuard(fields.dirty && !submit.isSuccess, submit.isDone)
  const press = (event: FormEvent) => {
    event.preventDefault()
    if (!submit.isPending && fields.checkAll()) onSubmit()
  }
  return (
    <Card {...(title && { title })} narrow={!wide}>
      <Box component="form" noValidate ref={fields.formRef} onSubmit={press} sx={{ display: 'grid', gap: 2 }}>
        {children}
        <ProblemNote error={submit.error} />
        {actionLabel !== undefined && (
          <ChangeButton call={call} busy={submit.isPending} danger={danger} disabledReason={disabledReason}>
            {actionLabel}
          </ChangeButton>
        )}
      </Box>
      {guard}
    </Card>
  )
}
