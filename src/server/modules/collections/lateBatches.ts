import { asc, eq } from 'drizzle-orm'
import type { InputOf } from '#contract/call'
import { type Calls, calls } from '#contract/index'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { approvalDays } from '#domain/time/collectionDays'
import { decider, requester } from '../../approvals/decidedColumns'
import { commentOf, lockRequest, onlyDecision } from '../../approvals/decisions'
import { lockAgentActs } from '../../auth/devices'
import type { Queries, Selects } from '../../db/database'
import { fieldBatches, fieldLines, lateBatches } from '../../db/tables/field'
import { entries } from '../../db/tables/ledger'
import { loans, loanTypes } from '../../db/tables/loans'
import { savings, savingTypes } from '../../db/tables/money'
import { agentDevices, agents, customers } from '../../db/tables/schema'
import type { Context } from '../../handler'
import { collectedOnOf } from '../../ledger/collectedOn'
import { lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { lockCashAgent } from '../../people/agentCash'
import { bookEach } from './bookEach'
import { lockSheets } from './earlierSheets'
import { matchOffice } from './officeLines'
import { agentDayRow, payeeRow, withEarlier } from './waitingLines'

const { requested_by_id: _id, requested_by_name: device_approved_by, ...agentDay } = agentDayRow(lateBatches)
const batchRow = { ...agentDay, device_approved_by }

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
  const one = await withEarlier('late_batches', id, row, context)
  const lines = await linesOf(queries, id)
  const [{ batch, device } = { batch: '', device: null }] = lines
  return { ...one, batch, device, rows: lines.map(({ batch: _batch, device: _device, ...line }) => line) }
}

const linesOf = (queries: Queries, id: number) =>
  queries
    .select({
      id: fieldLines.id,
      ...payeeRow,
      batch: fieldBatches.reference,
      device: agentDevices.deviceName,
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
    .leftJoin(agentDevices, eq(agentDevices.id, fieldBatches.deviceId))
    .leftJoin(savings, eq(savings.id, fieldLines.savingsId))
    .leftJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
    .leftJoin(loans, eq(loans.id, fieldLines.loanId))
    .leftJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
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
