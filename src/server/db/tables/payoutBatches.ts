import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { payoutWays } from '#contract/calls/payouts'
import { createdAt, id, kobo, ref } from './columns'
import { hasComment, oneDecisionChecks, oneDecisionColumns } from './decisionColumns'
import { entries } from './ledger'
import { savings, withdrawals } from './money'
import { customers } from './schema'

/** Payouts of savings wallets whose cycle has ended, requested and decided together (rules.md, "Payout"). */
export const payoutBatches = pgTable(
  'payout_batches',
  {
    id: id(),
    reference: text().notNull().unique(),
    /** To the main wallets alone, or from there in cash: at the counter, or by the agents with the sheets of a day. */
    paid: text({ enum: payoutWays }).notNull(),
    payOn: date({ mode: 'string' }),
    wallets: integer().notNull(),
    total: kobo().notNull(),
    ...oneDecisionColumns(),
    comment: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index('payout_batches_pending').on(t.id).where(sql`${t.status} = 'pending'`),
    check('payout_batches_wallets', sql`${t.wallets} > 0 and ${t.total} > 0`),
    check('payout_batches_paid', sql`${t.paid} in ('main wallet', 'counter', 'agent')`),
    check('payout_batches_pay_on', sql`(${t.paid} = 'agent') = (${t.payOn} is not null)`),
    ...oneDecisionChecks('payout_batches', t, hasComment(t)),
  ],
)

/** One wallet of such a batch. Its entry moved the amount to the main wallet; the withdrawal paid it in cash. */
export const payoutItems = pgTable(
  'payout_items',
  {
    id: id(),
    batchId: ref()
      .notNull()
      .references(() => payoutBatches.id),
    savingsId: ref()
      .notNull()
      .references(() => savings.id),
    customerId: ref()
      .notNull()
      .references(() => customers.id),
    /** The cycle that had ended, and what was saved in it. */
    fromDay: date({ mode: 'string' }).notNull(),
    throughDay: date({ mode: 'string' }).notNull(),
    saved: kobo().notNull(),
    /** The commission that was owed at the request; once approved, what was taken with it. */
    commission: kobo().notNull(),
    amount: kobo().notNull(),
    isUndecided: boolean().notNull().default(true),
    entryId: ref()
      .unique()
      .references(() => entries.id),
    withdrawalId: ref()
      .unique()
      .references(() => withdrawals.id),
  },
  (t) => [
    unique('payout_items_wallet').on(t.batchId, t.savingsId),
    index().on(t.savingsId),
    index().on(t.customerId),
    // A wallet is in one undecided batch at most.
    uniqueIndex('payout_items_undecided').on(t.savingsId).where(sql`${t.isUndecided}`),
    check('payout_items_days', sql`${t.fromDay} <= ${t.throughDay}`),
    check('payout_items_amounts', sql`${t.amount} > 0 and ${t.saved} >= 0 and ${t.commission} >= 0`),
    check(
      'payout_items_paid',
      sql`(${t.entryId} is null or not ${t.isUndecided}) and (${t.withdrawalId} is null or ${t.entryId} is not null)`,
    ),
  ],
)
