import { type ReactNode, useState } from 'react'
import type { BodyOf, NamedWrite } from '#contract/call'
import { Confirm } from '#ui/feedback/Confirm'
import { Facts } from '#ui/text/Facts'
import { ChangeForm, type FormProps } from './ChangeForm'

/** What the confirmation shows. */
export type Question = {
  title: string
  text: string
  /** `Fact`s about the change. */
  facts?: ReactNode
  /** What is entered in the confirmation; `check` says whether it is valid, and shows what is not. */
  input?: { check: () => boolean; field: (onEnter: () => void) => ReactNode }
  /** Label of the button that sends it, if it differs from the form's. */
  actionLabel?: string
}

type Props<C extends NamedWrite> = Omit<FormProps<C>, 'onSubmit'> & {
  /** The part of the body that names the subject: another change of it whose outcome is unknown is shown first. */
  subject: Partial<BodyOf<C>>
  /** Undefined while the entries are incomplete. */
  question: Question | undefined
  onConfirm: () => void
}

/** A form whose change is sent after a confirmation with its consequences. */
export function ConfirmedForm<C extends NamedWrite>(props: Props<C>) {
  const { subject, question, onConfirm, children, ...form } = props
  const { submit, actionLabel = '', danger = false } = form
  const [asking, setAsking] = useState(false)
  const confirm = () => {
    if (question?.input && !question.input.check()) return
    setAsking(false)
    onConfirm()
  }
  return (
    <ChangeForm {...form} onSubmit={() => submit.afterConflictCheck(subject, () => setAsking(true))}>
      {children}
      {question && (
        <Confirm
          open={asking}
          title={question.title}
          text={question.text}
          actionLabel={question.actionLabel ?? actionLabel}
          danger={danger}
          hasField={question.input !== undefined}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        >
          {question.facts && <Facts>{question.facts}</Facts>}
          {question.input?.field(confirm)}
        </Confirm>
      )}
    </ChangeForm>
  )
}
