import { sql } from 'drizzle-orm'
import { customers } from '../../db/schema'

/** Must match the condition of the list's indexes. */
export const notDeleted = sql`not ${customers.isDeleted}`

export const customerName = sql<string>`trim(${customers.firstName} || ' ' || ${customers.lastName})`

export const notFound = (id: number) => `Customer with ID ${id} not found`
