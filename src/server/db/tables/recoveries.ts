import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, kobo, ref } from './columns'
import { entries } from './ledger'
import { loans } from './loans'
import { admins } from './schema'

/** Append-only. What came in on a loan that is written off (rules.md, "Recovery"); below zero for a reversal. */
export const loanRecoveries = pgTable(
  'loan_recoveries',
  {
    id: id(),
    loanId: ref()
      .notNull()
      .references(() => loans.id),
    /** The entry's. */
    reference: text().notNull(),
    amount: kobo().notNull(),
    adminId: ref().references(() => admins.id),
    entryId: ref()
      .notNull()
      .unique()
      .references(() => entries.id),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.loanId, t.id), check('loan_recoveries_amount', sql`${t.amount} <> 0`)],
)
