import { sql } from 'drizzle-orm'
import { customers } from '../../db/schema'

/** A customer in the rows of other lists, as the spec names the fields. */
export const customerParts = {
  customer_firstname: customers.firstName,
  customer_lastname: customers.lastName,
  customer_phone: customers.phoneNumber,
}

/** Never null: a search over it and a reference finds either. */
export const customerName = sql<string>`(${customers.firstName} || ' ' || ${customers.lastName})`
