import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, ref } from './columns'
import { admins } from './schema'

/**
 * Files that were uploaded and that no change has used yet. The row exists before the file is stored and is deleted by the
 * change that uses it, so that no file is without a row that names it (files/uploads.ts).
 */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    adminId: ref()
      .notNull()
      .references(() => admins.id),
    /** The name in the file store. */
    file: text().notNull().unique(),
    /** Null while the file is being stored. */
    storedAt: instant(),
    /** When the file began to be removed, because nothing used it. */
    expiredAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt),
    index().on(t.adminId),
    check('uploads_state', sql`${t.expiredAt} is null or ${t.expiredAt} >= ${t.createdAt}`),
  ],
)
