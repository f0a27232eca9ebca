import { maxLines } from '#contract/calls/collections'
import type { Queries } from '../../db/database'
import { walletsOf, withCollected } from './due'
import { isLoanDue, loansOf } from './dueLoans'
import { payoutsOf } from './payouts'

/** Whom an agent collects from on a day, and whom the agent pays: for the office and for the agent's own device. */
export async function sheetOf(queries: Queries, agentId: number, day: string) {
  const loans = (await loansOf(queries, agentId, day)).filter(isLoanDue).slice(0, maxLines)
  const due = (await walletsOf(queries, agentId, day)).filter((one) => one.isDue)
  const lines = await withCollected(
    queries,
    due.slice(0, maxLines - loans.length).map(({ line }) => line),
    day,
  )
  return { lines, loans, payouts: await payoutsOf(queries, agentId, day) }
}
