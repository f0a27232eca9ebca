import { sql } from 'drizzle-orm'
import { customers } from '../../db/schema'

/** A customer's fields in the rows of other lists. */
export const customerParts = {
  customer_firstname: customers.firstName,
  customer_lastname: customers.lastName,
  customer_phone: customers.phoneNumber,
}

/** Never null. */
export const customerName = sql<string>`(${customers.firstName} || ' ' || ${customers.lastName})`
