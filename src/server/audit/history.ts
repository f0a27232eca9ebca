import { and, eq } from 'drizzle-orm'
import type { HistoryNoun } from '#contract/calls/history'
import type { Queries } from '../db/database'
import { recordChanges } from '../db/tables/histories'

/** Erases the values in the history of an anonymised customer or admin; when which of them changed, and by whom, stays. */
export const eraseHistory = (queries: Queries, noun: HistoryNoun, id: number, part?: string) =>
  queries
    .update(recordChanges)
    .set({ before: null, after: null })
    .where(
      and(
        eq(recordChanges.noun, noun),
        eq(recordChanges.recordId, id),
        part === undefined ? undefined : eq(recordChanges.part, part),
      ),
    )
