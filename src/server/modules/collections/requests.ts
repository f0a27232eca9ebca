import { and, asc, eq } from 'drizzle-orm'
import type { InputOf } from '#contract/call'
import { type Calls, calls } from '#contract/index'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { approvalDays } from '#domain/time/collectionDays'
import { showDate } from '#domain/time/lagos'
import { decider, requester } from '../../approvals/decidedColumns'
import { commentOf, lockRequest, onlyDecision } from '../../approvals/decisions'
import type { Queries, Selects } from '../../db/database'
import { insertRows } from '../../db/insertRows'
import { collections, sheetRequestLines, sheetRequests } from '../../db/tables/collections'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { loans, loanTypes } from '../../db/tables/loans'
import { savings, savingTypes } from '../../db/tables/money'
import { agents, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context } from '../../handler'
import { newReference } from '../../ledger/references'
import { defineList } from '../../lists/listRows'
import { assertNeedsApproval } from '../../ledger/collectedOn'
import { checkSheet, recordSheet } from './record'
import { agentDayRow, payeeRow, withEarlier } from './waitingLines'

const requestRow = {
  ...agentDayRow(sheetRequests),
  collected_lines: sheetRequests.collectedLines,
  collection_id: sheetRequests.collectionId,
  receipt: collections.reference,
}

const rowsOf = (queries: Selects, row = requestRow) =>
  queries
    .select(row)
    .from(sheetRequests)
    .innerJoin(agents, eq(agents.id, sheetRequests.agentId))
    .innerJoin(requester, eq(requester.id, sheetRequests.requestedBy))
    .leftJoin(decider, eq(decider.id, sheetRequests.decidedBy))
    .leftJoin(collections, eq(collections.id, sheetRequests.collectionId))

export const requestList = defineList({
  call: calls.collections.getSheetRequests,
  table: sheetRequests,
  sorted: { created_at: sheetRequests.createdAt },
  row: requestRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

/** A request with its lines, and why the caller may not decide on it. */
export async function requestCaseOf({ id }: { id: number }, context: Context) {
  const { queries } = context
  const [row] = await rowsOf(queries).where(eq(sheetRequests.id, id))
  const one = await withEarlier('sheets', id, row, context)
  return {
    ...one,
    rows: await linesOf(queries, id),
    sheets: one.sheets.filter(({ reference }) => reference !== one.receipt),
  }
}

const linesOf = (queries: Queries, id: number) =>
  queries
    .select({
      id: sheetRequestLines.id,
      ...payeeRow,
      amount: sheetRequestLines.amount,
      reason: sheetRequestLines.reason,
      twice: sheetRequestLines.twice,
    })
    .from(sheetRequestLines)
    .innerJoin(customers, eq(customers.id, sheetRequestLines.customerId))
    .leftJoin(savings, eq(savings.id, sheetRequestLines.savingsId))
    .leftJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
    .leftJoin(loans, eq(loans.id, sheetRequestLines.loanId))
    .leftJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
    .where(eq(sheetRequestLines.requestId, id))
    .orderBy(asc(sheetRequestLines.place))

/** Stores a sheet of a closed day for its approval. What could not be recorded now is refused at once. */
export async function requestSheet(
  { reason, ...sheet }: InputOf<Calls['collections']['requestSheet']>,
  context: Context,
) {
  const { queries, actor, now } = context
  const { agent_id, day, lines, seen } = sheet
  await context.setAuditSubject('agent', agent_id)
  await assertNeedsApproval(queries, day, now)
  const { agent, payees } = await checkSheet(context, sheet)
  const collected = lines.filter(({ amount }) => amount > 0)
  const total = sumKobo(collected.map(({ amount }) => amount))
  const [open] = await queries
    .select({ reference: sheetRequests.reference })
    .from(sheetRequests)
    .where(
      and(
        eq(sheetRequests.agentId, agent_id),
        eq(sheetRequests.day, day),
        eq(sheetRequests.status, 'pending'),
      ),
    )
  if (open)
    reject(
      `Sheet ${open.reference} of ${agent.name} and this day awaits its approval. Nothing was requested.`,
    )
  const reference = await newReference(queries, documentPrefixes.sheetRequest, now)
  const [made] = await queries
    .insert(sheetRequests)
    .values({
      reference,
      agentId: agent_id,
      day,
      lines: lines.length,
      collectedLines: collected.length,
      total,
      seen: [...seen],
      reason: reason.trim(),
      requestedBy: actor.adminId,
      createdAt: now,
    })
    .returning({ id: sheetRequests.id })
  if (!made) throw new Error(`Sheet request ${reference} was not stored.`)
  await insertRows(
    queries,
    sheetRequestLines,
    lines.map(({ savings_id, loan_id, amount, reason: why, twice = false }, at) => ({
      requestId: made.id,
      place: at + 1,
      savingsId: savings_id ?? null,
      loanId: loan_id ?? null,
      customerId: payees[at]?.customerId ?? 0,
      amount,
      reason: amount > 0 ? null : (why ?? ('not seen' as const)),
      twice,
    })),
  )
  await context.setAuditSubject('sheet request', made.id)
  return {
    message: `Sheet ${reference} of ${agent.name}, ${showDate(day)}, ${formatNaira(total)}, was sent. It awaits its approval.`,
    data: { reference },
  }
}

/** Approves a request, which records its sheet now, or rejects it. */
export async function decideOnRequest(
  { id, status, comment }: InputOf<Calls['collections']['sheetRequestDecision']>,
  context: Context,
) {
  const { queries } = context
  const text = commentOf({ status, comment })
  const request = await lockRequest('sheets', id, context)
  const { reference, total } = request
  const decide = (collectionId: number | null) =>
    queries
      .update(sheetRequests)
      .set({ ...onlyDecision(collectionId !== null, text, context), collectionId })
      .where(eq(sheetRequests.id, id))
  if (status === 'reject') {
    await decide(null)
    return {
      message: `Sheet ${reference} (${formatNaira(total)}) was rejected. Nothing was recorded.`,
      data: { reference, receipt: null },
    }
  }
  const lines = await queries
    .select()
    .from(sheetRequestLines)
    .where(eq(sheetRequestLines.requestId, id))
    .orderBy(asc(sheetRequestLines.place))
  const sheet = {
    agent_id: request.agentId,
    day: request.day,
    seen: request.seen,
    lines: lines.map(({ savingsId, loanId, amount, reason, twice }) => ({
      ...(savingsId !== null && { savings_id: savingsId }),
      ...(loanId !== null && { loan_id: loanId }),
      ...(reason !== null && { reason }),
      amount,
      twice,
    })),
  }
  const { message, data } = await recordSheet(
    context,
    sheet,
    { days: approvalDays, isApproved: true },
    decide,
  )
  return { message: `Sheet ${reference} approved. ${message}`, data: { reference, receipt: data.reference } }
}
