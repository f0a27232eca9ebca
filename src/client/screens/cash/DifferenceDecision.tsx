import Stack from '@mui/material/Stack'
import { calls } from '#contract/index'
import { approvalStates } from '#contract/calls/approvals'
import { DecisionForm } from '#forms/DecisionForm'
import { BackLink } from '#routing/navigation'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Age } from '#ui/text/Age'
import { CardGrid } from '#ui/layout/CardGrid'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
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
              <DecisionForm
                call={call}
                submit={submit}
                id={one.id}
                about={{ name: `difference ${one.reference}`, amount: one.amount }}
                wordsOf={(chosen) => ({
                  action: actionLabelOf(chosen, one),
                  title: `${chosen === 'reject' ? 'Reject' : 'Approve'} difference ${one.reference}?`,
                  consequence: consequenceOf(chosen, one),
                  facts: awaited === 1 && chosen === 'accept' && <HoldsChange of={one} />,
                })}
                obstacle={shortageWarning(one)}
                against={
                  one.state === awaited
                    ? one.against
                    : `This difference is ${approvalStates[one.state].toLowerCase()} now.`
                }
                list="differences"
              />
              <Movements of={one.movements} />
            </Stack>
          </CardGrid>
        )}
      </Ready>
    </Screen>
  )
}
