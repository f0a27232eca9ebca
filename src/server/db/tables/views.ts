import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ViewContent } from '#contract/calls/views'
import { createdAt, id, ref } from './columns'
import { admins, roles } from './schema'

/** Filters, columns, order and density of a list under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: id(),
    adminId: ref()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** The name of the call. */
    list: text().notNull(),
    name: text().notNull(),
    content: jsonb().$type<ViewContent>().notNull(),
    /** Shared with the admins of this role. */
    roleId: ref().references(() => roles.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('saved_views_name_key').on(t.adminId, t.list, sql`lower(${t.name})`),
    index().on(t.roleId),
  ],
)

/** The view with which a list opens, by admin. */
export const defaultViews = pgTable(
  'default_views',
  {
    adminId: ref()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    list: text().notNull(),
    viewId: ref()
      .notNull()
      .references(() => savedViews.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.list] }), index().on(t.viewId)],
)
