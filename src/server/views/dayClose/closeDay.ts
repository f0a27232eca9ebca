import { eq } from 'drizzle-orm'
import type { KeptDay } from '#contract/calls/closing'
import { hashOfClosing, lastClosingHash } from '../../audit/closedDays'
import type { Queries } from '../../db/database'
import { businessDays } from '../../db/tables/businessDays'

type Kept = { figures: KeptDay; closedBy: number | null; comment: string | null; now: Date }

/** Keeps the figures of a day, which closes it. The caller holds the lock of closings and found the day open. */
export async function keepDay(tx: Queries, { figures, closedBy, comment, now }: Kept) {
  const { day } = figures
  const round = await tx.$count(businessDays, eq(businessDays.day, day))
  const previousHash = await lastClosingHash(tx)
  const closing = { day, round, closedBy, comment, figures, previousHash, createdAt: now }
  const hash = hashOfClosing(closing)
  const [kept] = await tx
    .insert(businessDays)
    .values({ ...closing, hash })
    .returning({ id: businessDays.id })
  if (!kept) throw new Error(`The closing of ${day} was not stored.`)
  return { id: kept.id, hash }
}
