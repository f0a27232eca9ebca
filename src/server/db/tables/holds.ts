import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, kobo, ref } from './columns'
import { loans } from './loans'
import { savings } from './money'

/**
 * What savings wallets hold as security of loans. A row never changes but for its release, which triggers make with the loan's
 * status (migration 'loan_terms_rules'); a loan that is open again gets a new one.
 */
export const holds = pgTable(
  'holds',
  {
    id: id(),
    loanId: ref()
      .notNull()
      .references(() => loans.id),
    savingsId: ref()
      .notNull()
      .references(() => savings.id),
    amount: kobo().notNull(),
    releasedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.loanId),
    index().on(t.savingsId),
    uniqueIndex('holds_standing').on(t.loanId).where(sql`${t.releasedAt} is null`),
    check('holds_amount', sql`${t.amount} > 0`),
  ],
)
