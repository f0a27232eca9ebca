import { sql } from 'drizzle-orm'
import { customers } from '../../db/tables/schema'

/** A customer's fields in the rows of other lists. */
export const customerParts = {
  customer_firstname: customers.firstName,
  customer_lastname: customers.lastName,
  customer_phone: customers.phoneNumber,
}

/** Never null. */
export const customerName = sql<string>`trim(${customers.firstName} || ' ' || ${customers.lastName})`

/** Must match the condition of the list's indexes. */
export const notDeleted = sql`not ${customers.isDeleted}`

export const notFound = (id: number) => `Customer with ID ${id} not found`
