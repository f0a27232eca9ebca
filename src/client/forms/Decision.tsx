import { type ReactNode, useState } from 'react'
import type { NamedWrite } from '#contract/call'
import { Confirm } from '#ui/feedback/Confirm'
import { Card } from '#ui/layout/Card'
import { Facts } from '#ui/text/Facts'
import { ProblemNote } from '#ui/feedback/ProblemNote'
import { ChangeButton } from './ChangeButton'
import type { Question } from './ConfirmedForm'

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
  /** Asked first where money moves. */
  question?: Pick<Question, 'title' | 'text'>
  children: ReactNode
}

/** A change without entries: its subject, its consequences, and a button that names it; a confirmation if there is a question. */
export function Decision({
  call,
  submit,
  onPress,
  actionLabel,
  note,
  danger = false,
  disabledReason,
  question,
  children,
}: Props) {
  const [asking, setAsking] = useState(false)
  const confirm = () => {
    setAsking(false)
    onPress()
  }
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
        onPress={question ? () => setAsking(true) : onPress}
      >
        {actionLabel}
      </ChangeButton>
      {question && (
        <Confirm
          open={asking}
          {...question}
          actionLabel={actionLabel}
          danger={danger}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        >
          <Facts>{children}</Facts>
        </Confirm>
      )}
    </Card>
  )
}
