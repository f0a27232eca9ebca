import { sql } from 'drizzle-orm'
import { gapsOf } from '#domain/dayVerdict'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { activityText } from '../audit/activityTexts'
import { hashText } from '../audit/closedDays'
import type { Transaction } from '../db/database'
import { openDayKinds } from '../db/tables/ledgerKinds'
import type { adminActivity } from '../db/tables/schema'
import { within } from '../ledger/dayFigures'
import { withoutMessages } from '../messages/outbox'
import { keepDay } from '../views/dayClose/closeDay'
import { figuresOf } from '../views/dayClose/figures'

const closedDays = 3
/** At the end of the working day, once the tills are closed. */
const closedAfterMs = (18 * 60 - 0.5) * 60_000
const afterLastMs = 1
const comment = 'The sheets come in the morning'

/** Closes the last days as an admin does, every evening. Returns the rows of the activity log. */
export async function closeLastDays(tx: Transaction, now: Date, adminId: number) {
  const rows: (typeof adminActivity.$inferInsert)[] = []
  for (let ago = closedDays; ago > 0; ago--) {
    const day = addDays(lagosDay(now), -ago)
    const createdAt = await closedAt(tx, day)
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

/** After the last movement of the day: a closing's figures have no other. */
async function closedAt(tx: Transaction, day: string): Promise<Date> {
  const evening = startOfLagosDay(day).getTime() + closedAfterMs
  const { rows } = await tx.execute<{ last: string | null }>(
    sql`select max(made_at)::text as last from ledger_entries where ${within(sql`made_at`, day)}
      and kind = any(${sql.param([...openDayKinds])}::text[])`,
  )
  const last = rows[0]?.last ? new Date(rows[0].last).getTime() + afterLastMs : 0
  return new Date(Math.max(evening, last))
}
