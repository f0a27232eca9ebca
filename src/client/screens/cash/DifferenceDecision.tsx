import Stack from '@mui/material/Stack'
import { calls } from '#contract/index'
import { againstStep, DecisionScreen } from '#forms/DecisionScreen'
import { useStep } from '#routing/navigation'
import { CardGrid } from '#ui/layout/CardGrid'
import { Movements } from './CashFacts'
import { DifferenceFacts, HoldsChange } from './DifferenceFacts'
import { actionLabelOf, consequenceOf, shortageWarning } from './decisionText'

const { getCashDifferenceCase, firstCashDifferenceDecision, secondCashDifferenceDecision } = calls.cash

/** One of the two decisions on a cash difference. */
export default function DifferenceDecision() {
  const [step, { difference_id }] = useStep('differenceFirst', 'differenceSecond')
  return (
    <DecisionScreen
      id={difference_id}
      read={getCashDifferenceCase}
      call={step === 0 ? firstCashDifferenceDecision : secondCashDifferenceDecision}
      list="differences"
      back="Back to cash differences"
      about={({ reference, amount }) => ({ name: `difference ${reference}`, amount })}
      words={(chosen, one) => ({
        action: actionLabelOf(chosen, one),
        title: `${chosen === 'reject' ? 'Reject' : 'Approve'} difference ${one.reference}?`,
        consequence: consequenceOf(chosen, one),
        facts: step === 1 && chosen === 'accept' && <HoldsChange difference={one} />,
      })}
      obstacle={shortageWarning}
      against={(one) => againstStep('difference', step, one.state, one.against)}
    >
      {(one, form) => (
        <CardGrid least={420}>
          <DifferenceFacts difference={one} />
          <Stack spacing={2}>
            {form}
            <Movements movements={one.movements} />
          </Stack>
        </CardGrid>
      )}
    </DecisionScreen>
  )
}
