import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, kobo, ref } from './columns'
import { decisionChecks, decisionColumns } from './decisionColumns'
import { entries } from './ledger'
import { nameKey } from './schema'

/** What the business spends on: each category is a line of its books. */
export const expenseCategories = pgTable(
  'expense_categories',
  {
    id: id(),
    name: text().notNull(),
    /** None is asked for in an inactive one; its earlier expenses stay. */
    status: text({ enum: ['active', 'inactive'] })
      .notNull()
      .default('active'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('expense_categories_name_key').on(nameKey(t.name)),
    check('expense_categories_status', sql`${t.status} in ('active', 'inactive')`),
  ],
)

/** Requests to pay an expense, with their two decisions (rules.md, "Expense"). */
export const expenses = pgTable(
  'expenses',
  {
    id: id(),
    reference: text().notNull().unique(),
    categoryId: ref()
      .notNull()
      .references(() => expenseCategories.id),
    amount: kobo().notNull(),
    reason: text().notNull(),
    /** Where the cash is paid from (`expenseSources`, ledger/expenses.ts). */
    paidFrom: text({ enum: ['cash', 'vault', 'bank'] }).notNull(),
    /** The slip's name in the file store. */
    slipFile: text(),
    ...decisionColumns(),
    entryId: ref()
      .unique()
      .references(() => entries.id),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index('expenses_amount_order').on(t.amount, t.id),
    index('expenses_undecided').on(t.state).where(sql`${t.state} < 2`),
    check('expenses_amount', sql`${t.amount} > 0`),
    ...decisionChecks('expenses', t),
    check('expenses_entry', sql`(${t.state} = 2) = (${t.entryId} is not null)`),
  ],
)
