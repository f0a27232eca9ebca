import { kobo } from '#domain/money/kobo'
import type { Queries } from '../db/database'
import { agentDays, cashFlowsOf, figuresFrom, keptFigures } from '../ledger/dayFigures'

/** An agent's figures of a day, as the day's close has them. */
export async function dayOf(queries: Queries, agentId: number, day: string) {
  const flows = await cashFlowsOf(queries, day, agentId)
  const { collected, paidOut, handedIn } = figuresFrom(flows)
  const kept = await keptFigures(queries, day)
  const ofDay = kept.length > 0 ? kept : await agentDays(queries, day, agentId)
  const expected = ofDay.find((one) => ('agentId' in one ? one.agentId : one.id) === agentId)?.expected
  return {
    expected: expected ?? kobo(0),
    collected,
    late: figuresFrom(flows.filter(({ isLate }) => isLate)).collected,
    paid_out: paidOut,
    handed_in: handedIn,
  }
}
