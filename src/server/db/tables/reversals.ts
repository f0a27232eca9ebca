import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, kobo, ref, searchIndex, searchText } from './columns'
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
    customerId: ref()
      .notNull()
      .references(() => customers.id),
    amount: kobo().notNull(),
    reason: text().notNull(),
    status: text({ enum: ['pending', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    requestedBy: ref()
      .notNull()
      .references(() => admins.id),
    /** Who recorded the original; null if no admin did. */
    recordedBy: ref().references(() => admins.id),
    decidedBy: ref().references(() => admins.id),
    decidedAt: instant(),
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
    check('reversals_status', sql`${t.status} in ('pending', 'approved', 'rejected')`),
    check(
      'reversals_decision',
      sql`(${t.status} = 'pending') = (${t.decidedBy} is null)
        and (${t.decidedBy} is null) = (${t.decidedAt} is null)
        and (${t.status} <> 'rejected' or ${t.comment} is not null)
        and (${t.status} <> 'pending' or ${t.comment} is null)
        and (${t.status} = 'approved') = (${t.entryId} is not null)`,
    ),
  ],
)
