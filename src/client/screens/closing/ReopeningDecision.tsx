import { calls } from '#contract/index'
import type { ReopeningCase } from '#contract/calls/closing'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { acceptOrReject } from '#forms/decisionOptions'
import { commentFault } from '#domain/decision'
import { useGo } from '#routing/navigation'
import type { Submit } from '#api/changes/useSubmit'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { ReopeningFacts } from './ReopeningFacts'

const { reopeningDecision } = calls.closing
const { id: _id, ...entries } = reopeningDecision.input.entries

type Props = { of: ReopeningCase; submit: Submit<typeof reopeningDecision> }

/** Approves or rejects a reopening. Approval is warned of, not blocked, while something does not allow it. */
export function ReopeningDecision({ of: one, submit }: Props) {
  const go = useGo()
  const fields = useFields(entries, { status: '', comment: '' }, { comment: commentFault })
  const { status } = fields.values
  const rejects = status === 'reject'
  const actionLabels: Record<string, string> = {
    accept: `Approve reopening ${one.reference}`,
    reject: `Reject reopening ${one.reference}`,
  }
  const actionLabel = actionLabels[status]
  const text = rejects
    ? 'No money moves. The comment is stored as the reason, and the days can be requested again.'
    : 'All of it is taken back with entries of today, or nothing. Each day is closed again when it has ended.'
  const about = { name: `reopening ${one.reference}` }
  const send = () =>
    submit.mutate({ ...fields.body(), id: one.id }, { about, onSuccess: () => go('reopenings') })
  return (
    <ConfirmedForm
      title="Your decision"
      fields={fields}
      call={reopeningDecision}
      submit={submit}
      subject={{ id: one.id }}
      question={
        actionLabel ? { title: `${actionLabel}?`, text, facts: <ReopeningFacts of={one} /> } : undefined
      }
      onConfirm={send}
      actionLabel={actionLabel ?? 'Decide'}
      danger={rejects}
      disabledReason={one.against ?? undefined}
      wide
    >
      <Field
        of={fields}
        name="status"
        label="Status"
        options={acceptOrReject}
        warning={status === 'accept' ? (one.obstacle ?? undefined) : undefined}
      />
      <Field of={fields} name="comment" label="Comment" hint="Needed to reject" multiline />
      {actionLabel && <div>{text}</div>}
    </ConfirmedForm>
  )
}
