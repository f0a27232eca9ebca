import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { KeptDay } from '#contract/calls/closing'
import { createdAt, id, ref } from './columns'
import { hasComment, oneDecisionChecks, oneDecisionColumns } from './decisionColumns'
import { admins } from './schema'

/**
 * Append-only. Closings of days, with the figures as they stood (rules.md, "Closed day"). A day is closed by its last one, unless an
 * approved opening opened it again.
 */
export const businessDays = pgTable(
  'business_days',
  {
    id: id(),
    day: date({ mode: 'string' }).notNull(),
    /** How often the day was closed before. */
    round: integer().notNull(),
    /** Null: the server, at the hour that the business names. */
    closedBy: ref().references(() => admins.id),
    /** Why it was closed with gaps. */
    comment: text(),
    /** As the contract has them, money in kobo. */
    figures: jsonb().$type<KeptDay>().notNull(),
    /** The closing before this one, of any day: so each hash stands for all before it. '' for the first. */
    previousHash: text().notNull(),
    /** Of all that is above and of the time (audit/closedDays.ts); the activity log has it too. */
    hash: text().notNull().unique(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('business_days_round').on(t.day, t.round),
    // One closing follows another.
    unique('business_days_chain').on(t.previousHash),
    check('business_days_round_check', sql`${t.round} >= 0`),
  ],
)

/** Requests to open a closed day again, with their decision (rules.md, "Opening of a day"). */
export const dayOpenings = pgTable(
  'day_openings',
  {
    id: id(),
    reference: text().notNull().unique(),
    day: date({ mode: 'string' }).notNull(),
    /** The closing that it takes back. */
    closingId: ref()
      .notNull()
      .references(() => businessDays.id),
    reason: text().notNull(),
    ...oneDecisionColumns(),
    comment: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    uniqueIndex('day_openings_one').on(t.closingId).where(sql`${t.status} <> 'rejected'`),
    ...oneDecisionChecks('day_openings', t, hasComment(t)),
  ],
)
