import { type SQLWrapper, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, customType, index, text, timestamp } from 'drizzle-orm/pg-core'
import type { Kobo } from '#contract/values'

export const id = () => bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity()
export const ref = () => bigint({ mode: 'number' })
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => instant().notNull().defaultNow()

/** Kobo as bigint; the driver returns text, so that nothing is rounded. */
export const kobo = customType<{ data: Kobo; driverData: string }>({
  dataType: () => 'bigint',
  fromDriver: (value) => Number(value) as Kobo,
  toDriver: (value) => String(value),
})
/** The folded text to search (domain/text/fold.ts), maintained by triggers (migration 'folded_searches', lists/searchText.ts). */
export const searchText = () => text().notNull().default('')
/** For trigrams: a hyphen would end a word, and 'cu-0' would match every text with a word of '0…'. */
export const withoutHyphens = (text: SQLWrapper) => sql`replace(${text}, '-', 'x')`
/** The number of an instant's period of 32 days (migration 0019). */
export const periodOf = (at: SQLWrapper) => sql`period_of(${at})`
export const periodsOf = (instants: readonly AnyPgColumn[]) =>
  sql`(array[${sql.join(instants.map(periodOf), sql`, `)}])`
/**
 * One index of a search text: its trigrams, letters and letter pairs, and the periods of the row's instants, so that a
 * search can read period by period from the newest. Without fast update: its pending list would be scanned for each
 * period.
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
