import { calls } from '#contract/index'
import type { ReversalCase } from '#contract/calls/reversals'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { acceptOrReject } from '#forms/decisionOptions'
import { commentFault } from '#domain/decision'
import { useGo } from '#routing/navigation'
import { formatNaira } from '#domain/money/kobo'
import type { Submit } from '#api/changes/useSubmit'
import { Fact } from '#ui/text/Facts'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { ReversalEffect } from './MovementFacts'

const { reversalDecision } = calls.reversals
const { id: _id, ...entries } = reversalDecision.input.entries

type Props = { of: ReversalCase; submit: Submit<typeof reversalDecision> }

/** Approves or rejects a reversal. Approval is warned of, not blocked, while a wallet does not cover it. */
export function DecisionForm({ of: one, submit }: Props) {
  const go = useGo()
  const fields = useFields(entries, { status: '', comment: '' }, { comment: commentFault })
  const { status } = fields.values
  const rejects = status === 'reject'
  const amount = formatNaira(one.amount)
  const actionLabels: Record<string, string> = {
    accept: `Approve reversal of ${amount}`,
    reject: `Reject reversal of ${amount}`,
  }
  const actionLabel = actionLabels[status]
  const about = { name: `reversal ${one.reference}`, amount: one.amount }
  const send = () =>
    submit.mutate({ ...fields.body(), id: one.id }, { about, onSuccess: () => go('reversals') })
  const question = actionLabel && {
    title: `${actionLabel}?`,
    text: consequenceOf(one, rejects),
    facts: (
      <>
        <Fact label="Movement">{`${one.original}, ${one.kind}`}</Fact>
        <Fact label="Customer">{one.customer}</Fact>
        {!rejects && <ReversalEffect of={one} />}
      </>
    ),
  }
  return (
    <ConfirmedForm
      title="Your decision"
      fields={fields}
      call={reversalDecision}
      submit={submit}
      subject={{ id: one.id }}
      question={question || undefined}
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
      {actionLabel && <div>{consequenceOf(one, rejects)}</div>}
    </ConfirmedForm>
  )
}

/** The consequence of a decision, shown before it is made. */
const consequenceOf = ({ amount, original }: ReversalCase, rejects: boolean): string =>
  rejects
    ? 'No money moves. The comment is stored as the reason, and the reversal can be requested again.'
    : `${formatNaira(amount)} of ${original} is taken back with an entry of today. A reversal can’t be reversed.`
