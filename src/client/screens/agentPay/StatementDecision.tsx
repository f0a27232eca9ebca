import type { Decision } from '#contract/calls/approvals'
import type { StatementCase } from '#contract/calls/agentPay'
import { calls } from '#contract/index'
import { formatNaira, negateKobo } from '#domain/money/kobo'
import { againstStep, type CaseProps, DecisionScreen } from '#forms/DecisionScreen'
import { stepWords } from '#forms/stepWords'
import { useStep } from '#routing/navigation'
import { StatementFacts } from './StatementFacts'

const { getAgentStatementCase, firstAgentStatementDecision, secondAgentStatementDecision } = calls.agentPay

/** One of the two decisions on a statement. */
export default function StatementDecision() {
  const [step, { statement_id }] = useStep('agentStatementFirst', 'agentStatementSecond')
  return <Case id={statement_id} step={step} />
}

export function Case({ id, step }: CaseProps) {
  return (
    <DecisionScreen
      id={id}
      read={getAgentStatementCase}
      call={step === 0 ? firstAgentStatementDecision : secondAgentStatementDecision}
      list="agentStatements"
      back="Back to agents commission"
      about={({ reference, total }) => ({ name: `statement ${reference}`, amount: total })}
      words={(chosen, one) => ({
        ...stepWords(chosen, { ...one, noun: 'statement', amount: one.total }),
        consequence: consequenceOf(chosen, one),
      })}
      title={({ total, agent }) => `${formatNaira(total)} for ${agent}`}
      against={(one) => againstStep('statement', step, one.state, one.against)}
    >
      {(one) => <StatementFacts statement={one} />}
    </DecisionScreen>
  )
}

function consequenceOf(chosen: Decision, { state, total }: StatementCase): string {
  if (chosen === 'reject') return 'Nothing is paid on it. It can be made again.'
  if (state === 0) return 'It then awaits its second approval. No money moves yet.'
  return total > 0
    ? `${formatNaira(total)} can then be paid to the agent. No money moves yet.`
    : `${formatNaira(negateKobo(total))} can then be charged to the cash of the agent. No money moves yet.`
}
