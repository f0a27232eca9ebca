import Box from '@mui/material/Box'
import type { FormEvent, KeyboardEvent, ReactNode, RefObject } from 'react'
import type { NamedWrite } from '#contract/call'
import type { Submit } from '#api/changes/useSubmit'
import { Card } from '#ui/layout/Card'
import { isKey } from '#ui/keys/keyTable'
import { isTyping, useKeys } from '#ui/keys/useKeys'
import { footBar } from '#ui/layout/footBar'
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
  /** Stands beside the button in a bar at the foot of a filled screen, whose height the form then takes; for large forms. */
  foot?: ReactNode
  /** One field with its button beside it, in a card of others. */
  inLine?: boolean
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
    foot,
    inLine = false,
    children,
  } = props
  const guard = useLeaveGuard(fields.dirty && !submit.isSuccess, submit.isDone)
  useFormKeys(fields.formRef)
  const press = (event: FormEvent) => {
    event.preventDefault()
    if (!submit.isPending && fields.checkAll()) onSubmit()
  }
  const form = {
    component: 'form',
    noValidate: true,
    ref: fields.formRef,
    onSubmit: press,
    onKeyDown: sendByKey,
  } as const
  const button = actionLabel !== undefined && (
    <ChangeButton
      call={call}
      busy={submit.isPending}
      danger={danger}
      quiet={inLine}
      disabledReason={disabledReason}
    >
      {actionLabel}
    </ChangeButton>
  )
  if (foot !== undefined)
    return (
      <Box {...form} sx={filling}>
        {children}
        <Box sx={footBar}>
          {foot}
          <ProblemNote error={submit.error} />
          {button}
        </Box>
        {guard}
      </Box>
    )
  if (inLine)
    return (
      <>
        <Box {...form} className="form-in-line">
          {children}
          {button}
        </Box>
        <ProblemNote error={submit.error} />
        {guard}
      </>
    )
  return (
    <Card {...(title && { title })} narrow={!wide}>
      <Box {...form} sx={{ display: 'grid', gap: 2 }}>
        {children}
        <ProblemNote error={submit.error} />
        {button}
      </Box>
      {guard}
    </Card>
  )
}

/** Ctrl+Enter sends a form from anywhere in it. */
function sendByKey(event: KeyboardEvent<HTMLFormElement>) {
  // Keys of its confirmation come here too.
  const isInside = event.currentTarget.contains(event.target as Node)
  if (event.repeat || !isInside || !isKey(event, 'send')) return
  event.preventDefault()
  send(event.currentTarget)
}

const send = (form: HTMLFormElement) => form.querySelector<HTMLButtonElement>('button[type=submit]')?.click()

/** Keys from outside the form, where the heading has the focus when the screen opens: only while it is the one of its screen. */
function useFormKeys(ref: Entries['formRef']) {
  const onlyForm = () => (document.querySelectorAll('main form').length === 1 ? ref.current : null)
  useKeys({
    send: ({ target }) => {
      const form = onlyForm()
      if (!form || isTyping(target)) return false
      send(form)
    },
    searchPage: () => {
      const fields = [...(onlyForm()?.querySelectorAll<HTMLInputElement>(entered) ?? [])]
      const [first] = [...fields.filter(({ value }) => value === ''), ...fields]
      if (!first) return false
      first.focus()
    },
  })
}

const entered = 'input:enabled:not([type=hidden], [type=file]), select:enabled, textarea:enabled'

const filling = { display: 'flex', flexDirection: 'column', gap: 1, flex: 1, minHeight: 0 }
