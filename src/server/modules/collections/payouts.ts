import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { DuePayout } from '#contract/calls/collections'
import { showDate } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import { withdrawals } from '../../db/tables/money'
import { agentPayouts } from '../../db/tables/payouts'
import { customers } from '../../db/tables/schema'
import { customerName } from '../../people/customerColumns'

export const duePayout = {
  withdrawal_id: withdrawals.id,
  reference: withdrawals.reference,
  user_id: customers.id,
  customer: customerName,
  customer_reference: sql<string>`${customers.reference}`,
  customer_phone: customers.phoneNumber,
  amount: withdrawals.amount,
}

/** The withdrawals that an agent is to pay on a day, as the customers are assigned now, by customer; none of a frozen one. */
export const payoutsOf = (queries: Queries, agentId: number, day: string): Promise<DuePayout[]> =>
  queries
    .select(duePayout)
    .from(agentPayouts)
    .innerJoin(withdrawals, eq(withdrawals.id, agentPayouts.withdrawalId))
    .innerJoin(customers, eq(customers.id, withdrawals.customerId))
    .where(
      and(
        eq(agentPayouts.state, 'to pay'),
        eq(agentPayouts.payOn, day),
        eq(customers.assignedAgentId, agentId),
        eq(customers.isFrozen, false),
      ),
    )
    .orderBy(asc(customerName), asc(withdrawals.id))

export type SheetPayout = Awaited<ReturnType<typeof lockPayouts>>[number]

/** Locks withdrawals that agents were to pay, in the order of their ids, until the commit. */
export const lockPayouts = (queries: Queries, ids: readonly number[]) =>
  queries
    .select({
      withdrawalId: agentPayouts.withdrawalId,
      state: agentPayouts.state,
      payOn: agentPayouts.payOn,
      reference: withdrawals.reference,
      amount: withdrawals.amount,
      customerId: withdrawals.customerId,
    })
    .from(agentPayouts)
    .innerJoin(withdrawals, eq(withdrawals.id, agentPayouts.withdrawalId))
    .where(inArray(agentPayouts.withdrawalId, [...ids]))
    .orderBy(asc(agentPayouts.withdrawalId))
    .for('update', { of: agentPayouts })

/** Why a sheet of a day does not pay a withdrawal; false if it does. */
export const payoutFault = ({ state, payOn }: SheetPayout, day: string): string | false =>
  (state !== 'to pay' && `the withdrawal is ${state} already`) ||
  (payOn !== day && `the agent pays the withdrawal on ${showDate(payOn)}`)
