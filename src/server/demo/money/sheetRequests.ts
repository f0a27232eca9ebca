import type { Kobo } from '#contract/values'
import { sumKobo } from '#domain/money/kobo'
import { addDays, lagosDay } from '#domain/time/lagos'
import { sheetRequestLines, sheetRequests } from '../../db/tables/collections'
import type { Transaction } from '../../db/database'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { insertAll } from '../books'
import type { DemoBusiness } from '../business'
import { walletsOn } from './lateWallets'

const mostLines = 4

/** Makes sheets of closed days that were sent for approval: two wait, two are rejected. After the savings were written. */
export async function insertSheetRequests(
  tx: Transaction,
  { now, clock, books, collectors, staff }: Omit<DemoBusiness, 'at'>,
) {
  for (const [index, { reason, comment }] of asked.entries()) {
    const agentId = collectors[index * 3] ?? 0
    const day = addDays(lagosDay(now), -(9 + index))
    const wallets = await walletsOn(tx, agentId, day, mostLines)
    if (wallets.length === 0) continue
    const createdAt = clock(60 * (index + 1))
    const decided = comment !== null && { decidedBy: staff.main, decidedAt: clock(20), comment }
    const requestId = index + 1
    await insertAll(tx, sheetRequests, [
      {
        id: requestId,
        reference: books.newReference(documentPrefixes.sheetRequest, createdAt),
        agentId,
        day,
        lines: wallets.length,
        collectedLines: wallets.length,
        total: sumKobo(wallets.map(({ amount }): Kobo => amount)),
        seen: [],
        reason,
        status: decided ? ('rejected' as const) : ('pending' as const),
        requestedBy: staff.admin,
        ...decided,
        createdAt,
      },
    ])
    await insertAll(
      tx,
      sheetRequestLines,
      wallets.map((wallet, at) => ({ ...wallet, requestId, place: at + 1, reason: null, twice: false })),
    )
  }
}

const asked: readonly { reason: string; comment: string | null }[] = [
  { reason: 'The agent was ill and brought the sheet today', comment: null },
  { reason: 'The sheet was found in the agent’s bag', comment: 'The customers’ cards do not have it' },
  { reason: 'The market was flooded', comment: null },
  { reason: 'Another page of the sheet', comment: 'This page is of another month' },
]
