import { walletLabel, walletText } from '#contract/calls/requests'
import { calls } from '#contract/index'
import { formatNaira } from '#domain/money/kobo'
import { againstStep, type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import { useStep } from '#routing/navigation'
import { RequestFacts, WalletFacts } from './RequestFacts'
import { actionLabelOf, balanceAfter, consequenceOf, shortageWarning } from './decisionText'

const { getRequestCase, firstApprovalOrDisapproval, secondApprovalOrDisapproval } = calls.requests

/** One of the two decisions on a fund request. */
export default function RequestDecision() {
  const [step, { request_id }] = useStep('requestFirst', 'requestSecond')
  return <Case id={request_id} step={step} />
}

export function Case({ id, step }: CaseProps) {
  return (
    <DecisionScreen
      id={id}
      read={getRequestCase}
      call={step === 0 ? firstApprovalOrDisapproval : secondApprovalOrDisapproval}
      list="requests"
      back="Back to fund requests"
      about={({ reference, amount }) => ({ name: `request ${reference}`, amount })}
      words={(chosen, one) => ({
        action: actionLabelOf(chosen, one),
        title: `${chosen === 'reject' ? 'Reject' : 'Accept'} request ${one.reference}?`,
        consequence: consequenceOf(chosen, one),
        facts: step === 1 && chosen === 'accept' && <WalletFacts request={one} />,
      })}
      title={({ amount, type, flag }) =>
        `${formatNaira(amount)} ${type === 'credit' ? 'into' : 'from'} the ${walletText(flag)}`
      }
      wallets={(one) =>
        one.wallet_balance === null
          ? []
          : [
              {
                label: walletLabel(one.flag),
                before: one.wallet_balance,
                after: balanceAfter(one, one.wallet_balance),
              },
            ]
      }
      movesNow={() => step === 1}
      obstacle={shortageWarning}
      against={(one) => againstStep('request', step, one.initial_status, one.against)}
      also={({ flag }) => ({ flag })}
    >
      {(one) => <RequestFacts request={one} />}
    </DecisionScreen>
  )
}
