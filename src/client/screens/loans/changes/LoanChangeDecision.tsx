import Stack from '@mui/material/Stack'
import { approvalStates } from '#contract/calls/approvals'
import { calls } from '#contract/index'
import { DecisionForm } from '#forms/DecisionForm'
import { BackLink } from '#routing/navigation'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
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
                <DecisionForm
                  call={call}
                  submit={submit}
                  id={one.id}
                  about={{ name: `change ${one.reference}`, amount: one.amount }}
                  wordsOf={(chosen) => ({
                    action: actionLabelOf(chosen, one),
                    title: `${chosen === 'reject' ? 'Reject' : 'Approve'} change ${one.reference}?`,
                    consequence: consequenceOf(chosen, one),
                  })}
                  obstacle={one.obstacle}
                  against={
                    one.state === awaited
                      ? one.against
                      : `This change is ${approvalStates[one.state].toLowerCase()} now.`
                  }
                  danger={one.kind === 'write-off'}
                  list="loanChanges"
                />
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
