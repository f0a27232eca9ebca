import { type AnyColumn, and, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { textPattern } from '../../lists/conditions'
import { entries } from '../../db/ledgerTables'
import { entryKinds } from '../../db/ledgerKinds'
import type { ListQuery } from '../../lists/lists'
import { type Owned, searchByOwner } from '../../lists/searchText'

type Movement = { reference: AnyColumn; entryId: AnyColumn; madeAt: AnyColumn }

/** Nobody's name and no phone number begins like this. */
const referenceStart = new RegExp(`^(${Object.values(entryKinds).join('|')})(-|$)`)

/**
 * A search in a table of movements, whose references are their entries'. A reference is looked for by what it begins with
 * (letters, day, all of it) or by the number at its end, as it is read out on the phone: both stand in an index, and what
 * is in the middle does not. Any other text is looked for in the owners.
 */
export function searchByReference(
  { movement, ...owned }: Owned & { movement: Movement },
  search: string,
  within: SQL | undefined,
): ListQuery {
  const text = search.trim().toUpperCase()
  const pattern = referencePattern(search)
  if (pattern) {
    const begins = sql`${movement.reference} like ${pattern}`
    const days = and(within, madeInRange(movement.madeAt, text))
    return { where: and(days, begins), scan: { within: days, rowCondition: begins }, uncounted: true }
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

/** Six digits at least; they may be a part of a phone number just as well. */
const numberAtEnd = /^[\d-]{6,}$/

/** The pattern of a reference's beginning, where a search is one. */
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

/**
 * What a reference begins with says when it was made, so that no other days are read: those that 'LD-2611' leaves open,
 * with one to spare at either end.
 */
function madeInRange(madeAt: AnyColumn, text: string): SQL | undefined {
  const digits = /^[A-Z]{2}-(\d{1,6})/.exec(text)?.[1]
  if (digits === undefined) return undefined
  const dayOf = (fill: '0' | '9') => {
    const [year = 0, month = 0, day = 0] = digits.padEnd(6, fill).match(/\d\d/g)?.map(Number) ?? []
    return Date.UTC(2000 + year, Math.min(Math.max(month, 1), 12) - 1, Math.min(Math.max(day, 1), 31))
  }
  return and(gte(madeAt, new Date(dayOf('0') - dayMs)), lt(madeAt, new Date(dayOf('9') + 2 * dayMs)))
}
