import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant, kobo, ref } from '../db/tables/columns'

/**
 * What is in the books, a view (migration 0151): postings by their line, also those that show what loans owe in all (line `lent`,
 * which is not in the chart), and the parts of `book_parts`, whose ids are below zero.
 */
export const bookEntries = pgTable('book_entries', {
  id: id(),
  entryId: ref().notNull(),
  line: text().notNull(),
  amount: kobo().notNull(),
  madeAt: instant().notNull(),
  /** The entry's kind. */
  source: text().notNull(),
  reference: text().notNull(),
  accountId: ref().notNull(),
  flow: text({ enum: ['payable', 'receivable'] }),
  adminId: ref(),
  agentId: ref(),
  customerId: ref(),
})
