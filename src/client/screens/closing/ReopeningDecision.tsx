import { calls } from '#contract/index'
import type { Reopenable, ReopeningCase } from '#contract/calls/closing'
import { DecisionForm } from '#forms/DecisionForm'
import type { Submit } from '#api/changes/useSubmit'
import { ReopeningFacts } from './ReopeningFacts'

const { reopeningDecision } = calls.closing

type Props = { of: ReopeningCase; effect: Reopenable; submit: Submit<typeof reopeningDecision> }

/** Approves or rejects a reopening. Approval is warned of, not blocked, while something does not allow it. */
export const ReopeningDecision = ({ of: one, effect, submit }: Props) => (
  <DecisionForm
    call={reopeningDecision}
    submit={submit}
    id={one.id}
    about={{ name: `reopening ${one.reference}` }}
    wordsOf={(chosen) => ({
      action: `${chosen === 'reject' ? 'Reject' : 'Approve'} reopening ${one.reference}`,
      consequence:
        chosen === 'reject'
          ? 'No money moves. The comment is stored as the reason, and the days can be requested again.'
          : 'All of it is taken back with entries of today, or nothing. Each day is closed again when it has ended.',
      facts: <ReopeningFacts of={effect} />,
    })}
    obstacle={effect.obstacle}
    against={one.against}
    list="reopenings"
  />
)
