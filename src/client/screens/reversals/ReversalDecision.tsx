import { calls } from '#contract/index'
import type { ReversalCase } from '#contract/calls/reversals'
import { DecisionForm } from '#forms/DecisionForm'
import { formatNaira } from '#domain/money/kobo'
import type { Submit } from '#api/changes/useSubmit'
import { Fact } from '#ui/text/Facts'
import { ReversalEffect } from './MovementFacts'

const { reversalDecision } = calls.reversals

type Props = { of: ReversalCase; submit: Submit<typeof reversalDecision> }

/** Approves or rejects a reversal. Approval is warned of, not blocked, while a wallet does not cover it. */
export function ReversalDecision({ of: one, submit }: Props) {
  const amount = formatNaira(one.amount)
  return (
    <DecisionForm
      call={reversalDecision}
      submit={submit}
      id={one.id}
      about={{ name: `reversal ${one.reference}`, amount: one.amount }}
      wordsOf={(chosen) => ({
        action: `${chosen === 'reject' ? 'Reject' : 'Approve'} reversal of ${amount}`,
        consequence:
          chosen === 'reject'
            ? 'No money moves. The comment is stored as the reason, and the reversal can be requested again.'
            : `${amount} of ${one.original} is taken back with an entry of today. A reversal can’t be reversed.`,
        facts: (
          <>
            <Fact label="Movement">{`${one.original}, ${one.kind}`}</Fact>
            <Fact label="Customer">{one.customer}</Fact>
            {chosen === 'accept' && <ReversalEffect of={one} />}
          </>
        ),
      })}
      obstacle={one.obstacle}
      against={one.against}
      list="reversals"
    />
  )
}
