import { calls } from '#contract/index'
import { formatNaira } from '#domain/money/kobo'
import { againstStep, type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import { useStep } from '#routing/navigation'
import { Movements } from './CashFacts'
import { DifferenceFacts, HoldsChange } from './DifferenceFacts'
import { actionLabelOf, consequenceOf, holdsAfter, shortageWarning } from './decisionText'

const { getCashDifferenceCase, firstCashDifferenceDecision, secondCashDifferenceDecision } = calls.cash

/** One of the two decisions on a cash difference. */
export default function DifferenceDecision() {
  const [step, { difference_id }] = useStep('differenceFirst', 'differenceSecond')
  return <Case id={difference_id} step={step} />
}

export function Case({ id, step }: CaseProps) {
  return (
    <DecisionScreen
      id={id}
      read={getCashDifferenceCase}
      call={step === 0 ? firstCashDifferenceDecision : secondCashDifferenceDecision}
      list="differences"
      back="Back to cash differences"
      about={({ reference, amount }) => ({ name: `difference ${reference}`, amount })}
      words={(chosen, one) => ({
        action: actionLabelOf(chosen, one),
        title: `${chosen === 'reject' ? 'Reject' : 'Accept'} difference ${one.reference}?`,
        consequence: consequenceOf(chosen, one),
        facts: step === 1 && chosen === 'accept' && <HoldsChange difference={one} />,
      })}
      title={({ amount, agent, type }) =>
        `${formatNaira(amount)} ${type === 'missing' ? 'missing' : 'too much'} at ${agent}`
      }
      flags={({ flags }) => flags}
      wallets={(one) => [
        { label: `${one.agent} holds`, before: one.holds, after: holdsAfter(one, one.holds) },
      ]}
      movesNow={() => step === 1}
      obstacle={shortageWarning}
      against={(one) => againstStep('difference', step, one.state, one.against)}
    >
      {(one) => (
        <>
          <DifferenceFacts difference={one} />
          <Movements movements={one.movements} />
        </>
      )}
    </DecisionScreen>
  )
}
