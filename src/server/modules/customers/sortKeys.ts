import { sql } from 'drizzle-orm'
import { customers } from '../../db/schema'

/** As the indexes of the list have it, word for word. */
export const notDeleted = sql`not ${customers.isDeleted}`

export const customerName = sql<string>`trim(${customers.firstName} || ' ' || ${customers.lastName})`

export const notFound = (id: number) => `Customer with ID ${id} not found`
