import { addKobo, kobo, sumKobo } from '#domain/money/kobo'
import type { Queries } from '../db/database'
import { cashFlowsOf, figuresFrom, keptFigures, loansDueOf } from '../ledger/dayFigures'
import { walletsOf } from '../modules/collections/due'

/** An agent's figures of a day, as the day's close has them. */
export async function dayOf(queries: Queries, agentId: number, day: string) {
  const flows = await cashFlowsOf(queries, day, agentId)
  const { collected, paidOut, handedIn } = figuresFrom(flows)
  return {
    expected: await expectedOf(queries, agentId, day),
    collected,
    late: figuresFrom(flows.filter(({ isLate }) => isLate)).collected,
    paid_out: paidOut,
    handed_in: handedIn,
  }
}

/** As it was kept once the day's runs were done; until then of the agent's customers of now, without reading those of others. */
async function expectedOf(queries: Queries, agentId: number, day: string) {
  const kept = await keptFigures(queries, day)
  if (kept.length > 0) return kept.find((one) => one.agentId === agentId)?.expected ?? kobo(0)
  const due = (await walletsOf(queries, agentId, day)).filter(({ isDue }) => isDue)
  const ofSavings = sumKobo(due.map(({ line }) => line.expected))
  return addKobo(ofSavings, await loansDueOf(queries, agentId, day))
}
