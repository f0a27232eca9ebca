import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, kobo, ref, searchIndex, searchText } from './columns'
import { hasComment, oneDecisionChecks, oneDecisionColumns } from './decisionColumns'
import { entries } from './ledger'
import { admins, customers } from './schema'

/** Requests to reverse an entry of the ledger, and what was decided (rules.md, "Reversal"). */
export const reversals = pgTable(
  'reversals',
  {
    id: id(),
    reference: text().notNull().unique(),
    /** The entry to reverse. */
    originalId: ref()
      .notNull()
      .references(() => entries.id),
    /** Null of a movement of the business's own money, or of an agent's cash. */
    customerId: ref().references(() => customers.id),
    amount: kobo().notNull(),
    reason: text().notNull(),
    ...oneDecisionColumns(),
    /** Who recorded the original; null if no admin did. */
    recordedBy: ref().references(() => admins.id),
    comment: text(),
    /** The reversing entry. */
    entryId: ref()
      .unique()
      .references(() => entries.id),
    searchText: searchText(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index().on(t.customerId),
    index('reversals_amount_order').on(t.amount, t.id),
    index('reversals_pending').on(t.id).where(sql`${t.status} = 'pending'`),
    // One undecided or approved for each entry; after a rejection it can be requested again.
    uniqueIndex('reversals_original').on(t.originalId).where(sql`${t.status} <> 'rejected'`),
    searchIndex('reversals', t.searchText, [t.createdAt]),
    check('reversals_amount', sql`${t.amount} > 0`),
    ...oneDecisionChecks(
      'reversals',
      t,
      hasComment(t),
      sql`(${t.status} = 'approved') = (${t.entryId} is not null)`,
    ),
  ],
)
