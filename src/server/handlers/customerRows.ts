import { and, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { textPattern } from '../conditions'
import { customers } from '../db/schema'
import type { Asked } from '../lists'
import type { ListTable } from '../pageOfIds'
import { askedOfEach } from './entryReferences'

/** As the indexes of the list have it, word for word. */
export const notDeleted = sql`not ${customers.isDeleted}`

export const customerName = sql<string>`trim(${customers.firstName} || ' ' || ${customers.lastName})`

export const notFound = (id: number) => `Customer with ID ${id} not found`

/** By name, phone or reference, in one box. */
export const matches = (search: string) => sql`${customers.searchText} like lower(${textPattern(search)})`

/** The rows of another list that are such a customer's: found by the index of the customers' own. */
export const isOfCustomer = (customerId: SQLWrapper, search: string) =>
  sql`${customerId} = any(array(select ${customers.id} from ${customers} where ${and(notDeleted, matches(search))}))`

/** The same for lists of millions: the database chooses whether it begins with the customers or with the list. */
export const isNamed = (customerId: SQLWrapper, search: string) =>
  sql`${customerId} in (select ${customers.id} from ${customers} where ${and(notDeleted, matches(search))})`

/**
 * Whether one customer is: for who goes through a list in its order and asks at each row. As a value, for of a set the
 * database would first gather all that match.
 */
export const isOneNamed = (customerId: SQLWrapper, search: string) =>
  sql`(select ${and(notDeleted, matches(search))} from ${customers} where ${customers.id} = ${customerId})`

/**
 * Two letters and a network's first digits are in so many customers that gathering them takes longer than asking each
 * row of a list; a name is gathered by its trigrams.
 */
export const isCommon = (search: string) => /^(\D{1,2}|\d{1,4})$/.test(search.trim())

/** A list whose rows are customers', in the order of `createdAt`. */
type OfCustomers = ListTable & { customerId: AnyPgColumn; createdAt: AnyPgColumn }

/**
 * A search in such a list: by what its rows hold themselves, which an index of words must know, and by whose they are.
 * What it finds is gathered from both indexes. Two letters are in neither: the list is read beside the customers. Where
 * more is found than can be reached, a page is soon full of rows that are asked one by one.
 */
export function soughtBy(table: OfCustomers, own: SQL, search: string): Asked {
  const named = and(notDeleted, matches(search))
  const isTheirs = sql`${table.customerId} = ${customers.id}`
  const columns = sql`${table.id}, ${table.createdAt}`
  const few =
    search.trim().length < 3
      ? { from: sql`${table} join ${customers} on ${isTheirs}`, where: or(own, named) }
      : {
          from: sql`(select ${columns} from ${table} where ${own} union all
            select ${columns} from ${customers} join ${table} on ${isTheirs} where ${and(named, not(own))}) as ${table}`,
          where: undefined,
        }
  return {
    where: sql`${table.id} in (select ${table.id} from ${few.from} where ${few.where ?? sql`true`})`,
    ofEach: askedOfEach(sql`${own} or ${isOneNamed(table.customerId, search)}`),
    few,
    searched: true,
  }
}
