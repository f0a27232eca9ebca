import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { perRowCondition, textPattern } from './conditions'
import { withoutHyphens } from '../db/columns'
import type { ListQuery } from './lists'
import type { ListTable } from './pageOfIds'

/**
 * A table whose rows have one text in small letters to search: their own words and their customer's name, phone and
 * reference. Triggers keep it when either changes (migration 0014). One index holds its trigrams, its letters, and the
 * periods of the row's instants (migration 0020): those that lists of the table are in the order of.
 */
export type SearchableTable = ListTable & {
  searchText: AnyPgColumn
  createdAt: AnyPgColumn
  disbursedDate?: AnyPgColumn
}

/** As one row is checked. */
export const rowMatches = ({ searchText }: { searchText: SQLWrapper }, search: string) =>
  sql`${searchText} like lower(${textPattern(search)})`

/** As rows are gathered from an index: a letter or two, which have no trigrams, by the pairs of letters. */
export function indexMatches(table: { searchText: SQLWrapper }, search: string): SQL {
  const { searchText } = table
  if (/^[^\d\s+.@-]{1,2}$/u.test(search)) return sql`name_grams(${searchText}) @> array[lower(${search})]`
  // A reference's letters stand in every row: to compare where they are takes longer than to leave them out.
  const part = search.replace(/^[a-z]{2}(?=-\d\d)/i, '').replaceAll('-', 'x')
  const found = sql`${withoutHyphens(searchText)} like lower(${textPattern(part)})`
  // Only a text with one of the two may be found where it isn't.
  return /[-x]/i.test(search) ? sql`(${found} and ${perRowCondition(rowMatches(table, search))})` : found
}

/** A list of such a table, searched where there is a text to search for; `within` is the list's own condition. */
export const searchQuery = (table: SearchableTable, search: string | undefined, within?: SQL): ListQuery =>
  search
    ? {
        where: and(within, indexMatches(table, search)),
        walk: {
          within,
          ofEach: rowMatches(table, search),
          byPeriod: {
            found: indexMatches(table, search),
            instants: [table.createdAt, ...(table.disbursedDate ? [table.disbursedDate] : [])],
          },
        },
        uncounted: true,
      }
    : { where: within, uncounted: true }

/** A table of movements whose rows are found by what they belong to: repayments by their loan. */
export type Owned = { table: ListTable; ownerId: AnyPgColumn; owner: SearchableTable; isOwner?: SQL }

/** The same for the movements of such a table: what it finds is gathered owner by owner. */
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
    walk: {
      within,
      // As a value: of a set the database would first gather all that match.
      ofEach: sql`(select ${and(isOwner, rowMatches(owner, search))} from ${owner} where ${owner.id} = ${ownerId})`,
      owners: {
        matching,
        likely: sql`select from ${owner} where ${and(isOwner, rowMatches(owner, search))}`,
        all: sql`select from ${owner} where ${isOwner ?? sql`true`}`,
        ofEach: perRowCondition(isTheirs),
      },
    },
    uncounted: true as const,
  }
}
