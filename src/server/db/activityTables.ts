import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { kobo, ref } from './columns'
import { adminActivity } from './schema'

/**
 * Who or what a row of the activity log was about, as it was then. Apart from the log and outside its hashes: a name can
 * be anonymised when its person is deleted for good, and the chain stays whole. A trigger allows no other change.
 */
export const activitySubjects = pgTable(
  'admin_activity_subjects',
  {
    activityId: ref()
      .primaryKey()
      .references(() => adminActivity.id),
    noun: text().notNull(),
    subjectId: ref().notNull(),
    name: text().notNull(),
    role: text(),
    reference: text(),
    amount: kobo(),
    /** Whose screen it leads to. */
    customerId: ref(),
    agentId: ref(),
  },
  (t) => [
    index().on(t.noun, t.subjectId),
    index('admin_activity_subjects_search').using(
      'gin',
      sql`(${t.name} || ' ' || coalesce(${t.reference}, '')) gin_trgm_ops`,
    ),
  ],
)
