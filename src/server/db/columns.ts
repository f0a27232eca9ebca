import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'
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
export const nought = 0 as Kobo
