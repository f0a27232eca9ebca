import { and, type SQLWrapper, sql } from 'drizzle-orm'
import { customers } from '../db/schema'
import { textPattern } from '../conditions'

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
