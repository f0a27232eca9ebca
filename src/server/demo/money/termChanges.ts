import { asc } from 'drizzle-orm'
import type { BasisPoints } from '#contract/values'
import { kobo } from '#domain/money/kobo'
import {
  changesText,
  loanTermWords,
  savingTermWords,
  type TermWords,
  termRows,
} from '#domain/money/termWords'
import type { Transaction } from '../../db/database'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { loanTypes } from '../../db/tables/loans'
import { savingTypes } from '../../db/tables/money'
import { termChanges } from '../../db/tables/terms'
import { loanRateOf, loanTermsOf, savingTermsOf } from '../../ledger/productTerms'
import { insertAll } from '../books'
import type { DemoBusiness } from '../business'
import { workingDay } from '../demoPeople'

type Row = typeof termChanges.$inferInsert

/** Makes changes of terms: one that was approved, one that was rejected, and two that wait. After the types were written. */
export async function insertTermChanges(tx: Transaction, { clock, books, staff }: Omit<DemoBusiness, 'at'>) {
  const [, target, , microsoft] = await tx.select().from(savingTypes).orderBy(asc(savingTypes.id))
  const [trader, salary] = await tx.select().from(loanTypes).orderBy(asc(loanTypes.id))
  if (!target || !microsoft || !trader || !salary)
    throw new Error('The demo lacks types of savings or loans.')

  const requested = <Terms extends Row['terms'], Copied extends Terms>(
    age: number,
    words: TermWords<Copied>,
    before: Copied,
    terms: Terms,
  ) => ({
    reference: books.newReference(documentPrefixes.termChange, clock(age)),
    terms,
    before,
    changes: changesText(termRows(words, before, { ...before, ...terms })),
    createdAt: clock(age),
  })
  const decided = (status: 'approved' | 'rejected', age: number, comment: string | null) => ({
    status,
    decidedBy: staff.superadmin,
    decidedAt: clock(age),
    comment,
  })
  const copiedFrom = (type: typeof trader) => ({ ...loanRateOf(type), ...loanTermsOf(type) })
  const [old, traders, salaries] = [savingTermsOf(microsoft), loanTermsOf(trader), loanTermsOf(salary)]
  const interest = 800 as BasisPoints

  const rows: Row[] = [
    {
      ...requested(90 * workingDay, loanTermWords, { ...copiedFrom(trader), periods: ['weekly'] }, traders),
      loanTypeId: trader.id,
      reason: 'Traders of the daily markets want to repay each day',
      requestedBy: staff.admin,
      ...decided('approved', 89 * workingDay, null),
    },
    {
      ...requested(30 * workingDay, savingTermWords, old, { ...old, interest }),
      savingTypeId: microsoft.id,
      reason: 'Another business pays more',
      requestedBy: staff.main,
      ...decided('rejected', 28 * workingDay, 'The saving wallet does not cover it'),
    },
    {
      ...requested(150, savingTermWords, savingTermsOf(target), {
        ...savingTermsOf(target),
        charge: kobo(5000),
      }),
      savingTypeId: target.id,
      reason: 'The cards cost more since this year',
      requestedBy: staff.admin,
      status: 'pending',
    },
    {
      ...requested(100, loanTermWords, copiedFrom(salary), { ...salaries, grace_days: 5 }),
      loanTypeId: salary.id,
      reason: 'Most repayments come within five days of pay day',
      requestedBy: staff.main,
      status: 'pending',
    },
  ]
  await insertAll(tx, termChanges, rows)
}
