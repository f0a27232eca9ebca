import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '../db/database'
import { agents, customers } from '../db/tables/schema'
import { reject } from '../errors/refusals'

/** The agents of a customer: who recruited them, and who collects. */
export const recruiter = alias(agents, 'brought_by')
export const collector = alias(agents, 'collects')

/** Who a customer is, in queries that join both agents. */
export const profileFields = {
  reference: sql<string>`${customers.reference}`,
  first_name: customers.firstName,
  last_name: customers.lastName,
  phone_number: customers.phoneNumber,
  status: customers.isActive,
  state: customers.state,
  lga: customers.lga,
  agentName: sql<string>`${recruiter.name}`,
  assignedAgentName: sql<string>`${collector.name}`,
}

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

/** Refuses a customer who is unknown or deleted. */
export async function expectCustomer(queries: Queries, id: number) {
  if ((await queries.$count(customers, and(eq(customers.id, id), notDeleted))) === 0) reject(notFound(id))
}
