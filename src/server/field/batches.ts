import { createHash } from 'node:crypto'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { BatchLine, LineState } from '#contract/field/batches'
import { Problem } from '#contract/problems'
import { groupedBy } from '#domain/lists/groupedBy'
import { pluralize } from '#domain/money/figures'
import { sumKobo } from '#domain/money/kobo'
import { approvalDays, openDays } from '#domain/time/collectionDays'
import { addDays, lagosDay } from '#domain/time/lagos'
import { writeAgentActivity } from '../audit/agentActivity'
import { batchHashText, hashOfBatch } from '../audit/batchHash'
import { lockAgentActs, type SignedDevice } from '../auth/devices'
import type { Queries } from '../db/database'
import { insertRows } from '../db/insertRows'
import { fieldBatches, fieldLines, lateBatches } from '../db/tables/field'
import { entries } from '../db/tables/ledger'
import { documentPrefixes } from '../db/tables/ledgerKinds'
import { loans } from '../db/tables/loans'
import { savings } from '../db/tables/money'
import { agentDevices, customers } from '../db/tables/schema'
import { closingOf } from '../ledger/businessDays'
import { newReference } from '../ledger/references'
import { bookEach, type Outcome } from '../modules/collections/bookEach'
import { lockSheets } from '../modules/collections/earlierSheets'
import { matchOffice, type OfficeMatch } from '../modules/collections/officeLines'
import { cashOf } from '../people/agentCash'
import { dayOf } from './day'
import { clockErrorOf } from './clockError'
import { deviceOf, type FieldContext, type FieldHandlers } from './context'
import { assertPrimary } from './primary'
import { inTransaction } from './transaction'

type Result = { id: string; state: LineState; message: string | null; reference: string | null }
type LateReason = (typeof lateBatches.$inferSelect)['reason']

const unknownPayee = 'This is no wallet or loan of your customers.'
const otherContent = 'This id was used for another line. Nothing was recorded.'
const ofLaterDay = 'By the server’s clock this day has not come. Send the line again on it.'
const tooOld = `What was collected on a day can be recorded until ${approvalDays} days after it. The office records it today.`
const reasonTexts: Record<LateReason, string> = {
  'closed day': 'The day is closed: an admin decides.',
  'too old': `It is of more than ${openDays} days ago: an admin decides.`,
  'another amount in the office': 'The office’s sheet has another amount: an admin decides.',
}
const inOffice = 'The office’s sheet has it already.'

export const batchHandlers: Pick<FieldHandlers, 'recordBatch' | 'getDay'> = {
  recordBatch: async ({ lines, device_time }, context) => {
    const { queries, now, services } = context
    const device = deviceOf(context)
    const clockError = clockErrorOf(device_time, now)
    const results = new Map<BatchLine, Result>()
    const today = lagosDay(now)
    for (const line of lines)
      if (line.day > today)
        results.set(line, { id: line.id, state: 'not yet', message: ofLaterDay, reference: null })
    // One transaction for each day, and for each time that a wallet or loan comes again: what is booked at once is for different ones.
    const taken = lines.filter((line) => !results.has(line))
    for (const group of groupsOf(taken)) {
      const found = await inTransaction(services, (tx) => recordGroup(tx, device, group, context))
      for (const [at, line] of group.entries()) {
        const result = found[at]
        if (result) results.set(line, result)
      }
    }
    // Mostly the same as before: then nothing is written, and nothing waits for the disk.
    if (clockError !== null)
      await services.connections.access
        .update(agentDevices)
        .set({ clockError })
        .where(
          and(
            eq(agentDevices.id, device.deviceId),
            sql`${agentDevices.clockError} is distinct from ${clockError}`,
          ),
        )
    const { holds } = await cashOf(queries, device.agentId)
    return {
      results: lines.flatMap((line) => results.get(line) ?? []),
      holds,
      server_time: now.toISOString(),
      clock_error: clockError,
    }
  },

  getDay: async ({ day }, context) => {
    const { queries, now } = context
    const { agentId } = deviceOf(context)
    const of = day ?? lagosDay(now)
    const rows = await queries
      .select({
        id: fieldLines.lineKey,
        savings_id: fieldLines.savingsId,
        loan_id: fieldLines.loanId,
        amount: fieldLines.amount,
        recordedAt: fieldLines.recordedAt,
        receivedAt: fieldBatches.createdAt,
        state: fieldLines.state,
        message: fieldLines.message,
        reference: referenceColumn,
        reversed: sql<boolean>`exists (select from ledger_entries r where r.reverses_id = ${fieldLines.entryId})`,
      })
      .from(fieldLines)
      .innerJoin(fieldBatches, eq(fieldBatches.id, fieldLines.batchId))
      .leftJoin(entries, eq(entries.id, fieldLines.entryId))
      .leftJoin(lateBatches, eq(lateBatches.id, fieldLines.lateId))
      .where(and(eq(fieldBatches.agentId, agentId), eq(fieldBatches.day, of)))
      .orderBy(desc(fieldLines.id))
      .limit(1000)
    const sumOf = (state: LineState) =>
      sumKobo(rows.filter((row) => row.state === state && !row.reversed).map(({ amount }) => amount))
    const { holds } = await cashOf(queries, agentId)
    return {
      ...(await dayOf(queries, agentId, of)),
      day: of,
      booked: sumOf('booked'),
      waiting: sumOf('waiting'),
      holds,
      lines: rows.map(({ recordedAt, receivedAt, ...row }) => ({
        ...row,
        recorded_at: recordedAt.toISOString(),
        received_at: receivedAt.toISOString(),
      })),
    }
  },
}

