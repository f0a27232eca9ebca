import { and, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { WaitingFilter } from '#contract/calls/dashboard'
import { type Waiting, waitingPermissions } from '#contract/calls/waiting'
import { cashDifferences } from '../db/tables/cash'
import { sheetRequests } from '../db/tables/collections'
import { imports } from '../db/tables/imports'
import { loanChanges } from '../db/tables/loanChanges'
import { loans } from '../db/tables/loans'
import { fundRequests, withdrawals } from '../db/tables/money'
import { reversals } from '../db/tables/reversals'
import { reopenings } from '../db/tables/runs'
import { agentDevices, agents } from '../db/tables/schema'
import { differentActorCondition } from './separationOfDuties'
import type { Insight } from '#contract/calls/insight'
import { kobo } from '#domain/money/kobo'
import type { Context } from '../handler'
import { releasableBy } from '../import/jobs'
import { lagosStamp } from '../lists/conditions'

/** Neither approved nor disapproved, and the agent is active: devices of suspended agents can't be decided on. */
const isWaitingDevice = and(
  eq(agentDevices.isApproved, false),
  eq(agentDevices.isDisapproved, false),
  eq(agents.status, 'ACTIVE'),
)

type DecisionContext = Pick<Context, 'actor' | 'services' | 'queries'>
type Rule = {
  table: PgTable & { createdAt: PgColumn }
  /** What a row is about, where it is about money. */
  amount?: SQLWrapper
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
    amount: loans.amount,
    where: (asking) =>
      and(eq(loans.applicationStatus, 'pending'), differentActorCondition(asking, loans.adminId)),
  },
  loans_second: {
    table: loans,
    amount: loans.amount,
    where: (asking) =>
      and(
        eq(loans.applicationStatus, 'in-progress'),
        differentActorCondition(asking, loans.adminId, loans.firstApprovalId),
      ),
  },
  requests_first: {
    table: fundRequests,
    amount: fundRequests.amount,
    where: (asking) =>
      and(eq(fundRequests.initialStatus, 0), differentActorCondition(asking, fundRequests.requestedBy)),
  },
  requests_second: {
    table: fundRequests,
    amount: fundRequests.amount,
    where: (asking) =>
      and(
        eq(fundRequests.initialStatus, 1),
        differentActorCondition(asking, fundRequests.requestedBy, fundRequests.firstDecidedBy),
      ),
  },
  withdrawals: {
    table: withdrawals,
    amount: withdrawals.amount,
    where: (asking) =>
      and(eq(withdrawals.status, 'pending'), differentActorCondition(asking, withdrawals.requestedBy)),
  },
  differences_first: {
    table: cashDifferences,
    amount: sql`abs(${cashDifferences.amount})`,
    where: (asking) => awaitsFirstDecision(asking, cashDifferences),
  },
  differences_second: {
    table: cashDifferences,
    amount: sql`abs(${cashDifferences.amount})`,
    where: (asking) => awaitsSecondDecision(asking, cashDifferences),
  },
  loan_changes_first: {
    table: loanChanges,
    amount: loanChanges.amount,
    where: (asking) => awaitsFirstDecision(asking, loanChanges),
  },
  loan_changes_second: {
    table: loanChanges,
    amount: loanChanges.amount,
    where: (asking) => awaitsSecondDecision(asking, loanChanges),
  },
  reversals: {
    table: reversals,
    amount: reversals.amount,
    where: (asking) =>
      and(
        eq(reversals.status, 'pending'),
        differentActorCondition(asking, reversals.requestedBy, reversals.recordedBy),
      ),
  },
  reopenings: {
    table: reopenings,
    where: (asking) =>
      and(eq(reopenings.status, 'pending'), differentActorCondition(asking, reopenings.requestedBy)),
  },
  sheets: {
    table: sheetRequests,
    amount: sheetRequests.total,
    where: (asking) =>
      and(eq(sheetRequests.status, 'pending'), differentActorCondition(asking, sheetRequests.requestedBy)),
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
  imports: {
    table: imports,
    where: ({ queries, actor, services }) =>
      and(
        eq(imports.state, 'ready'),
        services.config.allowSameApprover ? undefined : releasableBy(queries, actor.adminId),
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

/** What the rows of each count add up to, and since when the oldest waits; without kinds of which nothing waits. */
export async function waitingSums(asking: DecisionContext): Promise<Insight['waiting']> {
  const sums: Insight['waiting'] = {}
  for (const [kind, { table, amount, where }] of Object.entries(rules) as [Waiting, Rule][]) {
    if (!mayDecide(asking, kind)) continue
    const [row] = await asking.queries
      .select({
        amount: amount ? sql<string>`sum(${amount})` : sql<null>`null`,
        oldest: lagosStamp(sql`min(${table.createdAt})`),
      })
      .from(table)
      .where(where(asking))
    if (row?.oldest) sums[kind] = { amount: amount ? kobo(Number(row.amount)) : null, oldest: row.oldest }
  }
  return sums
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
