import type { ReactNode } from 'react'
import type { BodyOf, NamedWrite } from '#contract/call'
import type { Decision, decisionInput } from '#contract/calls/approvals'
import type { About } from '#api/changes/intents'
import type { Submit } from '#api/changes/useSubmit'
import { commentFault } from '#domain/decision'
import { useGo } from '#routing/navigation'
import type { RouteName } from '#routing/routes'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { ConfirmedForm } from './ConfirmedForm'
import { acceptOrReject } from './decisionOptions'

type DecisionCall = NamedWrite & { input: typeof decisionInput }

/** What a decision is called, and what it does; shown before it is made. */
type Words = { action: string; title?: string; consequence: string; facts?: ReactNode }

type Props<C extends DecisionCall> = {
  call: C
  submit: Submit<C>
  id: number
  about: About
  wordsOf: (chosen: Decision) => Words
  /** Why an approval may be refused: a warning, since that can change. */
  obstacle?: string | null | undefined
  /** Why this admin can't decide. */
  against: string | null
  /** Also an approval is marked as one that can't be undone. */
  danger?: boolean
  /** The list that opens afterwards. */
  list: RouteName
}

/** Approves or rejects a request, with a comment that a rejection needs. */
export function DecisionForm<C extends DecisionCall>(props: Props<C>) {
  const { call, submit, id, about, wordsOf, obstacle, against, danger = false, list } = props
  const go = useGo()
  const { status, comment } = call.input.entries
  const fields = useFields({ status, comment }, { status: '', comment: '' }, { comment: commentFault })
  const chosen = fields.values.status === '' ? undefined : fields.body().status
  const words = chosen && wordsOf(chosen)
  return (
    <ConfirmedForm
      title="Your decision"
      fields={fields}
      call={call}
      submit={submit}
      subject={{ id } as BodyOf<C>}
      question={
        words && { title: words.title ?? `${words.action}?`, text: words.consequence, facts: words.facts }
      }
      onConfirm={() =>
        submit.mutate({ ...fields.body(), id } as BodyOf<C>, { about, onSuccess: () => go(list) })
      }
      actionLabel={words?.action ?? 'Decide'}
      danger={danger || chosen === 'reject'}
      disabledReason={against ?? undefined}
      wide
    >
      <Field
        of={fields}
        name="status"
        label="Status"
        options={acceptOrReject}
        warning={chosen === 'accept' ? (obstacle ?? undefined) : undefined}
      />
      <Field of={fields} name="comment" label="Comment" hint="Needed to reject" multiline />
      {words && <div>{words.consequence}</div>}
    </ConfirmedForm>
  )
}
