import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type OpenFee, type PaidFee, shownPaidFees } from '#contract/calls/feeRows'
import type { Queries } from '../../db/database'
import { feePayments, fees, loanFees } from '../../db/tables/fees'
import { loans } from '../../db/tables/loans'
import { savings } from '../../db/tables/money'
import { admins, customers } from '../../db/tables/schema'
import { isStandingPayment } from '../../ledger/fees'
import { lagosStamp } from '../../lists/conditions'

const isPaid = (match: SQL) => sql`exists (select from fee_payments p
  where p.fee_id = ${fees.id} and p.customer_id = ${customers.id} and ${match} and ${isStandingPayment(sql`p`)})`
/** Whether an import took it over from old books, where its fee was paid. */
const isTakenOver = (noun: 'customers' | 'savings', id: SQL) => sql`exists (select from import_records r
  where r.record_id = ${id} and r.noun = ${noun} and r.is_new = 1)`

const common = { fee_id: fees.id, name: fees.name, applies_to: fees.appliesTo }
const none = sql<null>`null`
const isActive = eq(fees.status, 'active')

/** A customer's fees that are not paid, those that are asked for first (rules.md, "Fee"). */
export async function openFeesOf(queries: Queries, customerId: number): Promise<OpenFee[]> {
  const ofCustomer = await queries
    .select({
      ...common,
      amount: fees.amount,
      loan_id: none,
      savings_id: none,
      about: none,
      is_due: sql<boolean>`${customers.createdAt} >= ${fees.createdAt} and not ${isTakenOver('customers', sql`${customers.id}`)}`,
    })
    .from(fees)
    .innerJoin(customers, eq(customers.id, customerId))
    .where(
      and(
        eq(fees.appliesTo, 'customer'),
        isActive,
        sql`not ${isPaid(sql`p.loan_id is null and p.savings_id is null`)}`,
      ),
    )
    .orderBy(fees.id)
  const ofCards = await queries
    .select({
      ...common,
      amount: fees.amount,
      loan_id: none,
      savings_id: savings.id,
      about: savings.reference,
      is_due: sql<boolean>`${savings.createdAt} >= ${fees.createdAt} and not ${isTakenOver('savings', sql`${savings.id}`)}`,
    })
    .from(fees)
    .innerJoin(customers, eq(customers.id, customerId))
    .innerJoin(savings, and(eq(savings.customerId, customers.id), eq(savings.status, 'active')))
    .where(and(eq(fees.appliesTo, 'card'), isActive, sql`not ${isPaid(sql`p.savings_id = ${savings.id}`)}`))
    .orderBy(savings.id, fees.id)
  const ofLoans = await queries
    .select({
      ...common,
      amount: loanFees.amount,
      loan_id: loans.id,
      savings_id: none,
      about: loans.reference,
      is_due: sql<boolean>`true`,
    })
    .from(loanFees)
    .innerJoin(loans, eq(loans.id, loanFees.loanId))
    .innerJoin(fees, eq(fees.id, loanFees.feeId))
    .innerJoin(customers, eq(customers.id, loans.customerId))
    .where(
      and(
        eq(loans.customerId, customerId),
        eq(loanFees.moment, 'before-approval'),
        or(inArray(loans.applicationStatus, ['pending', 'in-progress']), eq(loans.loanStatus, 'active')),
        sql`not ${isPaid(sql`p.loan_id = ${loans.id}`)}`,
      ),
    )
    .orderBy(loans.id, loanFees.id)
  const all = [...ofLoans, ...ofCustomer, ...ofCards]
  return [...all.filter(({ is_due }) => is_due), ...all.filter(({ is_due }) => !is_due)]
}

const reversing = alias(feePayments, 'reversing_payment')
const original = alias(feePayments, 'reversed_payment')

/** A customer's payments of fees, the newest first. */
export const paidFeesOf = (queries: Queries, customerId: number): Promise<PaidFee[]> =>
  queries
    .select({
      id: feePayments.id,
      created_at: lagosStamp(feePayments.createdAt),
      reference: feePayments.reference,
      name: fees.name,
      about: sql<string | null>`coalesce(${loans.reference}, ${savings.reference})`,
      amount: feePayments.amount,
      paid_from: feePayments.paidFrom,
      by: admins.name,
      reversed_by: reversing.reference,
      reverses: original.reference,
    })
    .from(feePayments)
    .innerJoin(fees, eq(fees.id, feePayments.feeId))
    .leftJoin(loans, eq(loans.id, feePayments.loanId))
    .leftJoin(savings, eq(savings.id, feePayments.savingsId))
    .leftJoin(admins, eq(admins.id, feePayments.adminId))
    .leftJoin(reversing, eq(reversing.reversesId, feePayments.id))
    .leftJoin(original, eq(original.id, feePayments.reversesId))
    .where(eq(feePayments.customerId, customerId))
    .orderBy(desc(feePayments.id))
    .limit(shownPaidFees)
