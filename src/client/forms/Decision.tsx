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
  /** What the button says: the act by its name. */
  act: string
  /** What follows from it. */
  note: string
  danger?: boolean
  disabledReason?: string | undefined
  children: ReactNode
}

/** A change without entries: what it is about, what follows from it, and a button that names it. */
export function Decision({
  call,
  submit,
  onPress,
  act,
  note,
  danger = false,
  disabledReason,
  children,
}: Props) {
  return (
    <Card narrow>
      <Facts>{children}</Facts>
      <p>{note}</p>
      <ProblemNote of={submit.error} />
      <ChangeButton
        call={call}
        busy={submit.isPending}
        danger={danger}
        disabledReason={disabledReason}
        onPress={onPress}
      >
        {act}
      </ChangeButton>
    </Card>
  )
}
