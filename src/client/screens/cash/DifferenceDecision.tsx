import Stack from '@mui/material/Stack'
import { calls } from '#contract/index'
import { approvalStates } from '#contract/calls/approvals'
import type { DifferenceCase } from '#contract/calls/cash'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { acceptOrReject } from '#forms/decisionOptions'
import { commentFault } from '#domain/decision'
import { BackLink, useGo } from '#routing/navigation'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import { type Submit, useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Age } from '#ui/text/Age'
import { CardGrid } from '#ui/layout/CardGrid'
import { Field } from '#ui/form/Field'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { Movements } from './CashFacts'
import { DifferenceFacts, HoldsChange } from './DifferenceFacts'
import { actionLabelOf, consequenceOf, shortageWarning } from './decisionText'

/** Both calls have the same shapes. */
type Call = (typeof calls.cash)['firstCashDifferenceDecision' | 'secondCashDifferenceDecision']
/** The call, and the state in which it is possible. */
type Step = { call: Call; awaited: 0 | 1 }

/** One of the two decisions on a cash difference. */
export function DifferenceDecision({ id, call, awaited }: Step & { id: number }) {
  const submit = useSubmit(call)
  const difference = selectById(
    useCall(calls.cash.getCashDifferenceCase, { id }, enabledUntilDone(submit)),
    id,
  )
  return (
    <Screen
      about={<Age of={difference.dataUpdatedAt} />}
      actions={<BackLink to="differences">Back to cash differences</BackLink>}
    >
      <Ready of={difference}>
        {(one) => (
          <CardGrid least={420}>
            <DifferenceFacts of={one} />
            <Stack spacing={2}>
              <DecisionForm difference={one} call={call} awaited={awaited} submit={submit} />
              <Movements of={one.movements} />
            </Stack>
          </CardGrid>
        )}
      </Ready>
    </Screen>
  )
}

function DecisionForm({
  difference,
  call,
  awaited,
  submit,
}: Step & { difference: DifferenceCase; submit: Submit<Call> }) {
  const go = useGo()
  const { status, comment } = call.input.entries
  const fields = useFields({ status, comment }, { status: '', comment: '' }, { comment: commentFault })
  const chosen = fields.values.status === '' ? undefined : fields.body().status
  const isRejection = chosen === 'reject'
  const { id, reference, state } = difference
  const disabledReason =
    state === awaited ? difference.against : `This difference is ${approvalStates[state].toLowerCase()} now.`
  const about = { name: `difference ${reference}`, amount: difference.amount }
  const decide = () => submit.mutate({ ...fields.body(), id }, { about, onSuccess: () => go('differences') })
  const question = chosen && {
    title: `${isRejection ? 'Reject' : 'Approve'} difference ${reference}?`,
    text: consequenceOf(chosen, difference),
    facts: awaited === 1 && !isRejection && <HoldsChange of={difference} />,
  }
  return (
    <ConfirmedForm
      title="Your decision"
      fields={fields}
      call={call}
      submit={submit}
      subject={{ id }}
      question={question}
      onConfirm={decide}
      actionLabel={actionLabelOf(chosen, difference)}
      danger={isRejection}
      disabledReason={disabledReason ?? undefined}
      wide
    >
      <Field
        of={fields}
        name="status"
        label="Status"
        options={acceptOrReject}
        warning={chosen === 'accept' ? shortageWarning(difference) : undefined}
      />
      <Field of={fields} name="comment" label="Comment" hint="Needed to reject" multiline />
      {chosen && <div>{consequenceOf(chosen, difference)}</div>}
    </ConfirmedForm>
  )
}
