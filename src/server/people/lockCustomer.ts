import { and, eq } from 'drizzle-orm'
import type { Queries } from '../db/database'
import { customers } from '../db/tables/schema'
import { reject } from '../errors/refusals'

/**
 * Locks an existing customer against changes until the commit; 'no key update' also against movements and other loans and wallets.
 * Lock order: customers before accounts.
 */
export async function lockCustomer(
  queries: Queries,
  id: number,
  strength: 'share' | 'no key update' = 'share',
) {
  const [customer] = await queries
    .select({ isActive: customers.isActive, assignedAgentId: customers.assignedAgentId })
    .from(customers)
    .where(and(eq(customers.id, id), eq(customers.isDeleted, false)))
    .for(strength)
  return customer ?? reject(`Customer with ID ${id} not found`)
}
