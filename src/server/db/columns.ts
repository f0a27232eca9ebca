import { type SQLWrapper, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, customType, index, text, timestamp } from 'drizzle-orm/pg-core'
import type { Kobo } from '#contract/values'

export const id = () => bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity()
export const ref = () => bigint({ mode: 'number' })
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => instant().notNull().defaultNow()

/** bigint kobo; the driver gives it as text, so that nothing is rounded on the way. */
export const kobo = customType<{ data: Kobo; driverData: string }>({
  dataType: () => 'bigint',
  fromDriver: (value) => Number(value) as Kobo,
  toDriver: (value) => String(value),
})
/** Kept by triggers (migration 0014): what one search looks through, in small letters (server/lists/searchText.ts). */
export const searchText = () => text().notNull().default('')
/** As trigrams know it: a hyphen ends a word for them, and 'cu-0' would be found in every text with a word of '0…'. */
export const withoutHyphens = (text: SQLWrapper) => sql`replace(${text}, '-', 'x')`
/** In which period of thirty-two days an instant lies, by number (migration 0019). */
export const periodOf = (at: SQLWrapper) => sql`period_of(${at})`
export const periodsOf = (instants: readonly AnyPgColumn[]) =>
  sql`(array[${sql.join(instants.map(periodOf), sql`, `)}])`
/**
 * One index of a text to search: its trigrams, its letters and pairs of letters, and in which periods the row's instants
 * lie, so that a search can be answered period by period from the newest on. A list of entries that are not sorted in yet
 * would be read through for each period.
 */
export const searchIndex = (
  table: string,
  text: SQLWrapper,
  instants: readonly [AnyPgColumn, ...AnyPgColumn[]],
) =>
  index(`${table}_searched`)
    .using('gin', sql`${withoutHyphens(text)} gin_trgm_ops`, sql`name_grams(${text})`, periodsOf(instants))
    .with({ fastupdate: false })
    .concurrently()
export const zeroKobo = 0 as Kobo
