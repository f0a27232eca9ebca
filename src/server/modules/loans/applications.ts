import { and, asc, eq, sql } from 'drizzle-orm'
import { inactiveCustomerMessage } from '#contract/calls/customers'
import type { InputOf } from '#contract/call'
import type { OfferedFee } from '#contract/calls/feeRows'
import type { loanApplicationCalls } from '#contract/calls/loanApplications'
import type { Kobo } from '#contract/values'
import { amountBoundFault, type LoanBounds, savingsFault, timesBoundFault } from '#domain/money/bounds'
import { keptBackFault, keptBackOf, loanWithFees } from '#domain/money/fees'
import { loanCost, maturityDays } from '#domain/money/instalments'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { planFault } from '#domain/money/loanTerms'
import { freeBalance } from '#domain/money/security'
import { lagosDay } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import { fees } from '../../db/tables/fees'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { accounts } from '../../db/tables/ledger'
import { loans, loanTypes } from '../../db/tables/loans'
import { savings } from '../../db/tables/money'
import { agents, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import { takeUpload } from '../../files/uploads'
import type { Context, HandlersFor } from '../../handler'
import { calendarOf } from '../../ledger/calendar'
import { termsOf } from '../../ledger/disbursement'
import { feePriceColumns, fixLoanFees, newLoanFees } from '../../ledger/fees'
import { newReference } from '../../ledger/references'
import { securingWallet, securityFor, walletFault } from '../../ledger/security'
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
    const { customer_id, amount } = input
    const { queries, actor, setAuditSubject } = context
    await setAuditSubject('customer', customer_id, formatNaira(amount))
    const customer = await lockCustomer(queries, customer_id)
    const { id, reference, costs } = await insertApplication(context, input, customer, actor.adminId)
    await setAuditSubject('customer', customer_id, `${formatNaira(amount)}, loan ${reference}`)
    await insertGuarantors(
      context,
      { id, customerId: customer_id, agentId: customer.assignedAgentId },
      input.guarantors,
      { takeFile: (upload, what) => takeUpload(queries, upload, actor.adminId, what) },
    )
    return {
      message: `Loan ${reference} of ${formatNaira(amount)} applied for: ${costText(costs)} It waits for its first approval.`,
      data: { id, reference },
    }
  },
}

/** Enters an application for a locked customer, by an admin, or by the agent without one. It has no guarantors yet. */
export async function insertApplication(
  { queries, now }: Pick<Context, 'queries' | 'now'>,
  input: Application,
  customer: Pick<Awaited<ReturnType<typeof lockCustomer>>, 'isActive' | 'assignedAgentId'>,
  adminId: number | null,
) {
  const { customer_id, loan_type_id, amount, instalment_period: period, instalment_times: times } = input
  if (!customer.isActive) reject(inactiveCustomerMessage)
  const type = await activeLoanType(queries, loan_type_id)
  if (!type.periods.includes(period)) reject(`${type.name} is not repaid by ${period} installments.`)
  const terms = termsOf({ ...type.copied, amount, instalmentTimes: times, instalmentPeriod: period })
  const fault = planFault(terms) ?? (await boundFault(queries, type.bounds, input))
  if (fault) reject(fault)
  const charged = await newLoanFees(queries, { typeId: loan_type_id, amount })
  const keptBack = keptBackFault(amount, keptBackOf(charged))
  if (keptBack) reject(keptBack)
  const cost = loanCost(terms)
  const securitySavingsId = await securingWalletOf(queries, type.copied.securityBasisPoints, input)
  const reference = await newReference(queries, documentPrefixes.loan, now)
  const [loan] = await queries
    .insert(loans)
    .values({
      reference,
      customerId: customer_id,
      agentId: customer.assignedAgentId,
      adminId,
      loanTypeId: loan_type_id,
      amount,
      ...type.copied,
      ...cost,
      securitySavingsId,
      instalmentPeriod: period,
      instalmentTimes: times,
      maturityPeriod: maturityDays(terms, lagosDay(now), await calendarOf(queries)),
      description: input.description.trim(),
      createdAt: now,
    })
    .returning({ id: loans.id })
  if (!loan) throw new Error('The loan was not entered.')
  await fixLoanFees(queries, { id: loan.id, createdAt: now }, charged)
  return { id: loan.id, reference, costs: loanWithFees(amount, cost.totalPayable, charged) }
}

/** '₦57,250.00 to pay in all, ₦1,000.00 of it before the second approval; ₦500.00 is kept back.' */
function costText({ paid, inAdvance, keptBack }: ReturnType<typeof loanWithFees>) {
  const first = inAdvance > 0 ? `, ${formatNaira(inAdvance)} of it before the second approval` : ''
  const later = keptBack > 0 ? `; ${formatNaira(keptBack)} is kept back` : ''
  return `${formatNaira(paid)} to pay in all${first}${later}.`
}

export const offeredFees = (queries: Queries) =>
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
type Application = Omit<InputOf<typeof loanApplicationCalls.createLoan>, 'guarantors'>

/** Why the type's bounds refuse an application. */
async function boundFault(
  queries: Queries,
  bounds: LoanBounds,
  { customer_id, amount, instalment_times }: Application,
) {
  const fault = amountBoundFault(bounds, amount) ?? timesBoundFault(bounds, instalment_times)
  if (fault || bounds.savingsWanted === 0) return fault
  return savingsFault(bounds, amount, await savedBy(queries, customer_id))
}

/** What a customer has saved that secures nothing yet. */
async function savedBy(queries: Queries, customerId: number): Promise<Kobo> {
  const wallets = await queries
    .select({ balance: accounts.balance, held: accounts.held })
    .from(savings)
    .innerJoin(accounts, eq(accounts.id, savings.accountId))
    .where(and(eq(savings.customerId, customerId), eq(savings.status, 'active')))
  return sumKobo(wallets.map(({ balance, held }) => freeBalance(balance, held)))
}

/** The wallet that secures the loan: the customer's own, with enough that secures nothing yet (rules.md, "Security"). */
async function securingWalletOf(
  queries: Queries,
  securityBasisPoints: number,
  { customer_id, amount, security_savings_id: id }: Application,
) {
  if (securityBasisPoints === 0) return id === undefined ? null : reject('This loan type wants no security.')
  if (id === undefined) return reject('Please select the savings wallet that secures the loan.')
  const wallet = await securingWallet(queries, id)
  if (wallet?.customerId !== customer_id)
    return reject(`Savings wallet with ID ${id} was not found for customer ${customer_id}.`)
  const fault = walletFault(wallet, securityFor({ amount, securityBasisPoints }))
  return fault ? reject(fault) : id
}

export const offeredTypes = (queries: Queries) =>
  queries
    .select(loanTypeTerms)
    .from(loanTypes)
    .where(eq(loanTypes.status, 'active'))
    .orderBy(asc(loanTypes.name))
