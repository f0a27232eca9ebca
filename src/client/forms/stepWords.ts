import type { Decision } from '#contract/calls/approvals'
import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'

/** What the button and the question of a decision say: 'Accept expense of ₦5,000.00', 'Accept expense EX-261130-0001?'. */
export function stepWords(
  chosen: Decision,
  { noun, amount, reference }: { noun: string; amount: Kobo; reference: string },
) {
  const verb = chosen === 'reject' ? 'Reject' : 'Accept'
  return {
    action: `${verb} ${noun} of ${formatNaira(amount)}`,
    title: `${verb} ${noun} ${reference}?`,
  }
}
