import type { Decision } from '#contract/calls/approvals'
import type { DifferenceCase } from '#contract/calls/cash'
import type { Kobo } from '#contract/values'
import { addKobo, formatNaira, subtractKobo } from '#domain/money/kobo'

/** The button's label. */
export function actionLabelOf(chosen: Decision, { amount }: DifferenceCase): string {
  return `${chosen === 'accept' ? 'Accept' : 'Reject'} difference of ${formatNaira(amount)}`
}

/** The consequence of a decision, shown before it is made. */
export function consequenceOf(
  chosen: Decision,
  { amount, type, state, till_session }: DifferenceCase,
): string {
  if (chosen === 'reject') return 'No money moves. A rejected difference can’t be reopened.'
  if (state === 0) return 'It then awaits its second approval. No money moves yet.'
  const sum = formatNaira(amount)
  if (till_session)
    return type === 'missing'
      ? `${sum} is written off: the till no longer lacks it.`
      : `${sum} is kept as a surplus: it no longer counts for the till.`
  const moves =
    type === 'missing'
      ? `${sum} is written off: the agent no longer owes it.`
      : `${sum} is kept as a surplus: it no longer counts for the agent.`
  return `${moves} It can’t be undone here.`
}

/** What the agent holds after approval. */
export const holdsAfter = ({ amount, type }: DifferenceCase, holds: Kobo) =>
  type === 'missing' ? subtractKobo(holds, amount) : addKobo(holds, amount)

/** Only a warning: the account may change in the meantime. */
export const shortageWarning = ({ is_short, holds, till_session }: DifferenceCase): string | undefined =>
  is_short
    ? `The ${till_session ? 'till' : 'agent'} holds ${formatNaira(holds)}, which does not cover this difference.`
    : undefined