/** The reference of a line's movement, or of what it waits in. */
const referenceColumn = sql<string | null>`coalesce(${entries.reference}, ${lateBatches.reference})`

const payeeKey = ({ savings_id, loan_id }: BatchLine) => `${savings_id ?? ''}/${loan_id ?? ''}`

/** Lines of one day in which no wallet or loan comes twice, the oldest day first. */
function groupsOf(lines: readonly BatchLine[]): BatchLine[][] {
  const times = new Map<string, number>()
  const byGroup = groupedBy(lines, (line) => {
    const key = `${line.day} ${payeeKey(line)}`
    const time = (times.get(key) ?? 0) + 1
    times.set(key, time)
    return `${line.day} ${String(time).padStart(3, '0')}`
  })
  return [...byGroup].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
}

/** Over all of a line that its sender says. */
const contentOf = ({ savings_id, loan_id, amount, day, recorded_at, place }: BatchLine) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        savings_id ?? null,
        loan_id ?? null,
        amount,
        day,
        new Date(recorded_at).toISOString(),
        place ? [place.latitude, place.longitude, place.accuracy ?? null] : null,
      ]),
    )
    .digest('base64url')

/** Records the new ones of these lines, and returns the result of each: of a known one its first. */
async function recordGroup(
  tx: Queries,
  device: SignedDevice,
  group: readonly BatchLine[],
  context: FieldContext,
): Promise<Result[]> {
  const { agentId } = device
  await lockAgentActs(tx, agentId)
  const known = await knownLines(tx, agentId, group)
  const fresh = group.filter(
    ({ id }, at) => !known.has(id) && group.findIndex((other) => other.id === id) === at,
  )
  if (fresh.length > 0) await recordFresh(tx, device, fresh, context)
  const all = fresh.length > 0 ? await knownLines(tx, agentId, group) : known
  return group.map((line) => {
    const row = all.get(line.id)
    if (!row) throw new Error(`Line ${line.id} was not stored.`)
    if (row.contentHash !== contentOf(line))
      return { id: line.id, state: 'conflict', message: otherContent, reference: null }
    const { state, message, reference } = row
    return { id: line.id, state, message, reference }
  })
}

