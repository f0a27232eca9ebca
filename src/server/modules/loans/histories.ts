import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/call'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import type { loanHistoryCalls } from '#contract/calls/loanHistories'
import { betweenAmounts, betweenBothDays, equals, lagosStamp, newestFirst } from '../../lists/conditions'
import { loanHistory, loans, loanTypes } from '../../db/tables/loans'
import { agents, customers } from '../../db/tables/schema'
import type { HandlersFor } from '../../handler'
import { defineList } from '../../lists/listRows'
import { type ListQuery, pageOf } from '../../lists/lists'
import { searchQuery } from '../../lists/searchText'
import { reject } from '../../errors/refusals'
import { openAgent } from '../../people/agentColumns'
import { customerName, customerParts } from '../../people/customerColumns'
import { reversalOfRepayment } from '../../ledger/reversalColumns'
import { searchByReference } from '../../lists/entryReferences'
import { loanNotFound } from '../../ledger/loanDecisions'
import { loanInterestHandlers } from './interest'

const historyList = defineList({
  call: calls.loans.loanHistory,
  table: loanHistory,
  sorted: { created_at: loanHistory.createdAt, amount: loanHistory.amount },
  row: {
    id: loanHistory.id,
    loan_id: loanHistory.loanId,
    user_id: loans.customerId,
    loan_reference: loans.reference,
    reference: loanHistory.reference,
    amount: loanHistory.amount,
    loan_type_name: loanTypes.name,
    status: loanHistory.status,
    balance: loanHistory.amountAfter,
    ...customerParts,
    customer: customerName,
    due_date: sql<string>`${loanHistory.dueDate}::text`,
    created_at: lagosStamp(loanHistory.createdAt),
    repayment: loanHistory.repayment,
    penalty:
      sql`case ${loanHistory.kind} when 'correction' then -${loanHistory.penaltyBack} else ${loanHistory.penalty} end`.mapWith(
        loanHistory.penalty,
      ),
    ...reversalOfRepayment,
  },
  rows: (queries, row) =>
    queries
      .select(row)
      .from(loanHistory)
      .innerJoin(loans, eq(loans.id, loanHistory.loanId))
      .innerJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
      .innerJoin(customers, eq(customers.id, loans.customerId))
      .$dynamic(),
})

const repaymentList = defineList({
  call: calls.loans.loanHistoryRepayment,
  table: loanHistory,
  sorted: { created_at: loanHistory.createdAt, amount: loanHistory.repayment },
  row: {
    id: loanHistory.id,
    loan_id: loanHistory.loanId,
    user_id: loans.customerId,
    created_at: lagosStamp(loanHistory.createdAt),
    reference: loans.reference,
    ...customerParts,
    customer: customerName,
    amount: loanHistory.repayment,
    loan_type_name: loanTypes.name,
    agent_id: openAgent,
    agent_name: agents.name,
    maturity_period: loans.maturityPeriod,
    ...reversalOfRepayment,
  },
  rows: (queries, row) =>
    queries
      .select(row)
      .from(loanHistory)
      .innerJoin(loans, eq(loans.id, loanHistory.loanId))
      .innerJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
      .innerJoin(customers, eq(customers.id, loans.customerId))
      .leftJoin(agents, eq(agents.id, loanHistory.agentId))
      .$dynamic(),
})

/** Disbursed loans. */
const disbursementList = defineList({
  call: calls.loans.loanDisbursementHistory,
  table: loans,
  at: loans.disbursedDate,
  sorted: { created_at: loans.disbursedDate, amount: loans.amount },
  row: {
    id: loans.id,
    user_id: loans.customerId,
    created_at: lagosStamp(loans.disbursedDate),
    reference: loans.reference,
    amount: loans.amount,
    loan_type_name: loanTypes.name,
    loan_status: loans.loanStatus,
    application_status: loans.applicationStatus,
    maturity_period: loans.maturityPeriod,
    interest_amount: loans.interestAmount,
    total_payable: loans.totalPayable,
    instalment_amount: loans.instalmentAmount,
    instalment_period: loans.instalmentPeriod,
    instalment_times: loans.instalmentTimes,
    agent_id: openAgent,
    agent_name: agents.name,
    kept_back: sql<Kobo | null>`(select sum(f.amount) from loan_fees f
      where f.loan_id = ${loans.id} and f.moment = 'kept-back')`.mapWith(loans.amount),
    ...customerParts,
    customer: customerName,
  },
  rows: (queries, row) =>
    queries
      .select(row)
      .from(loans)
      .innerJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
      .innerJoin(customers, eq(customers.id, loans.customerId))
      .innerJoin(agents, eq(agents.id, loans.agentId))
      .$dynamic(),
})

type Filter = InputOf<typeof calls.loans.loanHistory>

export const loanHistoryHandlers: HandlersFor<typeof loanHistoryCalls> = {
  loanHistory: async (input, context) => pageOf(context, input, historyList, movements(input)),

  loanHistoryRepayment: async (input, context) =>
    pageOf(context, input, repaymentList, movements(input, eq(loanHistory.kind, 'repayment'))),

  loanDisbursementHistory: async (input, context) =>
    pageOf(context, input, disbursementList, disbursements(input)),

  ...loanInterestHandlers,

  customerLoanHistory: async ({ loan_id }, { queries }) => {
    const rows = await queries
      .select({
        id: loanHistory.id,
        user_id: loans.customerId,
        created_at: lagosStamp(loanHistory.createdAt),
        reference: loanHistory.reference,
        amount: loanHistory.amount,
        status: loanHistory.status,
        balance: loanHistory.amountAfter,
        due_date: loanHistory.dueDate,
        loan_type_name: loanTypes.name,
        customer_phone: customers.phoneNumber,
        ...reversalOfRepayment,
      })
      .from(loanHistory)
      .innerJoin(loans, eq(loans.id, loanHistory.loanId))
      .innerJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
      .innerJoin(customers, eq(customers.id, loans.customerId))
      .where(eq(loanHistory.loanId, loan_id))
      .orderBy(...newestFirst(loanHistory))
    // A loan without repayments has no history, but exists.
    if (rows.length === 0 && (await queries.$count(loans, eq(loans.id, loan_id))) === 0)
      reject(loanNotFound(loan_id))
    return { data: rows }
  },
}

/** A loan that an import took over was paid out by the old books. */
const disbursements = ({ search, agent_id, ...range }: Filter) =>
  searchQuery(
    loans,
    search,
    and(
      isNotNull(loans.disbursedDate),
      isNull(loans.takenOverOn),
      betweenBothDays(loans.disbursedDate, range),
      equals(loans.agentId, agent_id),
      betweenAmounts(loans.amount, range),
    ),
  )

/** Searched by loan and by entry reference (entryReferences.ts). */
function movements({ search, agent_id, ...range }: Filter, kind?: SQL): ListQuery {
  const within = and(
    kind,
    betweenBothDays(loanHistory.createdAt, range),
    equals(loanHistory.agentId, agent_id),
    betweenAmounts(kind ? loanHistory.repayment : loanHistory.amount, range),
  )
  return search ? searchByReference(repayments, search, within) : { where: within, uncounted: true }
}

const repayments = {
  table: loanHistory,
  ownerId: loanHistory.loanId,
  owner: loans,
  movement: { reference: loanHistory.reference, entryId: loanHistory.entryId, madeAt: loanHistory.createdAt },
}
