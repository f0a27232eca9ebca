import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { partsInOrder, searchForms } from '#domain/text/matching'
import { perRowCondition } from './conditions'
import { withoutHyphens } from '../db/tables/columns'
import type { ListQuery } from './lists'
import type { ListTable } from './pageOfIds'

/**
 * A table with a folded search text: the row's own texts and its customer's name, phone and reference, maintained by
 * triggers (migrations 0014 and 'folded_searches'). One index covers its trigrams, its letters, and the periods of the instants by which lists
 * of the table are ordered (migration 0020).
 */
export type SearchableTable = ListTable & {
  searchText: AnyPgColumn
  createdAt: AnyPgColumn
  disbursedDate?: AnyPgColumn
}

/** The search as a condition on one row. */
export const rowMatches = ({ searchText }: { searchText: SQLWrapper }, search: string): SQL =>
  oneOf(searchForms(search).map((parts) => partsMatch(searchText, parts)))

/** A person of a small table, whose names have no search text. */
export const personMatches = (name: SQLWrapper, search: string) =>
  rowMatches({ searchText: sql`fold_person(${name})` }, search)

/** The search as an indexed condition. One or two letters have no trigrams and use the index of letter pairs. */
export const indexMatches = ({ searchText }: { searchText: SQLWrapper }, search: string): SQL =>
  oneOf(searchForms(search).map((parts) => indexedPartsMatch(searchText, parts)))

function indexedPartsMatch(searchText: SQLWrapper, parts: readonly string[]): SQL {
  const [first = '', ...more] = parts
  if (more.length === 0 && /^[^\d\s+.@-]{1,2}$/u.test(first))
    return sql`name_grams(${searchText}) @> array[${first}]`
  // Every row has a reference's prefix: searching without it is faster.
  const part = first.replace(/^[a-z]{2}(?=-\d\d)/, '')
  const pattern = partsPattern([part, ...more]).replaceAll('-', 'x')
  const indexed = sql`${withoutHyphens(searchText)} like ${pattern}`
  // Only a text with one of these two, or with parts, can match wrongly and needs a recheck.
  return more.length > 0 || /[-x]/.test(first)
    ? sql`(${indexed} and ${perRowCondition(partsMatch(searchText, parts))})`
    : indexed
}

function partsMatch(searchText: SQLWrapper, parts: readonly string[]): SQL {
  const matches = sql`${searchText} like ${partsPattern(parts)}`
  return parts.length < 2 ? matches : sql`(${matches} and ${searchText} ~ ${partsInOrder(parts, '[ -]?')})`
}

const oneOf = (conditions: readonly SQL[]) => or(...conditions) ?? sql`false`
const partsPattern = (parts: readonly string[]) =>
  `%${parts.map((part) => part.replaceAll(/[\\%_]/g, '\\$&')).join('%')}%`

/** The query of a list of such a table, with an optional search; `within` is the list's own condition. */
export const searchQuery = (table: SearchableTable, search: string | undefined, within?: SQL): ListQuery =>
  search
    ? {
        where: and(within, indexMatches(table, search)),
        scan: {
          within,
          rowCondition: rowMatches(table, search),
          byPeriod: {
            matches: indexMatches(table, search),
            instants: [table.createdAt, ...(table.disbursedDate ? [table.disbursedDate] : [])],
          },
        },
        uncounted: true,
      }
    : { where: within, uncounted: true }

/** A table of movements whose rows are searched by their owner: repayments by their loan. */
export type Owned = { table: ListTable; ownerId: AnyPgColumn; owner: SearchableTable; isOwner?: SQL }

/** A search for movements by their owner; matches are gathered owner by owner. */
export function searchByOwner(
  { table, ownerId, owner, isOwner }: Owned,
  search: string,
  within: SQL | undefined,
) {
  const matching = sql`select ${owner.id} from ${owner} where ${and(isOwner, indexMatches(owner, search))}`
  const isTheirs = sql`${ownerId} in (${matching})`
  return {
    isTheirs,
    where: and(within, isTheirs),
    few: { from: sql`(${matching}) as found (id) join ${table} on ${ownerId} = found.id`, where: within },
    scan: {
      within,
      // A scalar subquery: with a set the database would first gather all matches.
      rowCondition: sql`(select ${and(isOwner, rowMatches(owner, search))} from ${owner} where ${owner.id} = ${ownerId})`,
      owners: {
        matching,
        estimate: sql`select from ${owner} where ${and(isOwner, rowMatches(owner, search))}`,
        all: sql`select from ${owner} where ${isOwner ?? sql`true`}`,
        lookupCondition: perRowCondition(isTheirs),
      },
    },
    uncounted: true as const,
  }
}