async function knownLines(tx: Queries, agentId: number, lines: readonly BatchLine[]) {
  const rows = await tx
    .select({
      id: fieldLines.lineKey,
      contentHash: fieldLines.contentHash,
      state: fieldLines.state,
      message: fieldLines.message,
      reference: referenceColumn,
    })
    .from(fieldLines)
    .leftJoin(entries, eq(entries.id, fieldLines.entryId))
    .leftJoin(lateBatches, eq(lateBatches.id, fieldLines.lateId))
    .where(
      and(
        eq(fieldLines.agentId, agentId),
        inArray(
          fieldLines.lineKey,
          lines.map(({ id }) => id),
        ),
      ),
    )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What is stored of a line, besides what was sent. */
type Kept = Pick<typeof fieldLines.$inferInsert, 'state' | 'message' | 'entryId' | 'officeLineId'>

async function recordFresh(
  tx: Queries,
  device: SignedDevice,
  lines: readonly BatchLine[],
  context: FieldContext,
) {
  const { now, services } = context
  const { agentId, agentName } = device
  const day = lines[0]?.day ?? lagosDay(now)
  await lockSheets(tx, agentId, day)
  const approvedBy = await assertPrimary(tx, device, now)
  const owners = await ownersOf(tx, agentId, lines)
  const known = lines.filter((line) => owners.has(payeeKey(line)))
  const matches = await matchOffice(tx, agentId, day, known.map(wantedOf))
  const matchOf = new Map(known.map((line, at) => [line, matches[at]]))
  const late = await lateReason(tx, day, now)
  const kept = new Map<BatchLine, Kept>()
  const waits = new Map<BatchLine, LateReason>()
  const toBook: BatchLine[] = []
  for (const line of lines) {
    const match = matchOf.get(line)
    const reason = late === 'gone' ? undefined : (late ?? reasonOf(match))
    if (!owners.has(payeeKey(line))) kept.set(line, { state: 'refused', message: unknownPayee })
    else if (isMatched(match))
      kept.set(line, { state: 'in office', message: inOffice, officeLineId: match.officeLineId })
    else if (late === 'gone') kept.set(line, { state: 'refused', message: tooOld })
    else if (reason) waits.set(line, reason)
    else toBook.push(line)
  }
  await bookEach(
    { queries: tx, now, services },
    { agent: { id: agentId, name: agentName }, day, adminId: null, isApproved: false },
    toBook.map(wantedOf),
    async (outcomes) => {
      const all = new Map(kept)
      for (const [at, line] of toBook.entries()) all.set(line, keptOf(outcomes[at]))
      await store({ device, day, lines, kept: all, waits, owners, approvedBy }, context, tx)
    },
    async () => {
      // It was closed since: the next time it waits for an admin.
      if (await closingOf(tx, day))
        throw new Problem('busy', 'The day was closed just now. Send the batch again.', {
          retryAfterSeconds: 1,
        })
    },
  )
}

const isMatched = (match: OfficeMatch): match is { officeLineId: number } => typeof match === 'object'
const reasonOf = (match: OfficeMatch): LateReason | undefined =>
  match === 'another amount' ? 'another amount in the office' : undefined
const wantedOf = ({ savings_id, loan_id, amount }: BatchLine) => ({
  ...(savings_id !== undefined && { savings_id }),
  ...(loan_id !== undefined && { loan_id }),
  amount,
})

function keptOf(outcome: Outcome | undefined): Kept {
  if (!outcome) throw new Error('A line has no outcome.')
  const { state, message } = outcome
  return { state, message, ...(outcome.state === 'booked' && { entryId: outcome.entryId }) }
}

/** Why lines of a day wait for an admin; 'gone' for one that takes nothing more. */
async function lateReason(tx: Queries, day: string, now: Date): Promise<LateReason | 'gone' | undefined> {
  const today = lagosDay(now)
  if (day < addDays(today, -approvalDays)) return 'gone'
  if (day < addDays(today, -openDays)) return 'too old'
  return (await closingOf(tx, day)) ? 'closed day' : undefined
}

/** The customers of the wallets and loans that belong to the agent's customers; the customers are locked as for a sheet. */
async function ownersOf(tx: Queries, agentId: number, lines: readonly BatchLine[]) {
  const isOwn = and(eq(customers.assignedAgentId, agentId), eq(customers.isDeleted, false))
  const idsOf = (ids: readonly (number | undefined)[]) => [0, ...ids.flatMap((id) => id ?? [])]
  const ofSavings = await tx
    .select({ id: savings.id, customerId: customers.id })
    .from(savings)
    .innerJoin(customers, eq(customers.id, savings.customerId))
    .where(and(isOwn, inArray(savings.id, idsOf(lines.map(({ savings_id }) => savings_id)))))
  const ofLoans = await tx
    .select({ id: loans.id, customerId: customers.id })
    .from(loans)
    .innerJoin(customers, eq(customers.id, loans.customerId))
    .where(and(isOwn, inArray(loans.id, idsOf(lines.map(({ loan_id }) => loan_id)))))
  const found = new Map<string, number>([
    ...ofSavings.map(({ id, customerId }) => [`${id}/`, customerId] as const),
    ...ofLoans.map(({ id, customerId }) => [`/${id}`, customerId] as const),
  ])
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(isOwn, inArray(customers.id, idsOf([...found.values()]))))
    .orderBy(asc(customers.id))
    .for('share')
  return found
}

