import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, kobo, ref } from './columns'
import { marketDays, savings } from './money'
import { admins } from './schema'

/**
 * Other contributions of a wallet from a day on, the first of a cycle (rules.md, "Change of a plan"). Rows never change: of the same day the
 * last one holds. A run sets the wallet's plan in the night to the day; `was…` is the plan that held before.
 */
export const planChanges = pgTable(
  'plan_changes',
  {
    id: id(),
    savingsId: ref()
      .notNull()
      .references(() => savings.id),
    fromDay: date({ mode: 'string' }).notNull(),
    fixedAmount: kobo().notNull(),
    depositType: text({ enum: ['daily', 'weekly', 'monthly'] }).notNull(),
    marketId: ref().references(() => marketDays.id),
    /** The first market day from that day on. */
    marketDay: date({ mode: 'string' }),
    wasFixedAmount: kobo().notNull(),
    wasDepositType: text({ enum: ['daily', 'weekly', 'monthly'] }).notNull(),
    wasMarketId: ref().references(() => marketDays.id),
    wasMarketDay: date({ mode: 'string' }),
    adminId: ref()
      .notNull()
      .references(() => admins.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('plan_changes_of_saving').on(t.savingsId, t.fromDay, t.id),
    // For the run of the day before.
    index('plan_changes_from').on(t.fromDay),
    index().on(t.marketId),
    index().on(t.wasMarketId),
    check('plan_changes_amounts', sql`${t.fixedAmount} > 0 and ${t.wasFixedAmount} > 0`),
    check(
      'plan_changes_deposit_type',
      sql`${t.depositType} in ('daily', 'weekly', 'monthly') and ${t.wasDepositType} in ('daily', 'weekly', 'monthly')`,
    ),
    check('plan_changes_market', sql`(${t.marketId} is null) = (${t.marketDay} is null)`),
  ],
)
