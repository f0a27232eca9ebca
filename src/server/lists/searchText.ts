import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { perRowCondition, textPattern } from './conditions'
import { withoutHyphens } from '../db/tables/columns'
import type { ListQuery } from './lists'
import type { ListTable } from './pageOfIds'

/**
 * A table with a lower-case search text: the row's own texts and its customer's name, phone and reference, maintained by
 * triggers (migration 0014). One index covers its trigrams, its letters, and the periods of the instants by which lists
 * of the table are ordered (migration 0020).
 */
export type SearchableTable = ListTable & {
  searchText: AnyPgColumn
  createdAt: AnyPgColumn
  disbursedDate?: AnyPgColumn
}

/** The search as a condition on one row. */
export const rowMatches = ({ searchText }: { searchText: SQLWrapper }, search: string) =>
  sql`${searchText} like lower(${textPattern(search)})`

/** The search as an indexed condition. One or two letters have no trigrams and use the index of letter pairs. */
export function indexMatches(table: { searchText: SQLWrapper }, search: string): SQL {
  const { searchText } = table
  if (/^[^\d\s+.@-]{1,2}$/u.test(search)) return sql`name_grams(${searchText}) @> array[lower(${search})]`
  // Every row has a reference's prefix: searching without it is faster.
  const part = search.replace(/^[a-z]{2}(?=-\d\d)/i, '').replaceAll('-', 'x')
  const indexed = sql`${withoutHyphens(searchText)} like lower(${textPattern(part)})`
  // Only a text with one of these two can match wrongly and needs a recheck.
  return /[-x]/i.test(search) ? sql`(${indexed} and ${perRowCondition(rowMatches(table, search))})` : indexed
}

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
