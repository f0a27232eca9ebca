import { eq } from 'drizzle-orm'
import type { DayAgent, KeptDay } from '#contract/calls/closing'
import type { Kobo } from '#contract/values'
import { phoneText } from '#domain/businessSettings'
import { gapsOf } from '#domain/dayVerdict'
import { kobo, sumKobo } from '#domain/money/kobo'
import { hashOfClosing, lastClosingHash } from '../../audit/closedDays'
import type { Queries } from '../../db/database'
import { businessDays } from '../../db/tables/businessDays'
import { type Services, writeOwnersMessage } from '../../messages/outbox'
import { messageTexts } from '../../messages/texts'
import { settingOf } from '../../settings/businessSettings'

type Kept = { figures: KeptDay; closedBy: number | null; comment: string | null; now: Date } & Services

/**
 * Keeps the figures of a day, which closes it, and lets the owner know. The caller holds the lock of closings and found the day open.
 */
export async function keepDay(tx: Queries, { figures, closedBy, comment, now, services }: Kept) {
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
  const phone = await settingOf(tx, 'owner-phone')
  if (phone !== null)
    await writeOwnersMessage(
      { queries: tx, now, services },
      { closingId: kept.id, phone: phoneText(phone), text: messageTexts.closedDay(inShort(figures)) },
    )
  return { id: kept.id, hash }
}

/** The sums that the day's close shows first. */
function inShort(figures: KeptDay) {
  const sum = (of: (one: DayAgent) => Kobo | undefined) =>
    sumKobo(figures.agents.map((one) => of(one) ?? kobo(0)))
  return {
    day: figures.day,
    collected: sum((one) => one.collected),
    expected: sum((one) => one.expected),
    difference: sum((one) => one.difference),
    unexplained: sum((one) => one.unexplained),
    gaps: gapsOf(figures),
  }
}
