import { calls } from '#contract/index'
import { againstStep, DecisionScreen } from '#forms/DecisionScreen'
import { useStep } from '#routing/navigation'
import { CardGrid } from '#ui/layout/CardGrid'
import { RequestFacts, WalletFacts } from './RequestFacts'
import { actionLabelOf, consequenceOf, shortageWarning } from './decisionText'

const { getRequestCase, firstApprovalOrDisapproval, secondApprovalOrDisapproval } = calls.requests

/** One of the two decisions on a fund request. */
export default function RequestDecision() {
  const [step, { request_id }] = useStep('requestFirst', 'requestSecond')
  return (
    <DecisionScreen
      id={request_id}
      read={getRequestCase}
      call={step === 0 ? firstApprovalOrDisapproval : secondApprovalOrDisapproval}
      list="requests"
      back="Back to fund requests"
      about={({ reference, amount }) => ({ name: `request ${reference}`, amount })}
      words={(chosen, one) => ({
        action: actionLabelOf(chosen, one),
        title: `${chosen === 'reject' ? 'Reject' : 'Approve'} request ${one.reference}?`,
        consequence: consequenceOf(chosen, one),
        facts: step === 1 && chosen === 'accept' && <WalletFacts request={one} />,
      })}
      obstacle={shortageWarning}
      against={(one) => againstStep('request', step, one.initial_status, one.against)}
      also={({ flag }) => ({ flag })}
    >
      {(one, form) => (
        <CardGrid least={420}>
          <RequestFacts request={one} />
          {form}
        </CardGrid>
      )}
    </DecisionScreen>
  )
}
