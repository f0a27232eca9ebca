import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, id, kobo, ref, zeroKobo } from './columns'
import { entries } from './ledger'
import { loans, loanTypes } from './loans'
import { savings } from './money'
import { admins, customers, nameKey } from './schema'

/** What the business asks of new customers, for cards and for loans (rules.md, "Fee"). Only the status changes (migration "fee_rules"). */
export const fees = pgTable(
  'fees',
  {
    id: id(),
    name: text().notNull(),
    kind: text({ enum: ['amount', 'percent'] }).notNull(),
    amount: kobo().notNull().default(zeroKobo),
    /** Of the loan's amount, in hundredths of a percent. */
    basisPoints: integer().notNull().default(0),
    appliesTo: text({ enum: ['customer', 'card', 'loan'] }).notNull(),
    /** Of a fee for loans: the only type that has it; null for all types. */
    loanTypeId: ref().references(() => loanTypes.id),
    moment: text({ enum: ['registration', 'before-approval', 'kept-back'] }).notNull(),
    /** An inactive fee is not asked for; loans that were applied for keep it. */
    status: text({ enum: ['active', 'inactive'] })
      .notNull()
      .default('active'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('fees_name_key').on(nameKey(t.name)),
    check(
      'fees_price',
      sql`case ${t.kind} when 'amount' then ${t.amount} > 0 and ${t.basisPoints} = 0
        when 'percent' then ${t.amount} = 0 and ${t.basisPoints} between 1 and 10000 and ${t.appliesTo} = 'loan'
        else false end`,
    ),
    check('fees_applies_to', sql`${t.appliesTo} in ('customer', 'card', 'loan')`),
    check(
      'fees_moment',
      sql`case when ${t.appliesTo} = 'loan' then ${t.moment} in ('before-approval', 'kept-back')
        else ${t.moment} = 'registration' and ${t.loanTypeId} is null end`,
    ),
    check('fees_status', sql`${t.status} in ('active', 'inactive')`),
  ],
)

/** Append-only. What each fee costs for a loan, as it stood at the application. */
export const loanFees = pgTable(
  'loan_fees',
  {
    id: id(),
    loanId: ref()
      .notNull()
      .references(() => loans.id),
    feeId: ref()
      .notNull()
      .references(() => fees.id),
    amount: kobo().notNull(),
    moment: text({ enum: ['before-approval', 'kept-back'] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('loan_fees_once').on(t.loanId, t.feeId),
    check('loan_fees_amount', sql`${t.amount} > 0`),
    check('loan_fees_moment', sql`${t.moment} in ('before-approval', 'kept-back')`),
  ],
)

/** Append-only. Fees that were paid; below zero for a reversal. */
export const feePayments = pgTable(
  'fee_payments',
  {
    id: id(),
    feeId: ref()
      .notNull()
      .references(() => fees.id),
    customerId: ref()
      .notNull()
      .references(() => customers.id),
    /** The loan or the savings wallet that it was paid for. */
    loanId: ref().references(() => loans.id),
    savingsId: ref().references(() => savings.id),
    amount: kobo().notNull(),
    paidFrom: text({ enum: ['cash', 'wallet', 'loan'] }).notNull(),
    /** The entry's: its own, or the loan's disbursement. */
    reference: text().notNull(),
    adminId: ref().references(() => admins.id),
    entryId: ref()
      .notNull()
      .references(() => entries.id),
    /** How often it was paid and reversed before: it is paid once. */
    round: integer().notNull().default(0),
    /** The row that this one reverses. */
    reversesId: ref()
      .unique()
      .references((): AnyPgColumn => feePayments.id),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.customerId, t.id),
    index().on(t.entryId),
    index().on(t.loanId),
    // For the close of a day.
    index().on(t.createdAt),
    unique('fee_payments_once')
      .on(t.feeId, t.customerId, t.loanId, t.savingsId, t.round, t.reversesId)
      .nullsNotDistinct(),
    check(
      'fee_payments_amount',
      sql`case when ${t.reversesId} is null then ${t.amount} > 0 else ${t.amount} < 0 end`,
    ),
    check('fee_payments_paid_from', sql`${t.paidFrom} in ('cash', 'wallet', 'loan')`),
    check('fee_payments_for', sql`${t.loanId} is null or ${t.savingsId} is null`),
  ],
)
