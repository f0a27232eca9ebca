import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { historyNouns } from '#contract/calls/history'
import { createdAt, id, ref } from './columns'
import { admins } from './schema'

/**
 * Append-only: one row for each value that a change gave to a record, written by a trigger on the tables of records and of
 * their parts (migration "record_changes"), for every writer. Only values about an anonymised person can be erased.
 */
export const recordChanges = pgTable(
  'record_changes',
  {
    id: id(),
    /** The record, in the nouns of the activity log. */
    noun: text({ enum: historyNouns }).notNull(),
    recordId: ref().notNull(),
    /** The table of the changed row: the record's own, or that of a part of it. */
    part: text().notNull(),
    /** The column; null where the record itself was made. */
    field: text(),
    /** As PostgreSQL's JSON writes them; of a column that is sealed the word 'sealed'. */
    before: text(),
    after: text(),
    /** Who, and the idempotency key of the change, by the transaction's settings; null for commands and runs. */
    adminId: ref().references(() => admins.id),
    reference: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('record_changes_of').on(t.noun, t.recordId, t.id),
    check('record_changes_by', sql`(${t.adminId} is null) = (${t.reference} is null)`),
  ],
)
