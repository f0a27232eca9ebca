import { gapsOf } from '#domain/dayVerdict'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { activityText } from '../audit/activityTexts'
import { hashText } from '../audit/closedDays'
import type { Transaction } from '../db/database'
import type { adminActivity } from '../db/tables/schema'
import { withoutMessages } from '../messages/outbox'
import { keepDay } from '../views/dayClose/closeDay'
import { figuresOf } from '../views/dayClose/figures'

const closedDays = 3
/** At the end of the working day, once the tills are closed. */
const closedAfterMs = (18 * 60 - 0.5) * 60_000
const comment = 'The sheets come in the morning'

/** Closes the last days as an admin does, every evening. Returns the rows of the activity log. */
export async function closeLastDays(tx: Transaction, now: Date, adminId: number) {
  const rows: (typeof adminActivity.$inferInsert)[] = []
  for (let ago = closedDays; ago > 0; ago--) {
    const day = addDays(lagosDay(now), -ago)
    const createdAt = new Date(startOfLagosDay(day).getTime() + closedAfterMs)
    const figures = await figuresOf(tx, day)
    const hasGaps = gapsOf(figures) > 0
    const { id, hash } = await keepDay(tx, {
      figures,
      closedBy: adminId,
      comment: hasGaps ? comment : null,
      now: createdAt,
      services: withoutMessages,
    })
    const subject = `business day ${id}`
    rows.push({
      adminId,
      action: 'closing.closeDay',
      description: activityText('closing.closeDay', subject, 'success'),
      subject,
      status: 'success',
      detail: hashText(hash),
      reference: `00000000-0000-4000-8000-${String(ago).padStart(12, '0')}`,
      createdAt,
    })
  }
  return rows
}
