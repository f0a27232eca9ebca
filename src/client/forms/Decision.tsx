import type { ReactNode } from 'react'
import type { NamedWrite } from '#contract/call'
import { Card } from '#ui/layout/Card'
import { Facts } from '#ui/text/Facts'
import { ProblemNote } from '#ui/feedback/ProblemNote'
import { ChangeButton } from './ChangeButton'

type Props = {
  call: NamedWrite
  submit: { error: unknown; isPending: boolean }
  onPress: () => void
  /** Label of the button, which names the action. */
  actionLabel: string
  /** The consequences. */
  note: string
  danger?: boolean
  disabledReason?: string | undefined
  children: ReactNode
}

/** A change without entries: its subject, its consequences, and a button that names it. */
export function Decision({
  call,
  submit,
  onPress,
  actionLabel,
  note,
  danger = false,
  disabledReason,
  children,
}: Props) {
  return (
    <Card narrow>
      <Facts>{children}</Facts>
      <p>{note}</p>
      <ProblemNote error={submit.error} />
      <ChangeButton
        call={call}
        busy={submit.isPending}
        danger={danger}
        disabledReason={disabledReason}
        onPress={onPress}
      >
        {actionLabel}
      </ChangeButton>
    </Card>
  )
}
