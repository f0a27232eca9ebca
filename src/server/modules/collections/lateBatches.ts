import { asc, eq, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/call'
import { type Calls, calls } from '#contract/index'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { approvalDays } from '#domain/time/collectionDays'
import { decider, requester } from '../../approvals/decidedColumns'
import {
  commentOf,
  decisionBlocker,
  lockRequest,
  onlyDecision,
  requestNotFound,
} from '../../approvals/decisions'
import { lockAgentActs } from '../../auth/devices'
import type { Queries, Selects } from '../../db/database'
import { fieldBatches, fieldLines, lateBatches } from '../../db/tables/field'
import { entries } from '../../db/tables/ledger'
import { loans } from '../../db/tables/loans'
import { savings } from '../../db/tables/money'
import { agents, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context } from '../../handler'
import { collectedOnOf } from '../../ledger/collectedOn'
import { lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { lockCashAgent } from '../../people/agentCash'
import { openAgent } from '../../people/agentColumns'
import { customerName } from '../../people/customerColumns'
import { bookEach } from './bookEach'
import { earlierSheets, lockSheets } from './earlierSheets'
import { matchOffice } from './officeLines'

const batchRow = {
  id: lateBatches.id,
  created_at: lagosStamp(lateBatches.createdAt),
  reference: lateBatches.reference,
  day: sql<string>`${lateBatches.day}::text`,
  agent_id: openAgent,
  agent: agents.name,
  lines: lateBatches.lines,
  total: lateBatches.total,
  reason: lateBatches.reason,
  status: lateBatches.status,
  device_approved_by: requester.name,
  decided_by_name: decider.name,
  decided_at: sql<string | null>`${lagosStamp(lateBatches.decidedAt)}`,
  comment: lateBatches.comment,
}

const rowsOf = (queries: Selects, row = batchRow) =>
  queries
    .select(row)
    .from(lateBatches)
    .innerJoin(agents, eq(agents.id, lateBatches.agentId))
    .leftJoin(requester, eq(requester.id, lateBatches.requestedBy))
    .leftJoin(decider, eq(decider.id, lateBatches.decidedBy))

export const lateBatchList = defineList({
  call: calls.collections.getLateBatches,
  table: lateBatches,
  sorted: { created_at: lateBatches.createdAt },
  row: batchRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

/** A late batch with its lines, and why the caller may not decide on it. */
export async function lateBatchCaseOf({ id }: { id: number }, context: Context) {
  const { queries } = context
  const [row] = await rowsOf(queries).where(eq(lateBatches.id, id))
  const [stored] = await queries.select().from(lateBatches).where(eq(lateBatches.id, id))
  if (!row || !stored) return reject(requestNotFound('late_batches', id))
  return {
    ...row,
    rows: await linesOf(queries, id),
    sheets: await earlierSheets(queries, stored.agentId, stored.day),
    against: decisionBlocker('late_batches', stored, context),
  }
}

const linesOf = (queries: Queries, id: number) =>
  queries
    .select({
      id: fieldLines.id,
      user_id: customers.id,
      customer: customerName,
      customer_reference: sql<string>`${customers.reference}`,
      reference: sql<string>`coalesce(${savings.reference}, ${loans.reference})`,
      amount: fieldLines.amount,
      recorded_at: lagosStamp(fieldLines.recordedAt),
      received_at: lagosStamp(fieldBatches.createdAt),
      latitude: fieldLines.latitude,
      longitude: fieldLines.longitude,
      accuracy: fieldLines.accuracy,
      state: fieldLines.state,
      message: fieldLines.message,
      entry: entries.reference,
    })
    .from(fieldLines)
    .innerJoin(fieldBatches, eq(fieldBatches.id, fieldLines.batchId))
    .innerJoin(customers, eq(customers.id, fieldLines.customerId))
    .leftJoin(savings, eq(savings.id, fieldLines.savingsId))
    .leftJoin(loans, eq(loans.id, fieldLines.loanId))
    .leftJoin(entries, eq(entries.id, fieldLines.entryId))
    .where(eq(fieldLines.lateId, id))
    .orderBy(asc(fieldLines.id))

type Waiting = typeof fieldLines.$inferSelect

/** Books the lines of a late batch that can be booked now, on their day, or rejects all of them. */
export async function decideOnBatch(
  { id, status, comment }: InputOf<Calls['collections']['lateBatchDecision']>,
  context: Context,
) {
  const { queries, actor, now, services } = context
  const text = commentOf({ status, comment })
  const late = await lockRequest('late_batches', id, context)
  const { reference, agentId, day } = late
  const decided = onlyDecision(status === 'accept', text, context)
  const lines = await queries
    .select()
    .from(fieldLines)
    .where(eq(fieldLines.lateId, id))
    .orderBy(asc(fieldLines.id))
  if (status === 'reject') {
    await queries.update(lateBatches).set(decided).where(eq(lateBatches.id, id))
    await queries
      .update(fieldLines)
      .set({ state: 'rejected', message: text })
      .where(eq(fieldLines.lateId, id))
    return {
      message: `Late batch ${reference} (${formatNaira(late.total)}) was rejected. Nothing was recorded.`,
      data: { reference, booked: 0 },
    }
  }
  // Rejects a day that no approval can open any more.
  collectedOnOf(day, now, approvalDays)
  await lockAgentActs(queries, agentId)
  await lockSheets(queries, agentId, day)
  const agent = await lockCashAgent(queries, agentId)
  // Waiting for the locks takes time, in which rights may go.
  await context.actorNow()
  const toBook = await withoutOffice(queries, late, lines)
  let booked = 0
  const booking = { agent: { id: agentId, name: agent.name }, day, adminId: actor.adminId, isApproved: true }
  // What comes twice for one wallet or loan is booked one after the other.
  for (const group of groupsOf(toBook))
    await bookEach({ queries, now, services }, booking, group.map(wantedOf), async (outcomes) => {
      for (const [at, outcome] of outcomes.entries()) {
        const line = group[at]
        if (!line) throw new Error('An outcome has no line.')
        const { state, message } = outcome
        if (state === 'booked') booked += 1
        await queries
          .update(fieldLines)
          .set({ state, message, ...(state === 'booked' && { entryId: outcome.entryId }) })
          .where(eq(fieldLines.id, line.id))
      }
    })
  await queries.update(lateBatches).set(decided).where(eq(lateBatches.id, id))
  const rest = lines.length - booked
  return {
    message: `Late batch ${reference} approved: ${pluralize(booked, 'line')} booked${rest > 0 ? `, ${rest} not: see why` : ''}.`,
    data: { reference, booked },
  }
}

/** Marks the lines that the office's sheets have by now, and returns the others. An admin has seen those with another amount. */
async function withoutOffice(
  queries: Queries,
  { agentId, day }: { agentId: number; day: string },
  lines: readonly Waiting[],
): Promise<Waiting[]> {
  const matches = await matchOffice(queries, agentId, day, lines.map(wantedOf))
  const others: Waiting[] = []
  for (const [at, line] of lines.entries()) {
    const match = matches[at]
    if (typeof match !== 'object') others.push(line)
    else
      await queries
        .update(fieldLines)
        .set({ state: 'in office', message: 'The office’s sheet has it.', officeLineId: match.officeLineId })
        .where(eq(fieldLines.id, line.id))
  }
  return others
}

const wantedOf = ({ savingsId, loanId, amount }: Waiting) => ({
  ...(savingsId !== null && { savings_id: savingsId }),
  ...(loanId !== null && { loan_id: loanId }),
  amount,
})

/** Lines in which no wallet or loan comes twice, in their order. */
function groupsOf(lines: readonly Waiting[]): Waiting[][] {
  const groups: Waiting[][] = []
  const times = new Map<string, number>()
  for (const line of lines) {
    const key = `${line.savingsId} ${line.loanId}`
    const time = times.get(key) ?? 0
    times.set(key, time + 1)
    const group = groups[time]
    if (group) group.push(line)
    else groups[time] = [line]
  }
  return groups
}
