import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { LoanTypeTerms } from '#contract/calls/loanTypes'
import type { SavingTypeTerms } from '#contract/calls/savingTypes'
import { createdAt, id, ref } from './columns'
import { hasComment, oneDecisionChecks, oneDecisionColumns } from './decisionColumns'
import { loanTypes } from './loans'
import { savingTypes } from './money'

/** Requests to change the terms of a savings type or a loan type, with their decision (rules.md, "Change of terms"). */
export const termChanges = pgTable(
  'term_changes',
  {
    id: id(),
    reference: text().notNull().unique(),
    savingTypeId: ref().references(() => savingTypes.id),
    loanTypeId: ref().references(() => loanTypes.id),
    /** As the contract has them: money in kobo, rates in hundredths of a percent. */
    terms: jsonb().$type<SavingTypeTerms | LoanTypeTerms>().notNull(),
    /** The product at the request. An approval needs it to be so still. */
    before: jsonb().$type<object>().notNull(),
    /** The old and the new value of each term that changes, for people. */
    changes: text().notNull(),
    reason: text().notNull(),
    ...oneDecisionColumns(),
    comment: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    uniqueIndex('term_changes_one_of_saving_type').on(t.savingTypeId).where(sql`${t.status} = 'pending'`),
    uniqueIndex('term_changes_one_of_loan_type').on(t.loanTypeId).where(sql`${t.status} = 'pending'`),
    check('term_changes_product', sql`num_nonnulls(${t.savingTypeId}, ${t.loanTypeId}) = 1`),
    ...oneDecisionChecks('term_changes', t, hasComment(t)),
  ],
)
