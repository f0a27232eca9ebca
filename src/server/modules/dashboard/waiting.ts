import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Waiting, type WaitingFilter, waitingPermissions } from '#contract/calls/dashboard'
import { cashDifferences } from '../../db/tables/cash'
import { loanChanges } from '../../db/tables/loanChanges'
import { loans } from '../../db/tables/loans'
import { fundRequests, withdrawals } from '../../db/tables/money'
import { reversals } from '../../db/tables/reversals'
import { agentDevices, agents } from '../../db/tables/schema'
import { differentActorCondition } from '../../auth/separationOfDuties'
import type { Context } from '../../handler'
import { isWaitingDevice } from '../agents/devices'

type DecisionContext = Pick<Context, 'actor' | 'services' | 'queries'>
type Rule = {
  table: PgTable
  /** A condition on the table alone: rows that await a decision which the caller may make. */
  where: (asking: DecisionContext) => SQL | undefined
}

type Approved = typeof cashDifferences | typeof loanChanges
const awaitsFirstDecision = (asking: DecisionContext, { state, requestedBy }: Approved) =>
  and(eq(state, 0), differentActorCondition(asking, requestedBy))
const awaitsSecondDecision = (asking: DecisionContext, { state, requestedBy, firstDecidedBy }: Approved) =>
  and(eq(state, 1), differentActorCondition(asking, requestedBy, firstDecidedBy))

/** Pending decisions by kind, for the dashboard's counts and the lists that they open. */
const rules: Record<Waiting, Rule> = {
  loans_first: {
    table: loans,
    where: () => eq(loans.applicationStatus, 'pending'),
  },
  loans_second: {
    table: loans,
    where: (asking) =>
      and(eq(loans.applicationStatus, 'in-progress'), differentActorCondition(asking, loans.firstApprovalId)),
  },
  requests_first: {
    table: fundRequests,
    where: (asking) =>
      and(eq(fundRequests.initialStatus, 0), differentActorCondition(asking, fundRequests.requestedBy)),
  },
  requests_second: {
    table: fundRequests,
    where: (asking) =>
      and(
        eq(fundRequests.initialStatus, 1),
        differentActorCondition(asking, fundRequests.requestedBy, fundRequests.firstDecidedBy),
      ),
  },
  withdrawals: {
    table: withdrawals,
    where: (asking) =>
      and(eq(withdrawals.status, 'pending'), differentActorCondition(asking, withdrawals.requestedBy)),
  },
  differences_first: {
    table: cashDifferences,
    where: (asking) => awaitsFirstDecision(asking, cashDifferences),
  },
  differences_second: {
    table: cashDifferences,
    where: (asking) => awaitsSecondDecision(asking, cashDifferences),
  },
  loan_changes_first: {
    table: loanChanges,
    where: (asking) => awaitsFirstDecision(asking, loanChanges),
  },
  loan_changes_second: {
    table: loanChanges,
    where: (asking) => awaitsSecondDecision(asking, loanChanges),
  },
  reversals: {
    table: reversals,
    where: (asking) =>
      and(
        eq(reversals.status, 'pending'),
        differentActorCondition(asking, reversals.requestedBy, reversals.recordedBy),
      ),
  },
  devices: {
    table: agentDevices,
    where: ({ queries }) =>
      inArray(
        agentDevices.id,
        queries
          .select({ id: agentDevices.id })
          .from(agentDevices)
          .innerJoin(agents, eq(agents.id, agentDevices.agentId))
          .where(isWaitingDevice),
      ),
  },
}

const mayDecide = ({ actor }: DecisionContext, kind: Waiting) =>
  actor.permissions.has(waitingPermissions[kind])

/** Counts by kind, without kinds that the caller may not decide on. */
export async function waitingCounts(asking: DecisionContext): Promise<Partial<Record<Waiting, number>>> {
  const counts: Partial<Record<Waiting, number>> = {}
  for (const [kind, { table, where }] of Object.entries(rules) as [Waiting, Rule][])
    if (mayDecide(asking, kind)) counts[kind] = await asking.queries.$count(table, where(asking))
  return counts
}

/** The condition for the rows of these counts. */
export const waitingRows = (asking: DecisionContext, ...kinds: Waiting[]): SQL | undefined =>
  or(sql`false`, ...kinds.flatMap((kind) => (mayDecide(asking, kind) ? [rules[kind].where(asking)] : [])))

/** The same for a list with two approvals. */
export function waitingApprovals(
  asking: DecisionContext,
  filter: WaitingFilter | undefined,
  [first, second]: readonly [first: Waiting, second: Waiting],
): SQL | undefined {
  if (filter === undefined) return undefined
  return waitingRows(asking, ...(filter === 'mine' ? [first, second] : [filter === 'first' ? first : second]))
}
