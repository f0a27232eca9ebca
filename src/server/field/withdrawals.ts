import { and, desc, eq, or, sql } from 'drizzle-orm'
import { listedDays } from '#contract/field/withdrawals'
import { withdrawals } from '../db/tables/money'
import { agentPayouts } from '../db/tables/payouts'
import { customers } from '../db/tables/schema'
import { reject } from '../errors/refusals'
import { payByDevice } from '../modules/collections/paidByDevice'
import { requestWithdrawal } from '../modules/withdrawals/request'
import { cashOf } from '../people/agentCash'
import { customerName, notDeleted } from '../people/customerColumns'
import { deviceOf, type FieldHandlers } from './context'
import { notYours, once } from './once'
import { assertPrimary } from './primary'

type WithdrawalHandlers = Pick<FieldHandlers, 'requestWithdrawal' | 'getWithdrawals' | 'recordPayout'>

export const withdrawalHandlers: WithdrawalHandlers = {
  requestWithdrawal: (input, context) =>
    once(
      context,
      { kind: 'requested withdrawal', action: 'requestedWithdrawal' },
      input,
      async (tx, device) => {
        const { now } = context
        const { id, customer_id: customerId, amount, description } = input
        const approvedBy = await assertPrimary(tx, device, now)
        const [customer] = await tx
          .select({ isFrozen: customers.isFrozen })
          .from(customers)
          .where(and(eq(customers.id, customerId), eq(customers.assignedAgentId, device.agentId), notDeleted))
          .for('share')
        if (!customer) return notYours('customer of yours')
        // In words without the customer's name, which would stay here of one who is anonymised.
        if (customer.isFrozen)
          reject('This customer is frozen: nothing goes out until the office lifts that.')
        if (approvedBy === null) return reject('The office must approve this device again.')
        const made = await requestWithdrawal(
          { queries: tx, now },
          {
            customerId,
            amount,
            description,
            requestedBy: approvedBy,
            requestedByAgentId: device.agentId,
          },
        )
        const { reference, message } = made
        return { reply: { id, withdrawal_id: made.id, reference, message }, reference, customerId }
      },
    ),

  getWithdrawals: async (_input, context) => {
    const { queries, now } = context
    const { agentId } = deviceOf(context)
    const since = new Date(now.getTime() - listedDays * 86_400_000).toISOString()
    const rows = await queries
      .select({
        withdrawal_id: withdrawals.id,
        reference: withdrawals.reference,
        customer_id: customers.id,
        customer: customerName,
        amount: withdrawals.amount,
        description: withdrawals.description,
        status: withdrawals.status,
        rejection_reason: withdrawals.rejectionReason,
        is_own: sql<boolean>`${withdrawals.requestedByAgentId} is not distinct from ${agentId}`,
        payment: agentPayouts.state,
        pay_on: agentPayouts.payOn,
        requestedAt: withdrawals.createdAt,
        decidedAt: withdrawals.decidedAt,
      })
      .from(withdrawals)
      .innerJoin(customers, eq(customers.id, withdrawals.customerId))
      .leftJoin(agentPayouts, eq(agentPayouts.withdrawalId, withdrawals.id))
      .where(
        and(
          eq(customers.assignedAgentId, agentId),
          notDeleted,
          or(eq(withdrawals.requestedByAgentId, agentId), sql`${agentPayouts.id} is not null`),
          sql`(${withdrawals.status} = 'pending' or ${agentPayouts.state} = 'to pay'
            or greatest(${withdrawals.createdAt}, ${withdrawals.decidedAt}, ${agentPayouts.settledAt}) >= ${since})`,
        ),
      )
      .orderBy(desc(withdrawals.id))
      .limit(1000)
    return {
      withdrawals: rows.map(({ requestedAt, decidedAt, ...row }) => ({
        ...row,
        requested_at: requestedAt.toISOString(),
        decided_at: decidedAt?.toISOString() ?? null,
      })),
    }
  },

  recordPayout: async (input, context) => {
    const { now, services, queries } = context
    const { id, withdrawal_id: withdrawalId, day } = input
    const act = { kind: 'paid withdrawal', action: 'paidWithdrawal' } as const
    const reply = await once(context, act, input, async (tx, device) => {
      const { agentId, agentName, deviceId } = device
      const said = { withdrawalId, day, agent: { id: agentId, name: agentName }, deviceId }
      const paid = await payByDevice({ queries: tx, now, services }, said, () =>
        assertPrimary(tx, device, now),
      )
      if (!paid) return notYours('withdrawal of your customers')
      const { customerId, ...made } = paid
      return { reply: { id, ...made }, reference: made.reference, customerId }
    })
    const { holds } = await cashOf(queries, deviceOf(context).agentId)
    return { ...reply, holds }
  },
}