type Stored = {
  device: SignedDevice
  day: string
  lines: readonly BatchLine[]
  kept: ReadonlyMap<BatchLine, Kept>
  waits: ReadonlyMap<BatchLine, LateReason>
  owners: ReadonlyMap<string, number>
  approvedBy: number | null
}

/** Keeps a batch with its lines and what waits, and writes the agent's activity: one row a batch. */
async function store(
  { device, day, lines, kept, waits, owners, approvedBy }: Stored,
  { now }: FieldContext,
  tx: Queries,
) {
  const { agentId, deviceId } = device
  const reference = await newReference(tx, documentPrefixes.fieldBatch, now)
  const lateIds = new Map<LateReason, number>()
  for (const [reason, waiting] of groupedBy([...waits], ([, why]) => why)) {
    const [made] = await tx
      .insert(lateBatches)
      .values({
        reference: await newReference(tx, documentPrefixes.lateBatch, now),
        agentId,
        day,
        lines: waiting.length,
        total: sumKobo(waiting.map(([{ amount }]) => amount)),
        reason,
        requestedBy: approvedBy,
        createdAt: now,
      })
      .returning({ id: lateBatches.id })
    if (made) lateIds.set(reason, made.id)
  }
  const rows = lines.map((line, at) => {
    const reason = waits.get(line)
    const customerId = owners.get(payeeKey(line))
    const {
      state,
      message = null,
      entryId = null,
      officeLineId = null,
    } = reason
      ? { state: 'waiting' as const, message: reasonTexts[reason] }
      : (kept.get(line) ?? { state: 'refused' as const, message: unknownPayee })
    return {
      agentId,
      lineKey: line.id,
      place: at + 1,
      savingsId: customerId === undefined ? null : (line.savings_id ?? null),
      loanId: customerId === undefined ? null : (line.loan_id ?? null),
      customerId: customerId ?? null,
      amount: line.amount,
      recordedAt: new Date(line.recorded_at),
      latitude: line.place?.latitude ?? null,
      longitude: line.place?.longitude ?? null,
      accuracy: line.place?.accuracy ?? null,
      contentHash: contentOf(line),
      state,
      message,
      entryId,
      officeLineId,
      lateId: (reason && lateIds.get(reason)) ?? null,
    }
  })
  const batch = { reference, agentId, deviceId, day, createdAt: now }
  const hash = hashOfBatch(batch, rows)
  const [made] = await tx
    .insert(fieldBatches)
    .values({ ...batch, lines: rows.length, hash })
    .returning({ id: fieldBatches.id })
  if (!made) throw new Error(`Batch ${reference} was not stored.`)
  await insertRows(
    tx,
    fieldLines,
    rows.map((row) => ({ ...row, batchId: made.id })),
  )
  const counts = [...groupedBy(rows, ({ state }) => state)].map(([state, some]) => `${some.length} ${state}`)
  await writeAgentActivity(tx, {
    agentId,
    action: 'recordedBatch',
    detail: `${batchHashText(hash)} Device ${deviceId}. ${pluralize(rows.length, 'line')}: ${counts.join(', ')}.`,
    reference,
    now,
  })
}
