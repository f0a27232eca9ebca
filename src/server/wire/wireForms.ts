import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { WireForm } from '#contract/values'

/** The writers of `domain/wire.ts` in SQL. */
export const forms: Record<WireForm, (value: SQLWrapper) => SQL> = {
  id: (value) => sql`${value}`,
  naira: (value) => sql`to_char(${value}::numeric / 100, 'FM9999999999999990.00')`,
  percent: (value) => sql`trim_scale(${value}::numeric / 100)`,
  oneZero: (value) => sql`(${value})::int`,
  oneZeroText: (value) => sql`(${value})::int::text`,
  dayFirst: (value) => sql`to_char(${value}::date, 'DD-MM-YYYY')`,
  name: (value) => sql`${value}`,
  phone: (value) => sql`${value}`,
}
export const asForm = (form: WireForm | undefined, value: SQLWrapper) =>
  form ? forms[form](value) : sql`${value}`
