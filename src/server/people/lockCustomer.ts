import { and, eq } from 'drizzle-orm'
import type { Queries } from '../db/database'
import { customers } from '../db/tables/schema'
import { reject } from '../errors/refusals'
import { customerName } from './customerColumns'

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
    .select({
      name: customerName,
      isActive: customers.isActive,
      isFrozen: customers.isFrozen,
      assignedAgentId: customers.assignedAgentId,
    })
    .from(customers)
    .where(and(eq(customers.id, id), eq(customers.isDeleted, false)))
    .for(strength)
  return customer ?? reject(`Customer with ID ${id} not found`)
}

/** Why nothing is paid to a customer (rules.md, "Frozen customer"). */
export const frozenFault = ({ name }: { name: string }) =>
  `${name} is frozen: nothing goes out until another admin lifts that.`

/** The same lock; rejects a frozen customer, to whom nothing is paid. */
export async function lockPaidCustomer(queries: Queries, id: number) {
  const customer = await lockCustomer(queries, id)
  return customer.isFrozen ? reject(frozenFault(customer)) : customer
}
