import { loanChangeLabels } from '#contract/calls/loanChanges'
import { calls } from '#contract/index'
import { formatNaira } from '#domain/money/kobo'
import { againstStep, type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import { useStep } from '#routing/navigation'
import { Card } from '#ui/layout/Card'
import { Schedule } from '../account/Schedule'
import { LoanChangeFacts } from '../account/LoanChangeFacts'
import { NewSchedule } from './NewSchedule'
import { actionLabelOf, consequenceOf } from '../account/changeText'

const { getLoanChangeCase, firstLoanChangeDecision, secondLoanChangeDecision } = calls.loanChanges

/** One of the two decisions on a change of a loan. */
export default function LoanChangeDecision() {
  const [step, { change_id }] = useStep('loanChangeFirst', 'loanChangeSecond')
  return <Case id={change_id} step={step} />
}

export function Case({ id, step }: CaseProps) {
  return (
    <DecisionScreen
      id={id}
      read={getLoanChangeCase}
      call={step === 0 ? firstLoanChangeDecision : secondLoanChangeDecision}
      list="loanChanges"
      back="Back to loan changes"
      about={({ reference, amount }) => ({ name: `change ${reference}`, amount })}
      words={(chosen, one) => ({
        action: actionLabelOf(chosen, one),
        title: `${chosen === 'reject' ? 'Reject' : 'Accept'} change ${one.reference}?`,
        consequence: consequenceOf(chosen, one),
      })}
      title={({ kind, amount, customer }) =>
        `${loanChangeLabels[kind]} of ${formatNaira(amount)} for ${customer}`
      }
      movesNow={() => step === 1}
      obstacle={({ obstacle }) => obstacle}
      against={(one) => againstStep('change', step, one.state, one.against)}
      danger={({ kind }) => kind === 'write-off' || kind === 'set-off'}
    >
      {(one) => (
        <>
          <LoanChangeFacts change={one} />
          {one.planned.length > 0 && (
            <Card title="Schedule after the rescheduling">
              <NewSchedule planned={one.planned} />
            </Card>
          )}
          <Schedule schedule={one.schedule} title="Schedule now" />
        </>
      )}
    </DecisionScreen>
  )
}
