import { and, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { WaitingFilter } from '#contract/calls/dashboard'
import { type Waiting, waitingPermissions } from '#contract/calls/waiting'
import { withdrawals } from '../db/tables/money'
import { agentDevices, agents } from '../db/tables/schema'
import { isNotPaid } from './payments'
import { flagsOf } from './flags'
import { type Queued, queued } from './queued'
import { differentActorCondition } from './separationOfDuties'
import { type ApprovalState, awaitsActor, awaitsSecond, decisionKinds, type Kind } from './decisions'
import { mostQueued, type QueueGroup, type QueueRow } from '#contract/calls/decisions'
import type { Insight } from '#contract/calls/insight'
import { kobo, sumKobo } from '#domain/money/kobo'
import type { Context } from '../handler'
import { lagosStamp } from '../lists/conditions'

/** Neither approved nor disapproved, and the agent is active: devices of suspended agents can't be decided on. */
const isWaitingDevice = and(
  eq(agentDevices.isApproved, false),
  eq(agentDevices.isDisapproved, false),
  eq(agents.status, 'ACTIVE'),
)

type DecisionContext = Pick<Context, 'actor' | 'services' | 'queries' | 'now'>
type Rule = {
  table: PgTable & { id: PgColumn; createdAt: PgColumn }
  /** How a queue names its rows. */
  queued: Queued
  /** The kind by which its rows are flagged. */
  flagged: string
  /** What a row is about, where it is about money. */
  amount?: SQLWrapper
  /** A condition on the table alone: rows that await a decision which the caller may make. */
  where: (asking: DecisionContext) => SQL | undefined
}

function ruleOf(kind: Kind, awaited?: ApprovalState): Rule {
  const { table, ...words } = decisionKinds[kind]
  return {
    table,
    queued: queued[kind],
    flagged: kind,
    ...('amount' in words && { amount: words.amount }),
    where: (asking) => awaitsActor(kind, asking, awaited),
  }
}

/** Pending decisions by kind, for the dashboard's counts and the lists that they open. */
const rules: Record<Waiting, Rule> = {
  loans_first: ruleOf('loans'),
  loans_second: ruleOf('loans', awaitsSecond),
  requests_first: ruleOf('requests'),
  requests_second: ruleOf('requests', awaitsSecond),
  withdrawals: ruleOf('withdrawals'),
  // Approved, and not paid by the agent on their day.
  payments: {
    table: withdrawals,
    queued: { ...queued.withdrawals, detail: sql<string>`'Not paid by the agent'` },
    flagged: '',
    amount: withdrawals.amount,
    where: (asking) => and(isNotPaid(asking), differentActorCondition(asking, [withdrawals.requestedBy])),
  },
  differences_first: ruleOf('differences'),
  differences_second: ruleOf('differences', awaitsSecond),
  statements_first: ruleOf('statements'),
  statements_second: ruleOf('statements', awaitsSecond),
  expenses_first: ruleOf('expenses'),
  expenses_second: ruleOf('expenses', awaitsSecond),
  loan_changes_first: ruleOf('loan_changes'),
  loan_changes_second: ruleOf('loan_changes', awaitsSecond),
  messages_off: ruleOf('messages_off'),
  credits: ruleOf('credits'),
  reversals: ruleOf('reversals'),
  reopenings: ruleOf('reopenings'),
  day_openings: ruleOf('day_openings'),
  sheets: ruleOf('sheets'),
  late_batches: ruleOf('late_batches'),
  term_changes: ruleOf('term_changes'),
  setting_changes: ruleOf('setting_changes'),
  devices: {
    table: agentDevices,
    queued: queued.devices,
    flagged: '',
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
  payouts: ruleOf('payouts'),
  imports: ruleOf('imports'),
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

/**
 * What waits for the caller, by kind: all of it counted, and the rows to decide on, red flags first and the largest sum of these,
 * then the oldest. Of a kind of which more waits it has the oldest. With ids: of these rows alone.
 */
export async function waitingQueue(
  asking: DecisionContext,
  ids?: readonly number[],
): Promise<Partial<Record<Waiting, QueueGroup>>> {
  const groups: Partial<Record<Waiting, QueueGroup>> = {}
  for (const [kind, whole] of Object.entries(rules) as [Waiting, Rule][]) {
    const { table, where } = whole
    const rule = ids
      ? { ...whole, where: (one: DecisionContext) => and(where(one), inArray(table.id, [...ids])) }
      : whole
    const group = mayDecide(asking, kind) && (await queueOf(asking, rule))
    if (group) groups[kind] = group
  }
  return groups
}

async function queueOf(asking: DecisionContext, rule: Rule): Promise<QueueGroup | undefined> {
  const { queries } = asking
  const { table, queued: named, flagged, amount, where } = rule
  const rows = await queries
    .select({
      id: sql<number>`${table.id}`.mapWith(Number),
      ...named,
      amount: amount ? sql<string>`${amount}` : sql<null>`null`,
      created_at: lagosStamp(table.createdAt),
    })
    .from(table)
    .where(where(asking))
    .orderBy(table.createdAt, table.id)
    .limit(mostQueued)
  const [oldest] = rows
  if (!oldest) return undefined
  const flags = await flagsOf(
    asking,
    flagged,
    rows.map(({ id }) => id),
  )
  const all = rows.length < mostQueued ? undefined : await sumOf(asking, rule)
  const queueRows = rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    subject: row.subject,
    detail: row.detail,
    amount: row.amount === null ? null : kobo(Number(row.amount)),
    created_at: row.created_at,
    flags: flags.get(row.id) ?? [],
  }))
  return {
    count: all?.count ?? rows.length,
    amount: amount ? (all?.amount ?? sumKobo(queueRows.map((row) => row.amount ?? kobo(0)))) : null,
    oldest: oldest.created_at,
    rows: inOrder(queueRows),
  }
}

const inOrder = (rows: readonly QueueRow[]) => [
  ...rows
    .filter(({ flags }) => flags.length > 0)
    .toSorted((one, other) => Math.abs(other.amount ?? 0) - Math.abs(one.amount ?? 0)),
  ...rows.filter(({ flags }) => flags.length === 0),
]

async function sumOf(asking: DecisionContext, { table, amount, where }: Rule) {
  const [row] = await asking.queries
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      amount: amount ? sql<string>`sum(${amount})` : sql<null>`null`,
    })
    .from(table)
    .where(where(asking))
  return { count: row?.count ?? 0, amount: kobo(Number(row?.amount ?? 0)) }
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
