import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { id, instant, kobo, ref } from './columns'
import { entries } from './ledger'

/**
 * Append-only. What of an entry belongs to another line of the books than its postings say: the principal of a loan that is
 * written off or taken over, and penalties that an older server posted with interest. They sum to zero for each entry, and
 * triggers write them (migration "books") for every posting.
 */
export const bookParts = pgTable(
  'book_parts',
  {
    id: id(),
    entryId: ref()
      .notNull()
      .references(() => entries.id),
    line: text().notNull(),
    /** A positive amount is a credit, as of postings. */
    amount: kobo().notNull(),
    /** The entry's. */
    madeAt: instant().notNull(),
  },
  (t) => [
    unique('book_parts_line').on(t.entryId, t.line),
    index().on(t.madeAt, t.id),
    check('book_parts_amount', sql`${t.amount} <> 0`),
  ],
)

/** The lines of the books (ledger/chart.ts) with the codes and names that the business gives them; one for each category of expenses. */
export const bookAccounts = pgTable(
  'book_accounts',
  {
    id: id(),
    line: text().notNull().unique(),
    code: text().notNull().unique(),
    name: text().notNull(),
  },
  (t) => [
    check('book_accounts_code', sql`${t.code} <> ''`),
    check('book_accounts_name', sql`${t.name} <> ''`),
  ],
)
