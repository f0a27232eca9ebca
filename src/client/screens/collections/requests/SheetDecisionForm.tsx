import type { SheetRequestCase } from '#contract/calls/collections'
import { calls } from '#contract/index'
import { commentFault } from '#domain/decision'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { acceptOrReject } from '#forms/decisionOptions'
import { useGo } from '#routing/navigation'
import type { Submit } from '#api/changes/useSubmit'
import { dayText } from '#ui/form/choices/collectionDays'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Fact } from '#ui/text/Facts'

const { sheetRequestDecision } = calls.collections
const { id: _id, ...entries } = sheetRequestDecision.input.entries

type Props = { of: SheetRequestCase; submit: Submit<typeof sheetRequestDecision> }

/** Approves or rejects a sheet of a closed day. */
export function SheetDecisionForm({ of: one, submit }: Props) {
  const go = useGo()
  const fields = useFields(entries, { status: '', comment: '' }, { comment: commentFault })
  const { status } = fields.values
  const rejects = status === 'reject'
  const words =
    status === '' ? undefined : `${rejects ? 'Reject' : 'Approve'} sheet of ${formatNaira(one.total)}`
  const about = { name: `sheet ${one.reference}`, amount: one.total }
  const consequence = rejects
    ? 'Nothing is recorded. The comment is stored as the reason, and the sheet can be sent again.'
    : `${pluralize(one.collected_lines, 'line')}, ${formatNaira(one.total)}, are recorded now and count on ${dayText(one.day)}. All lines are recorded, or none.`
  return (
    <ConfirmedForm
      title="Your decision"
      fields={fields}
      call={sheetRequestDecision}
      submit={submit}
      subject={{ id: one.id }}
      question={
        words === undefined
          ? undefined
          : {
              title: `${words}?`,
              text: consequence,
              facts: (
                <>
                  <Fact label="Agent">{one.agent}</Fact>
                  <Fact label="Day">{dayText(one.day)}</Fact>
                </>
              ),
            }
      }
      onConfirm={() =>
        submit.mutate({ ...fields.body(), id: one.id }, { about, onSuccess: () => go('sheetRequests') })
      }
      actionLabel={words ?? 'Decide'}
      danger={rejects}
      disabledReason={one.against ?? undefined}
      wide
    >
      <Field of={fields} name="status" label="Status" options={acceptOrReject} />
      <Field of={fields} name="comment" label="Comment" hint="Needed to reject" multiline />
      {words && <div>{consequence}</div>}
    </ConfirmedForm>
  )
}
