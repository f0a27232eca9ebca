import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, kobo, ref, zeroKobo } from './columns'
import { loans, loanTypes } from './loans'
import { marketDays } from './money'
import { admins, agents, customers } from './schema'

/** Append-only. Where the buckets of arrears end and what is provided for, from a day on; of the same day the last counts. */
export const arrearsTerms = pgTable(
  'arrears_terms',
  {
    id: id(),
    fromDay: date({ mode: 'string' }).notNull(),
    /** The last day late of each bucket; the fourth has no end. */
    end1: integer('end_1').notNull(),
    end2: integer('end_2').notNull(),
    end3: integer('end_3').notNull(),
    /** Of what is owed on loans that are not late, and in each bucket, in hundredths of a percent. */
    rate0: integer('rate_0').notNull(),
    rate1: integer('rate_1').notNull(),
    rate2: integer('rate_2').notNull(),
    rate3: integer('rate_3').notNull(),
    rate4: integer('rate_4').notNull(),
    adminId: ref()
      .notNull()
      .references(() => admins.id),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.fromDay, t.id),
    check('arrears_terms_ends', sql`0 < ${t.end1} and ${t.end1} < ${t.end2} and ${t.end2} < ${t.end3}`),
    check(
      'arrears_terms_rates',
      sql`least(${t.rate0}, ${t.rate1}, ${t.rate2}, ${t.rate3}, ${t.rate4}) >= 0
        and greatest(${t.rate0}, ${t.rate1}, ${t.rate2}, ${t.rate3}, ${t.rate4}) <= 10000`,
    ),
  ],
)

/**
 * What the totals of arrears read, in narrow rows: one for each active loan, kept by triggers (migrations "arrears",
 * "late_amounts" and "open_loans_market") from the loan, its schedule, the balance of its account, and its customer's agent and
 * savings wallets. `verify-ledger` compares them.
 */
export const openLoans = pgTable(
  'open_loans',
  {
    loanId: ref()
      .primaryKey()
      .references(() => loans.id),
    customerId: ref()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** Who collects from the customer. */
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    loanTypeId: ref()
      .notNull()
      .references(() => loanTypes.id),
    /** The market day of its customer: of the oldest open savings wallet that has one. */
    marketId: ref().references(() => marketDays.id),
    nextDue: date({ mode: 'string' }).notNull(),
    /** The balance of its account. */
    owed: kobo().notNull(),
    rescheduledDate: instant(),
    /** What is unpaid of the instalments due before `lateFrom`: what is late on each day from `lateFrom` through `lateThrough`. */
    late: kobo().notNull(),
    /** The day after the last of these was due; -infinity if there are none. */
    lateFrom: date({ mode: 'string' }).notNull(),
    /** When the next open instalment is due; infinity if there is none. */
    lateThrough: date({ mode: 'string' }).notNull(),
  },
  (t) => [index().on(t.customerId), index('open_loans_agent').on(t.agentId).concurrently()],
)

/**
 * What a customer owes on open loans, for the orders and filters of the list of customers: one narrow row for each customer who is
 * not deleted, kept by triggers from `open_loans` (migration "customer_debts"). `verify-ledger` compares it with the loans.
 */
export const customerDebts = pgTable(
  'customer_debts',
  {
    /** The customer's. */
    id: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** The customer's; the list's orders and filters read this table alone. */
    createdAt: instant().notNull(),
    isActive: boolean().notNull(),
    /** The customer's sort key by name (`sortedName`), by code points: the migration collates it. */
    nameKey: text().notNull(),
    owed: kobo().notNull().default(zeroKobo),
    /** When the oldest unpaid instalment of the open loans is due; null without one. The customer is late from the day after. */
    nextDue: date({ mode: 'string' }),
  },
  (t) => [
    index('customer_debts_owed').on(t.owed, t.id, t.nextDue, t.isActive),
    index('customer_debts_due').on(t.nextDue, t.id, t.owed).where(sql`${t.nextDue} is not null`),
    index('customer_debts_page')
      .on(t.createdAt, t.id, t.nextDue, t.owed)
      .where(sql`${t.nextDue} is not null`),
    index('customer_debts_name').on(t.nameKey, t.id, t.nextDue, t.owed).where(sql`${t.nextDue} is not null`),
    index('customer_debts_reference').on(t.id, t.nextDue, t.owed).where(sql`${t.nextDue} is not null`),
  ],
)
