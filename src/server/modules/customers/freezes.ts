import { and, desc, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { shownFreezes } from '#contract/calls/freezes'
import type { Calls } from '#contract/index'
import { isMaker, isSameActor, newRightsFault } from '../../approvals/separationOfDuties'
import type { Queries } from '../../db/database'
import { customerFreezes } from '../../db/tables/limits'
import { admins, customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { lagosStamp } from '../../lists/conditions'
import { customerName, notDeleted, notFound } from '../../people/customerColumns'

type FreezeCalls = Pick<Calls['customers'], 'getCustomerFreezes' | 'freezeCustomer' | 'unfreezeCustomer'>

const freezer = alias(admins, 'freezer')
const lifter = alias(admins, 'lifter')

export const freezeHandlers: HandlersFor<FreezeCalls> = {
  getCustomerFreezes: async ({ customer_id }, context) => {
    const { queries } = context
    const [customer] = await queries
      .select({ frozen: customers.isFrozen })
      .from(customers)
      .where(and(eq(customers.id, customer_id), notDeleted))
    if (!customer) return reject(notFound(customer_id))
    const freezes = await queries
      .select({
        id: customerFreezes.id,
        created_at: lagosStamp(customerFreezes.createdAt),
        reason: customerFreezes.reason,
        frozen_by_name: freezer.name,
        lifted_at: lagosStamp(customerFreezes.liftedAt),
        lifted_by_name: lifter.name,
        lift_reason: customerFreezes.liftReason,
      })
      .from(customerFreezes)
      .innerJoin(freezer, eq(freezer.id, customerFreezes.frozenBy))
      .leftJoin(lifter, eq(lifter.id, customerFreezes.liftedBy))
      .where(eq(customerFreezes.customerId, customer_id))
      .orderBy(desc(customerFreezes.id))
      .limit(shownFreezes)
    const standing = customer.frozen ? await standingFreeze(queries, customer_id) : undefined
    return {
      data: { ...customer, freezes, against: standing ? againstLifting(standing, context) : null },
    }
  },

  /** Changes the customer's row, which everything that pays a customer holds: what pays now ends first. */
  freezeCustomer: async ({ customer_id, reason }, context) => {
    const { queries, actor, now } = context
    const { name, isFrozen } = await lockForChange(customer_id, context)
    if (isFrozen) reject(`${name} is frozen already.`)
    await queries
      .insert(customerFreezes)
      .values({ customerId: customer_id, reason: reason.trim(), frozenBy: actor.adminId, createdAt: now })
    await setFrozen(true, customer_id, context)
    return { message: `${name} is frozen. Nothing goes out until another admin lifts that.` }
  },

  unfreezeCustomer: async ({ customer_id, reason }, context) => {
    const { queries, actor, now } = context
    const { name, isFrozen } = await lockForChange(customer_id, context)
    const standing = isFrozen ? await standingFreeze(queries, customer_id) : undefined
    if (!standing) return reject(`${name} is not frozen.`)
    const against = againstLifting(standing, context)
    if (against) reject(against)
    await queries
      .update(customerFreezes)
      .set({ liftedBy: actor.adminId, liftedAt: now, liftReason: reason.trim() })
      .where(eq(customerFreezes.id, standing.id))
    await setFrozen(false, customer_id, context)
    return { message: `${name} is not frozen any more.` }
  },
}

async function lockForChange(id: number, { queries, setAuditSubject, actorNow }: Context) {
  await setAuditSubject('customer', id)
  const [customer] = await queries
    .select({ name: customerName, isFrozen: customers.isFrozen })
    .from(customers)
    .where(and(eq(customers.id, id), notDeleted))
    .for('no key update')
  if (!customer) return reject(notFound(id))
  // Waiting for the lock takes time, in which rights may go.
  await actorNow()
  return customer
}

async function standingFreeze(queries: Queries, customerId: number) {
  const [freeze] = await queries
    .select()
    .from(customerFreezes)
    .where(and(eq(customerFreezes.customerId, customerId), isNull(customerFreezes.liftedBy)))
  return freeze
}

/** Lifting it is a decision on what another admin did. */
function againstLifting({ frozenBy }: { frozenBy: number }, context: Context): string | null {
  if (isSameActor(context, frozenBy)) return 'You froze this customer yourself. Another admin must lift it.'
  return (
    newRightsFault(context) ??
    (isMaker(context, frozenBy)
      ? 'This customer was frozen by an admin who gave you rights. Another admin must lift it.'
      : null)
  )
}

const setFrozen = (isFrozen: boolean, id: number, { queries, now }: Context) =>
  queries.update(customers).set({ isFrozen, updatedAt: now }).where(eq(customers.id, id))
