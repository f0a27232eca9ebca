import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { calls } from '#contract/index'
import type { loanHistoryCalls } from '#contract/loanHistories'
import { betweenBothDays, lagosStamp, newestFirst, textPattern } from '../conditions'
import { loanHistory, loans, loanTypes } from '../db/loanTables'
import { agents, customers } from '../db/schema'
import type { HandlersFor } from '../handler'
import { listOf } from '../listRows'
import { pageOf } from '../lists'
import { refuse } from '../refusals'
import { openAgent } from './agentParts'
import { customerName, customerParts } from './customerParts'
import { isCommon, isOneNamed, matches, notDeleted } from './customerRows'
import { askedOfEach, byReference } from './entryReferences'
import { loanNotFound } from './loanDecisions'

const historyList = listOf({
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
    penalty: loanHistory.penalty,
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

const repaymentList = listOf({
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

/** A loan, from the day on which it was paid out. */
const disbursementList = listOf({
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

type Filter = { search?: string | undefined; start_date?: string | undefined; end_date?: string | undefined }

export const loanHistoryHandlers: HandlersFor<typeof loanHistoryCalls> = {
  loanHistory: async (input, context) => pageOf(context, input, historyList, movements(input)),

  loanHistoryRepayment: async (input, context) =>
    pageOf(context, input, repaymentList, movements(input, eq(loanHistory.kind, 'repayment'))),

  loanDisbursementHistory: async (input, context) =>
    pageOf(context, input, disbursementList, disbursements(input)),

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
      })
      .from(loanHistory)
      .innerJoin(loans, eq(loans.id, loanHistory.loanId))
      .innerJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
      .innerJoin(customers, eq(customers.id, loans.customerId))
      .where(eq(loanHistory.loanId, loan_id))
      .orderBy(...newestFirst(loanHistory))
    // Before its first repayment a loan has no history, and is there nevertheless.
    if (rows.length === 0 && (await queries.$count(loans, eq(loans.id, loan_id))) === 0)
      refuse(loanNotFound(loan_id))
    return { data: rows }
  },
}

function disbursements({ search, ...dates }: Filter) {
  const days = and(isNotNull(loans.disbursedDate), betweenBothDays(loans.disbursedDate, dates))
  if (!search) return { where: days, searched: true }
  const found = loansFound(search)
  const isFound = sql`${loans.id} in ${found}`
  const ofOne = sql`${isReferenced(search)} or ${isOneNamed(loans.customerId, search)}`
  return {
    where: and(days, isFound),
    walked: and(days, askedOfEach(isFound)),
    ...(isCommon(search) && { ofEach: and(days, askedOfEach(ofOne)) }),
    few: isShortName(search) ? foundBeside(search, days) : foundAlone(search, days),
    searched: true,
  }
}

function movements(input: Filter, kind?: SQL) {
  const { search, ...dates } = input
  const days = and(kind, betweenBothDays(loanHistory.createdAt, dates))
  if (!search) return { where: days, searched: true }
  const found = loansFound(search)
  const ofFew = sql`${loanHistory.loanId} = any(array${found})`
  const referenced = byReference(movement, search, ofFew)
  if (referenced)
    return {
      where: and(days, referenced.where),
      walked: and(days, referenced.walked ?? referenced.where),
      searched: true,
    }
  const ofOne = sql`(select ${isReferenced(search)} or ${isOneNamed(loans.customerId, search)} from ${loans}
    where ${loans.id} = ${loanHistory.loanId})`
  const ofLoan = sql`${loanHistory.loanId} in ${found}`
  return {
    where: and(days, ofLoan),
    walked: and(days, askedOfEach(ofLoan)),
    ...(isCommon(search) && { ofEach: and(days, askedOfEach(ofOne)) }),
    few: foundBefore(found, days),
    searched: true,
  }
}

/** From the loans that are found (`loansFound`), one after the other, to their movements. */
const foundBefore = (found: SQL, where: SQL | undefined) => ({
  from: sql`${found} as found (id) join ${loanHistory} on ${loanHistory.loanId} = found.id`,
  where,
})

/** Of the loans that are found no more than an index holds: they are wide, and may be all there are. */
const foundAlone = (search: string, where: SQL | undefined) => ({
  from: sql`${loansFound(search, sql`${loans.id}, ${loans.disbursedDate}`)} as ${loans}`,
  where,
})

const movement = {
  reference: loanHistory.reference,
  entryId: loanHistory.entryId,
  madeAt: loanHistory.createdAt,
}

/** Two letters have no trigrams: each loan beside its customer, in one pass through both. */
const foundBeside = (search: string, days: SQL | undefined) => ({
  from: sql`${loans} join ${customers} on ${loans.customerId} = ${customers.id}`,
  where: and(days, notDeleted, matches(search)),
})
const isShortName = (search: string) => isCommon(search) && isReferenced(search) === none

/** By who borrowed; and by a part of the reference. Each once. */
function loansFound(search: string, columns = sql`${loans.id}`): SQL {
  const named = sql`select ${columns} from ${customers} join ${loans} on ${loans.customerId} = ${customers.id}
    where ${and(notDeleted, matches(search))}`
  const referenced = isReferenced(search)
  if (referenced === none) return sql`(${named})`
  return sql`(select ${columns} from ${loans} where ${referenced} union all
    ${named} and ${loans.id} not in (select ${loans.id} from ${loans} where ${referenced}))`
}

/** References are written in capitals; a text of letters alone is none. */
function isReferenced(search: string): SQL {
  const text = search.trim().toUpperCase()
  return /[-\d]/.test(text) ? sql`${loans.reference} like ${textPattern(text)}` : none
}
const none = sql`false`
