import Stack from '@mui/material/Stack'
import { approvalStates } from '#contract/calls/approvals'
import type { LoanChangeCase } from '#contract/calls/loanChanges'
import { calls } from '#contract/index'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { acceptOrReject } from '#forms/decisionOptions'
import { commentFault } from '#domain/decision'
import { BackLink, useGo } from '#routing/navigation'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import { type Submit, useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Field } from '#ui/form/Field'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { Schedule } from '../account/Schedule'
import { LoanChangeFacts } from './LoanChangeFacts'
import { NewSchedule } from './NewSchedule'
import { actionLabelOf, consequenceOf } from './changeText'

/** Both calls have the same shapes. */
type Call = (typeof calls.loanChanges)['firstLoanChangeDecision' | 'secondLoanChangeDecision']
/** The call, and the state in which it is possible. */
type Step = { call: Call; awaited: 0 | 1 }

/** One of the two decisions on a change of a loan. */
export function LoanChangeDecision({ id, call, awaited }: Step & { id: number }) {
  const submit = useSubmit(call)
  const change = selectById(
    useCall(calls.loanChanges.getLoanChangeCase, { id }, enabledUntilDone(submit)),
    id,
  )
  return (
    <Screen
      about={<Age of={change.dataUpdatedAt} />}
      actions={<BackLink to="loanChanges">Back to loan changes</BackLink>}
    >
      <Ready of={change}>
        {(one) => (
          <>
            <CardGrid least={420}>
              <LoanChangeFacts of={one} />
              <Stack spacing={2}>
                <DecisionForm change={one} call={call} awaited={awaited} submit={submit} />
                {one.planned.length > 0 && (
                  <Card title="Schedule after the rescheduling">
                    <NewSchedule of={one.planned} />
                  </Card>
                )}
              </Stack>
            </CardGrid>
            <Schedule of={one.schedule} title="Schedule now" />
          </>
        )}
      </Ready>
    </Screen>
  )
}

function DecisionForm({
  change,
  call,
  awaited,
  submit,
}: Step & { change: LoanChangeCase; submit: Submit<Call> }) {
  const go = useGo()
  const { status, comment } = call.input.entries
  const fields = useFields({ status, comment }, { status: '', comment: '' }, { comment: commentFault })
  const chosen = fields.values.status === '' ? undefined : fields.body().status
  const isRejection = chosen === 'reject'
  const { id, reference, state } = change
  const disabledReason =
    state === awaited ? change.against : `This change is ${approvalStates[state].toLowerCase()} now.`
  const about = { name: `change ${reference}`, amount: change.amount }
  const decide = () => submit.mutate({ ...fields.body(), id }, { about, onSuccess: () => go('loanChanges') })
  const question = chosen && {
    title: `${isRejection ? 'Reject' : 'Approve'} change ${reference}?`,
    text: consequenceOf(chosen, change),
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
      actionLabel={actionLabelOf(chosen, change)}
      danger={isRejection || change.kind === 'write-off'}
      disabledReason={disabledReason ?? undefined}
      wide
    >
      <Field
        of={fields}
        name="status"
        label="Status"
        options={acceptOrReject}
        warning={chosen === 'accept' ? (change.obstacle ?? undefined) : undefined}
      />
      <Field of={fields} name="comment" label="Comment" hint="Needed to reject" multiline />
      {chosen && <div>{consequenceOf(chosen, change)}</div>}
    </ConfirmedForm>
  )
}
