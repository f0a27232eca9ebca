import { type AnyColumn, and, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { textPattern } from '../conditions'
import { entries } from '../db/ledgerTables'
import { entryKinds } from '../ledger/kinds'

type Movement = { reference: AnyColumn; entryId: AnyColumn; madeAt: AnyColumn }

/** Nobody's name and no phone number begins like this. */
const onlyReference = new RegExp(`^(${Object.values(entryKinds).join('|')})(-|$)`)

/**
 * Rows of a table of movements, whose references are their entries'. A reference is looked for by what it begins with
 * (letters, day, all of it) or by the number at its end, as it is told on the phone: both stand in an index, and what is
 * in the middle does not. Undefined for a text that is no reference: a name.
 */
export function byReference(movement: Movement, search: string, whose: SQL): SQL | undefined {
  const text = search.trim().toUpperCase()
  if (onlyReference.test(text)) return begins(movement, text)
  return numberAtEnd.test(text) ? or(whose, ends(movement, text)) : undefined
}

/** Six digits at least; they may be a part of a phone number just as well. */
const numberAtEnd = /^[\d-]{6,}$/
const beginning = (text: string) => textPattern(text).slice(1)

/** What a reference begins with says when it was made: no other days are read. */
const begins = ({ reference, madeAt }: Movement, text: string) =>
  and(sql`${reference} like ${beginning(text)}`, madeAsSaid(madeAt, text))

function ends({ entryId }: Movement, text: string): SQL {
  const backwards = beginning([...text].reverse().join(''))
  return sql`${entryId} = any(array(
    select ${entries.id} from ${entries} where reverse(${entries.reference}) like ${backwards}))`
}

const dayMs = 86_400_000

/** The days that 'LD-2611' leaves open, with one to spare at either end. */
function madeAsSaid(madeAt: AnyColumn, text: string): SQL | undefined {
  const digits = /^[A-Z]{2}-(\d{1,6})/.exec(text)?.[1]
  if (digits === undefined) return undefined
  const dayOf = (fill: '0' | '9') => {
    const [year = 0, month = 0, day = 0] = digits.padEnd(6, fill).match(/\d\d/g)?.map(Number) ?? []
    return Date.UTC(2000 + year, Math.min(Math.max(month, 1), 12) - 1, Math.min(Math.max(day, 1), 31))
  }
  return and(gte(madeAt, new Date(dayOf('0') - dayMs)), lt(madeAt, new Date(dayOf('9') + 2 * dayMs)))
}
