import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, ref } from './columns'
import { fieldUploads } from './field'
import { admins } from './schema'

/**
 * Files that were uploaded and that no change has used yet. The row exists before the file is stored and is deleted by the
 * change that uses it, so that no file is without a row that names it (files/uploads.ts).
 */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    /** Null for what a device sent. */
    adminId: ref().references(() => admins.id),
    /** The name in the file store. */
    file: text().notNull().unique(),
    /** Null while the file is being stored. */
    storedAt: instant(),
    /** When the file began to be removed, because nothing used it. */
    expiredAt: instant(),
    /** What a device sends: the whole file, or a part until it is whole, from this byte on. */
    fieldUploadId: ref().references(() => fieldUploads.id),
    startsAt: integer(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt),
    index().on(t.adminId),
    index().on(t.fieldUploadId),
    check('uploads_state', sql`${t.expiredAt} is null or ${t.expiredAt} >= ${t.createdAt}`),
  ],
)
