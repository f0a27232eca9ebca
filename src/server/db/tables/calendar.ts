import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, ref } from './columns'
import { admins } from './schema'

/** The day in Lagos of an instant, in a form that checks can use. */
const dayIn = (at: unknown) => sql`timezone('Africa/Lagos', ${at})::date`

/**
 * Append-only. The weekdays without collection (1 for Monday) from a day on, which is after the day on which they are set; of the
 * same day the last ones count.
 */
export const collectionCalendars = pgTable(
  'collection_calendars',
  {
    id: id(),
    fromDay: date({ mode: 'string' }).notNull(),
    closedWeekdays: smallint().array().notNull(),
    adminId: ref()
      .notNull()
      .references(() => admins.id),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.fromDay, t.id),
    check(
      'collection_calendars_weekdays',
      sql`${t.closedWeekdays} <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[] and cardinality(${t.closedWeekdays}) < 7`,
    ),
    check('collection_calendars_later', sql`${t.fromDay} > ${dayIn(t.createdAt)}`),
  ],
)

/** Days without collection. Each is set before its day, and can be removed only before it: what a past day was never changes. */
export const holidays = pgTable(
  'holidays',
  {
    id: id(),
    day: date({ mode: 'string' }).notNull(),
    name: text().notNull(),
    adminId: ref()
      .notNull()
      .references(() => admins.id),
    createdAt: createdAt(),
    /** A removed one is kept: instalments that it moved stay where they are. */
    removedAt: instant(),
  },
  (t) => [
    uniqueIndex('holidays_day_key').on(t.day).where(sql`${t.removedAt} is null`),
    check('holidays_later', sql`${t.day} > ${dayIn(t.createdAt)}`),
    check('holidays_removed', sql`${t.removedAt} is null or ${t.day} > ${dayIn(t.removedAt)}`),
  ],
)
