import { and, asc, eq, sql } from 'drizzle-orm'
import type { loanTypeCalls } from '#contract/calls/loanTypes'
import type { BasisPoints } from '#contract/values'
import { interestRateText, loanTermsFault, penaltyTermsText } from '#domain/money/loanTerms'
import { formatRate } from '#domain/money/rates'
import type { Queries } from '../../db/database'
import { loans, loanTypes } from '../../db/tables/loans'
import { termChanges } from '../../db/tables/terms'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { lagosStamp } from '../../lists/conditions'
import { boundsOfType, copiedTerms, loanTypeTermRow } from '../../ledger/loanTerms'
import { keepTerms, loanTermColumns, openTermChange } from '../../ledger/productTerms'
import { undecided } from './queries'
import { tidyName } from '#domain/text/tidyName'

/** A type with the terms that a new loan under it has. */
export const loanTypeTerms = {
  id: loanTypes.id,
  name: loanTypes.name,
  description: loanTypes.description,
  interest_rate: sql<BasisPoints>`${loanTypes.interestBasisPoints}`,
  ...loanTypeTermRow,
}
const typeRow = {
  ...loanTypeTerms,
  status: loanTypes.status,
  created_at: lagosStamp(loanTypes.createdAt),
}

export const loanTypeHandlers: HandlersFor<Omit<typeof loanTypeCalls, 'updateLoanTypeTerms'>> = {
  getLoanType: async ({ id }, { queries }) => {
    const rows = await queries
      .select(typeRow)
      .from(loanTypes)
      .where(id === undefined ? undefined : eq(loanTypes.id, id))
      .orderBy(asc(loanTypes.id))
    if (id !== undefined && rows.length === 0) reject(notFound(id))
    return { data: rows }
  },

  loanTypeUse: async ({ id }, { queries }) => {
    const [type] = await queries.select(typeRow).from(loanTypes).where(eq(loanTypes.id, id))
    if (!type) return reject(notFound(id))
    const open_change = (await openTermChange(queries, termChanges.loanTypeId, id)) ?? null
    return { data: { ...type, ...(await countOpen(queries, id)), open_change } }
  },

  createLoanType: async (
    { name, description, interest_rate, ...terms },
    { queries, setAuditSubject, now },
  ) => {
    const fault = loanTermsFault(terms)
    if (fault) reject(fault)
    const columns = loanTermColumns(terms)
    const [type] = await queries
      .insert(loanTypes)
      .values({
        name: tidyName(name),
        description: description.trim(),
        interestBasisPoints: interest_rate,
        ...columns,
        createdAt: now,
      })
      .returning({ id: loanTypes.id, name: loanTypes.name })
    if (!type) throw new Error('No loan type was made.')
    const interest = interestRateText(interest_rate, terms.interest_kind)
    const facts = `interest rate ${interest}, penalty: ${penaltyTermsText(terms)}`
    await setAuditSubject('loan type', type.id, `${facts}, installments ${columns.periods.join(', ')}`)
    return { message: `Loan type created: ${type.name}.` }
  },

  /** The name is read-only and ignored. Existing applications keep their rate. */
  updateLoanType: async ({ id, description, interest_rate }, { queries, setAuditSubject }) => {
    await setAuditSubject('loan type', id, `interest rate ${formatRate(interest_rate)}`)
    const [type] = await queries
      .update(loanTypes)
      .set({ description: description.trim(), interestBasisPoints: interest_rate })
      .where(eq(loanTypes.id, id))
      .returning({ name: loanTypes.name })
    if (!type) return reject(notFound(id))
    return { message: `${type.name} updated: new loans cost ${formatRate(interest_rate)}.` }
  },

  switchOffLoanType: async ({ id }, context) => {
    const name = await setStatus(context, id, 'inactive')
    const { active_loans, undecided_loans } = await countOpen(context.queries, id)
    return { message: `${name} is switched off. ${keepTerms(active_loans + undecided_loans, 'open loan')}` }
  },

  switchOnLoanType: async ({ id }, context) => {
    const name = await setStatus(context, id, 'active')
    return { message: `${name} is switched on. Customers can apply for it.` }
  },
}

/**
 * The terms for a loan that is applied for in this transaction. Rejects a type that is switched off, and keeps it from
 * being switched off or changed until the commit.
 */
export async function activeLoanType(queries: Queries, id: number) {
  const [type] = await queries.select().from(loanTypes).where(eq(loanTypes.id, id)).for('share')
  if (!type) return reject(notFound(id))
  const { status, name, periods } = type
  if (status !== 'active') reject(`${name} is switched off. Nobody can apply for it.`)
  return { name, periods, copied: copiedTerms(type), bounds: boundsOfType(type) }
}

async function setStatus({ queries, setAuditSubject }: Context, id: number, status: 'active' | 'inactive') {
  await setAuditSubject('loan type', id)
  const type = await lockType(queries, id)
  if (type.status === status)
    reject(`${type.name} is already switched ${status === 'active' ? 'on' : 'off'}. Nothing was done.`)
  await queries.update(loanTypes).set({ status }).where(eq(loanTypes.id, id))
  return type.name
}

async function lockType(queries: Queries, id: number) {
  const [type] = await queries.select().from(loanTypes).where(eq(loanTypes.id, id)).for('update')
  return type ?? reject(notFound(id))
}

async function countOpen(queries: Queries, id: number) {
  const ofType = eq(loans.loanTypeId, id)
  return {
    active_loans: await queries.$count(loans, and(ofType, eq(loans.loanStatus, 'active'))),
    undecided_loans: await queries.$count(loans, and(ofType, undecided)),
  }
}

const notFound = (id: number) => `Loan type with ID ${id} not found`
