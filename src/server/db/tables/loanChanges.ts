import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, kobo, ref, searchIndex, searchText } from './columns'
import { decisionChecks, decisionColumns } from './decisionColumns'
import { entries } from './ledger'
import { loans } from './loans'
import { customers } from './schema'

/** Requests to change a loan, with their two decisions (rules.md, "Change of a loan"). */
export const loanChanges = pgTable(
  'loan_changes',
  {
    id: id(),
    reference: text().notNull().unique(),
    kind: text({ enum: ['write-off', 'reschedule', 'set-off', 'release'] }).notNull(),
    loanId: ref()
      .notNull()
      .references(() => loans.id),
    customerId: ref()
      .notNull()
      .references(() => customers.id),
    /** What was owed at the request, with penalties. An approval needs that to be so still. */
    amount: kobo().notNull(),
    reason: text().notNull(),
    /** The new instalments of a rescheduling; null for others. */
    instalmentPeriod: text({ enum: ['daily', 'weekly', 'monthly'] }),
    instalmentTimes: integer(),
    firstDue: date({ mode: 'string' }),
    ...decisionColumns(),
    /** What was held of its security at the request; null where that does not matter. */
    security: kobo(),
    /** That of a write-off or a set-off. */
    entryId: ref()
      .unique()
      .references(() => entries.id),
    searchText: searchText(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index().on(t.loanId, t.id),
    index().on(t.customerId),
    index('loan_changes_amount_order').on(t.amount, t.id),
    uniqueIndex('loan_changes_one_undecided').on(t.loanId).where(sql`${t.state} < 2`),
    index('loan_changes_undecided').on(t.state).where(sql`${t.state} < 2`),
    searchIndex('loan_changes', t.searchText, [t.createdAt]),
    check('loan_changes_kind', sql`${t.kind} in ('write-off', 'reschedule', 'set-off', 'release')`),
    check('loan_changes_amount', sql`${t.amount} > 0`),
    check(
      'loan_changes_terms',
      sql`(${t.kind} = 'reschedule') = (${t.instalmentPeriod} is not null)
        and (${t.instalmentPeriod} is null) = (${t.instalmentTimes} is null)
        and (${t.instalmentPeriod} is null) = (${t.firstDue} is null)
        and ${t.instalmentPeriod} in ('daily', 'weekly', 'monthly') and ${t.instalmentTimes} > 0
        and (${t.kind} in ('set-off', 'release')) = (${t.security} is not null) and ${t.security} > 0`,
    ),
    ...decisionChecks('loan_changes', t),
    check(
      'loan_changes_entry',
      sql`(${t.kind} in ('write-off', 'set-off') and ${t.state} = 2) = (${t.entryId} is not null)`,
    ),
  ],
)
