import { eq } from 'drizzle-orm'
import { sumKobo } from '#domain/money/kobo'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { batchHashText, hashOfBatch } from '../../audit/batchHash'
import { writeAgentActivity } from '../../audit/agentActivity'
import type { Transaction } from '../../db/database'
import { fieldBatches, fieldLines, lateBatches } from '../../db/tables/field'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { agentDevices } from '../../db/tables/schema'
import { insertAll } from '../books'
import type { DemoBusiness } from '../business'
import { walletsOn } from './lateWallets'

const mostLines = 3

/** Makes batches that devices sent too late: two wait, one is rejected. After the savings were written. */
export async function insertLateBatches(
  tx: Transaction,
  { now, clock, books, collectors, staff }: Omit<DemoBusiness, 'at'>,
) {
  for (const [index, comment] of comments.entries()) {
    const agentId = collectors[index * 2 + 1] ?? 0
    const day = addDays(lagosDay(now), -(8 + index))
    const [device] = await tx.select().from(agentDevices).where(eq(agentDevices.agentId, agentId)).limit(1)
    const wallets = await walletsOn(tx, agentId, day, mostLines)
    if (wallets.length === 0) continue
    const createdAt = clock(40 * (index + 1))
    const id = index + 1
    const facts = { id, agentId, day, createdAt, lines: wallets.length }
    await insertAll(tx, lateBatches, [
      {
        ...facts,
        reference: books.newReference(documentPrefixes.lateBatch, createdAt),
        total: sumKobo(wallets.map(({ amount }) => amount)),
        reason: 'too old' as const,
        requestedBy: staff.admin,
        ...(comment !== null && {
          status: 'rejected' as const,
          decidedBy: staff.main,
          decidedAt: clock(15),
          comment,
        }),
      },
    ])
    const lines = wallets.map((wallet, at) => ({
      ...wallet,
      agentId,
      lineKey: `00000000-0000-4000-8000-${String(id * 100 + at).padStart(12, '0')}`,
      place: at + 1,
      recordedAt: startOfLagosDay(addDays(day, 1)),
      contentHash: '',
      state: comment === null ? ('waiting' as const) : ('rejected' as const),
      message: comment,
      lateId: id,
    }))
    const reference = books.newReference(documentPrefixes.fieldBatch, createdAt)
    const batch = { ...facts, reference, deviceId: device?.id ?? 0 }
    const hash = hashOfBatch(batch, lines)
    await insertAll(tx, fieldBatches, [{ ...batch, hash }])
    await insertAll(
      tx,
      fieldLines,
      lines.map((line) => ({ ...line, batchId: id })),
    )
    const detail = `${batchHashText(hash)} Device ${batch.deviceId}.`
    await writeAgentActivity(tx, { agentId, action: 'recordedBatch', detail, reference, now: createdAt })
  }
}

const comments = [null, 'The customers’ cards do not have it', null]
