import { type AnyColumn, and, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { textPattern } from './conditions'
import { entries } from '../db/tables/ledger'
import { entryKinds } from '../db/tables/ledgerKinds'
import type { ListQuery } from './lists'
import { type Owned, searchByOwner } from './searchText'

type Movement = { reference: AnyColumn; entryId: AnyColumn; madeAt: AnyColumn }

/** No name or phone number starts like this. */
const referenceStart = new RegExp(`^(${Object.values(entryKinds).join('|')})(-|$)`)

/**
 * A search for movements, whose references are those of their entries. References are matched at the start (prefix, day,
 * all of it) or at the end (the number), both by index. Any other text is searched in the owners.
 */
export function searchByReference(
  { movement, ...owned }: Owned & { movement: Movement },
  search: string,
  within: SQL | undefined,
): ListQuery {
  const text = search.trim().toUpperCase()
  const pattern = referencePattern(search)
  if (pattern) {
    const startsWith = sql`${movement.reference} like ${pattern}`
    const days = and(within, madeInRange(movement.madeAt, text))
    return { where: and(days, startsWith), scan: { within: days, rowCondition: startsWith }, uncounted: true }
  }
  const byOwner = searchByOwner(owned, search, within)
  if (!numberAtEnd.test(text)) return byOwner
  const { table } = owned
  const ended = entriesEnding(text)
  const isEnded = sql`${movement.entryId} in (${ended})`
  const columns = sql`select ${table}.*`
  return {
    ...byOwner,
    where: and(within, or(isEnded, byOwner.isTheirs)),
    few: {
      from: sql`(${columns} from ${table} where ${movement.entryId} = any(array(${ended})) union
        ${columns} from ${byOwner.few.from}) as ${table}`,
      where: within,
    },
    scan: { within, rowCondition: sql`(${byOwner.scan.rowCondition} or ${isEnded})` },
  }
}

/** At least six digits; they may also be part of a phone number. */
const numberAtEnd = /^[\d-]{6,}$/

/** The LIKE pattern for references that start with the search; undefined if it is not the start of one. */
export function referencePattern(search: string): string | undefined {
  const text = search.trim().toUpperCase()
  return referenceStart.test(text) ? prefixPattern(text) : undefined
}
const prefixPattern = (text: string) => textPattern(text).slice(1)

function entriesEnding(text: string): SQL {
  const backwards = prefixPattern(text.split('').toReversed().join(''))
  return sql`select ${entries.id} from ${entries} where reverse(${entries.reference}) like ${backwards}`
}

const dayMs = 86_400_000

/** Limits the search to the days that a reference's start allows, such as November 2026 for 'LD-2611', with one day of margin. */
function madeInRange(madeAt: AnyColumn, text: string): SQL | undefined {
  const digits = /^[A-Z]{2}-(\d{1,6})/.exec(text)?.[1]
  if (digits === undefined) return undefined
  const dayOf = (fill: '0' | '9') => {
    const [year = 0, month = 0, day = 0] = digits.padEnd(6, fill).match(/\d\d/g)?.map(Number) ?? []
    return Date.UTC(2000 + year, Math.min(Math.max(month, 1), 12) - 1, Math.min(Math.max(day, 1), 31))
  }
  return and(gte(madeAt, new Date(dayOf('0') - dayMs)), lt(madeAt, new Date(dayOf('9') + 2 * dayMs)))
}
