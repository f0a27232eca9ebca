import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { gsm7, ucs2 } from '#domain/text/sms'

/** `segmentsOf` in SQL, for lists and their files. */
export const segmentsIn = (text: SQLWrapper): SQL<number> =>
  sql<number>`(case when ${text} ~ ${literal(gsm7.only)} then ${counted(text, gsm7)} else ${counted(text, ucs2)} end)`

/** A constant of the source, not a parameter: the SQL of a list is text. */
const literal = (constant: string) => sql.raw(`'${constant}'`)

function counted(text: SQLWrapper, { pairs, single, part }: typeof ucs2) {
  const units = sql`regexp_replace(${text}, ${literal(pairs)}, chr(27) || '\\1', 'g')`
  return sql`case when length(${units}) <= ${sql.raw(String(single))} then 1
    else length(regexp_replace(${units}, ${literal(part)}, 'x', 'g')) end`
}
