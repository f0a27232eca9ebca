import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, customType, index, text, timestamp } from 'drizzle-orm/pg-core'
import type { Kobo } from '#contract/values'

export const id = () => bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity()
export const ref = () => bigint({ mode: 'number' })
export const when = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => when().notNull().defaultNow()

/** bigint kobo; the driver gives it as text, so that nothing is rounded on the way. */
export const kobo = customType<{ data: Kobo; driverData: string }>({
  dataType: () => 'bigint',
  fromDriver: (value) => Number(value) as Kobo,
  toDriver: (value) => String(value),
})
/** Kept by triggers (migration 0014): what one search looks through, in small letters (server/searchText.ts). */
export const searchText = () => text().notNull().default('')
/** Its trigrams, and its letters and pairs of letters. */
export const searchIndexes = (table: string, column: AnyPgColumn) => [
  index(`${table}_text`).using('gin', sql`${column} gin_trgm_ops`),
  index(`${table}_letters`).using('gin', sql`name_grams(${column})`),
]
export const nought = 0 as Kobo
