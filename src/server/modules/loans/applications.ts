import { and, asc, eq, sql } from 'drizzle-orm'
import { inactiveCustomerMessage } from '#contract/calls/customers'
import type { OfferedFee } from '#contract/calls/feeRows'
import type { loanApplicationCalls } from '#contract/calls/loanApplications'
import type { BasisPoints } from '#contract/values'
import { keptBackFault, keptBackOf, loanWithFees } from '#domain/money/fees'
import { instalmentFault, loanCost, maturityDays } from '#domain/money/instalments'
import { formatNaira } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import { fees } from '../../db/tables/fees'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { loans, loanTypes } from '../../db/tables/loans'
import { agents, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { calendarOf } from '../../ledger/calendar'
import { feePriceColumns, fixLoanFees, newLoanFees } from '../../ledger/fees'
import { newReference } from '../../ledger/references'
import { customerName, notDeleted } from '../../people/customerColumns'
import { insertGuarantors } from '../../people/insertGuarantors'
import { borrowerOf } from './borrower'
import { activeLoanType, loanTypeTerms } from './types'
import { lockCustomer } from '../../people/lockCustomer'

export const loanApplicationHandlers: HandlersFor<typeof loanApplicationCalls> = {
  getLoanApplicant: async ({ customer_id }, context) => {
    const { queries } = context
    const [customer] = await queries
      .select({
        user_id: customers.id,
        customer_name: customerName,
        customer_reference: sql<string>`${customers.reference}`,
        phone: customers.phoneNumber,
        agentName: agents.name,
        is_active: customers.isActive,
      })
      .from(customers)
      .innerJoin(agents, eq(agents.id, customers.assignedAgentId))
      .where(sql`${eq(customers.id, customer_id)} and ${notDeleted}`)
    if (!customer) return reject(`Customer with ID ${customer_id} not found`)
    return {
      data: {
        ...customer,
        ...(await borrowerOf(context, customer_id)),
        types: await offeredTypes(queries),
        fees: await offeredFees(queries),
      },
    }
  },

  createLoan: async (input, context) => {
    const { customer_id, loan_type_id, amount, instalment_period: period, instalment_times: times } = input
    const { queries, actor, now, setAuditSubject } = context
    await setAuditSubject('customer', customer_id, formatNaira(amount))
    const customer = await lockCustomer(queries, customer_id)
    if (!customer.isActive) reject(inactiveCustomerMessage)
    const type = await activeLoanType(queries, loan_type_id)
    if (!type.periods.includes(period)) reject(`${type.name} is not repaid by ${period} installments.`)
    const terms = { amount, rate: type.interestBasisPoints as BasisPoints, times, period }
    const cost = loanCost(terms)
    const fault = instalmentFault(cost.totalPayable, times)
    if (fault) reject(fault)
    const charged = await newLoanFees(queries, { typeId: loan_type_id, amount })
    const keptBack = keptBackFault(amount, keptBackOf(charged))
    if (keptBack) reject(keptBack)
    const reference = await newReference(queries, documentPrefixes.loan, now)
    const [loan] = await queries
      .insert(loans)
      .values({
        reference,
        customerId: customer_id,
        agentId: customer.assignedAgentId,
        adminId: actor.adminId,
        loanTypeId: loan_type_id,
        amount,
        interestBasisPoints: type.interestBasisPoints,
        ...cost,
        penaltyBasisPoints: type.penaltyBasisPoints,
        graceDays: type.graceDays,
        instalmentPeriod: period,
        instalmentTimes: times,
        maturityPeriod: maturityDays(terms, lagosDay(now), await calendarOf(queries)),
        description: input.description.trim(),
        createdAt: now,
      })
      .returning({ id: loans.id })
    if (!loan) throw new Error('The loan was not entered.')
    const { id } = loan
    await fixLoanFees(queries, { id, createdAt: now }, charged)
    await setAuditSubject('customer', customer_id, `${formatNaira(amount)}, loan ${reference}`)
    await insertGuarantors(
      context,
      { id, customerId: customer_id, agentId: customer.assignedAgentId },
      input.guarantors,
    )
    return {
      message: `Loan ${reference} of ${formatNaira(amount)} applied for: ${costText(loanWithFees(amount, cost.totalPayable, charged))} It waits for its first approval.`,
      data: { id, reference },
    }
  },
}

/** '₦57,250.00 to pay in all, ₦1,000.00 of it before the second approval; ₦500.00 is kept back.' */
function costText({ paid, inAdvance, keptBack }: ReturnType<typeof loanWithFees>) {
  const first = inAdvance > 0 ? `, ${formatNaira(inAdvance)} of it before the second approval` : ''
  const later = keptBack > 0 ? `; ${formatNaira(keptBack)} is kept back` : ''
  return `${formatNaira(paid)} to pay in all${first}${later}.`
}

const offeredFees = (queries: Queries) =>
  queries
    .select({
      name: fees.name,
      ...feePriceColumns,
      loan_type_id: fees.loanTypeId,
      moment: sql<OfferedFee['moment']>`${fees.moment}`,
    })
    .from(fees)
    .where(and(eq(fees.appliesTo, 'loan'), eq(fees.status, 'active')))
    .orderBy(asc(fees.id))

const offeredTypes = (queries: Queries) =>
  queries
    .select(loanTypeTerms)
    .from(loanTypes)
    .where(eq(loanTypes.status, 'active'))
    .orderBy(asc(loanTypes.name))
