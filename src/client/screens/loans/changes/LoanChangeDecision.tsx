import Stack from '@mui/material/Stack'
import { calls } from '#contract/index'
import { againstStep, DecisionScreen } from '#forms/DecisionScreen'
import { useStep } from '#routing/navigation'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Schedule } from '../account/Schedule'
import { LoanChangeFacts } from '../account/LoanChangeFacts'
import { NewSchedule } from './NewSchedule'
import { actionLabelOf, consequenceOf } from '../account/changeText'

const { getLoanChangeCase, firstLoanChangeDecision, secondLoanChangeDecision } = calls.loanChanges

/** One of the two decisions on a change of a loan. */
export default function LoanChangeDecision() {
  const [step, { change_id }] = useStep('loanChangeFirst', 'loanChangeSecond')
  return (
    <DecisionScreen
      id={change_id}
      read={getLoanChangeCase}
      call={step === 0 ? firstLoanChangeDecision : secondLoanChangeDecision}
      list="loanChanges"
      back="Back to loan changes"
      about={({ reference, amount }) => ({ name: `change ${reference}`, amount })}
      words={(chosen, one) => ({
        action: actionLabelOf(chosen, one),
        title: `${chosen === 'reject' ? 'Reject' : 'Approve'} change ${one.reference}?`,
        consequence: consequenceOf(chosen, one),
      })}
      obstacle={({ obstacle }) => obstacle}
      against={(one) => againstStep('change', step, one.state, one.against)}
      danger={({ kind }) => kind === 'write-off' || kind === 'set-off'}
    >
      {(one, form) => (
        <>
          <CardGrid least={420}>
            <LoanChangeFacts change={one} />
            <Stack spacing={2}>
              {form}
              {one.planned.length > 0 && (
                <Card title="Schedule after the rescheduling">
                  <NewSchedule planned={one.planned} />
                </Card>
              )}
            </Stack>
          </CardGrid>
          <Schedule schedule={one.schedule} title="Schedule now" />
        </>
      )}
    </DecisionScreen>
  )
}
