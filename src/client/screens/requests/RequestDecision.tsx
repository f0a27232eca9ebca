import { calls } from '#contract/index'
import { approvalStates } from '#contract/calls/approvals'
import type { RequestCase } from '#contract/calls/requests'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { acceptOrReject } from '#forms/decisionOptions'
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
import { RequestFacts, WalletFacts } from './RequestFacts'
import { actionLabelOf, consequenceOf, shortageWarning } from './decisionText'

/** Both calls have the same shapes. */
type Call = (typeof calls.requests)['firstApprovalOrDisapproval' | 'secondApprovalOrDisapproval']
/** The call, and the status in which it is possible. */
type Step = { call: Call; awaited: 0 | 1 }

/** One of the two decisions on a fund request. */
export function RequestDecision({ id, call, awaited }: Step & { id: number }) {
  const submit = useSubmit(call)
  const request = selectById(useCall(calls.requests.getRequestCase, { id }, enabledUntilDone(submit)), id)
  return (
    <Screen
      about={<Age of={request.dataUpdatedAt} />}
      actions={<BackLink to="requests">Back to fund requests</BackLink>}
    >
      <Ready of={request}>
        {(one) => (
          <CardGrid least={420}>
            <RequestFacts of={one} />
            <DecisionForm request={one} call={call} awaited={awaited} submit={submit} />
          </CardGrid>
        )}
      </Ready>
    </Screen>
  )
}

function DecisionForm({
  request,
  call,
  awaited,
  submit,
}: Step & { request: RequestCase; submit: Submit<Call> }) {
  const go = useGo()
  const { status } = call.input.entries
  const fields = useFields({ status }, { status: '' })
  const chosen = fields.values.status === '' ? undefined : fields.body().status
  const isRejection = chosen === 'reject'
  const { id, flag, reference, initial_status } = request
  const disabledReason =
    initial_status === awaited
      ? request.against
      : `This request is ${approvalStates[initial_status].toLowerCase()} now.`
  const about = { name: `request ${reference}`, amount: request.amount }
  const decide = () =>
    submit.mutate({ ...fields.body(), id, flag }, { about, onSuccess: () => go('requests') })
  const question = chosen && {
    title: `${isRejection ? 'Reject' : 'Approve'} request ${reference}?`,
    text: consequenceOf(chosen, request),
    facts: awaited === 1 && !isRejection && <WalletFacts of={request} />,
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
      actionLabel={actionLabelOf(chosen, request)}
      danger={isRejection}
      disabledReason={disabledReason ?? undefined}
      wide
    >
      <Field
        of={fields}
        name="status"
        label="Status"
        options={acceptOrReject}
        warning={chosen === 'accept' ? shortageWarning(request) : undefined}
      />
      {chosen && <div>{consequenceOf(chosen, request)}</div>}
    </ConfirmedForm>
  )
}
