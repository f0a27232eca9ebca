import { eq } from 'drizzle-orm'
import type { LoanTypeTerms } from '#contract/calls/loanTypes'
import type { SavingTypeTerms } from '#contract/calls/savingTypes'
import type { TermRow } from '#contract/calls/terms'
import { loanTermsFault } from '#domain/money/loanTerms'
import { loanTermWords, savingTermWords, termRows } from '#domain/termWords'
import type { Noun } from '../../audit/activitySubjects'
import type { Queries } from '../../db/database'
import { loanTypes } from '../../db/tables/loans'
import { savingTypes } from '../../db/tables/money'
import type { termChanges } from '../../db/tables/terms'
import { reject } from '../../errors/refusals'
import {
  enteredSavingTerms,
  loanRateOf,
  loanTermColumns,
  loanTermsOf,
  savingTermColumns,
  savingTermsOf,
} from '../../ledger/productTerms'

type Change = typeof termChanges.$inferSelect

/** What a change of terms needs to know of a kind of product. `Copied` is all that an opening under it copies. */
export type Product<
  Terms extends object = object,
  Copied extends Terms = Terms,
  Entered extends object = Terms,
> = {
  noun: Noun
  notFound: (id: number) => string
  /** The field of a change with the product's id. */
  key: 'savingTypeId' | 'loanTypeId'
  /** The terms to store, from those that were entered. Refuses what does not go together. */
  entered(terms: Entered, before: Copied): Terms
  /** Each term before and after a change. */
  rows(before: Copied, terms: Terms): TermRow[]
  /** The product as it is now; locked until the commit, so that nothing is opened under it meanwhile. */
  find(
    queries: Queries,
    id: number,
    isLocked: boolean,
  ): Promise<{ name: string; current: Copied } | undefined>
  set(queries: Queries, id: number, terms: Terms): Promise<unknown>
}

type SavingTerms = Required<SavingTypeTerms>

export const savingType: Product<SavingTerms, SavingTerms, SavingTypeTerms> = {
  noun: 'saving type',
  notFound: (id) => `Saving type with ID ${id} not found`,
  key: 'savingTypeId',
  entered: enteredSavingTerms,
  rows: (before, terms) => termRows(savingTermWords, before, { ...before, ...terms }),
  find: async (queries, id, isLocked) => {
    const query = queries.select().from(savingTypes).where(eq(savingTypes.id, id)).$dynamic()
    const [type] = await (isLocked ? query.for('update') : query)
    return type && { name: type.name, current: savingTermsOf(type) }
  },
  set: (queries, id, terms) =>
    queries.update(savingTypes).set(savingTermColumns(terms)).where(eq(savingTypes.id, id)),
}

type LoanRate = ReturnType<typeof loanRateOf>

export const loanType: Product<LoanTypeTerms & Partial<LoanRate>, LoanTypeTerms & LoanRate> = {
  noun: 'loan type',
  notFound: (id) => `Loan type with ID ${id} not found`,
  key: 'loanTypeId',
  entered: (terms) => {
    const fault = loanTermsFault(terms)
    return fault ? reject(fault) : { ...terms, periods: loanTermColumns(terms).periods }
  },
  rows: (before, terms) => termRows(loanTermWords, before, { ...before, ...terms }),
  find: async (queries, id, isLocked) => {
    const query = queries.select().from(loanTypes).where(eq(loanTypes.id, id)).$dynamic()
    const [type] = await (isLocked ? query.for('update') : query)
    return type && { name: type.name, current: { ...loanRateOf(type), ...loanTermsOf(type) } }
  },
  set: (queries, id, { interest_rate, ...terms }) =>
    queries
      .update(loanTypes)
      .set({
        ...loanTermColumns(terms),
        ...(interest_rate !== undefined && { interestBasisPoints: interest_rate }),
      })
      .where(eq(loanTypes.id, id)),
}

/** The product of a change, with its id. */
export const productOf = ({ savingTypeId, loanTypeId }: Change): [product: Product, id: number] =>
  savingTypeId === null ? [loanType, loanTypeId ?? 0] : [savingType, savingTypeId]
