import { eq, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/call'
import type { PaymentFilter } from '#contract/calls/withdrawals'
import type { Calls } from '#contract/index'
import { formatNaira } from '#domain/money/kobo'
import { lagosDay, showDate } from '#domain/time/lagos'
import { inPayment, isNotPaid } from '../../approvals/payments'
import { isMaker, isSameActor, newRightsFault } from '../../approvals/separationOfDuties'
import { lockRequest, requestNotFound } from '../../approvals/decisions'
import type { Queries } from '../../db/database'
import { collections } from '../../db/tables/collections'
import { withdrawals } from '../../db/tables/money'
import { agentPayouts } from '../../db/tables/payouts'
import { agents, customers } from '../../db/tables/schema'
import { invalid, reject } from '../../errors/refusals'
import type { Context } from '../../handler'
import { mainWalletOf } from '../../ledger/accounts'
import { payoutCancellation, payoutEntry, settlePayouts } from '../../ledger/payouts'
import { balanceOf, post } from '../../ledger/post'
import { madeBy } from '../../ledger/transfer'
import { writeMessages } from '../../messages/outbox'
import { messageTexts } from '../../messages/texts'
import { lockPaidCustomer } from '../../people/lockCustomer'
import { againstAgent, assertPayDay, lockPayingAgent } from '../../people/payingAgent'
import { approve, approveFirst } from './approve'

type Input<Name extends keyof Calls['withdrawals']> = InputOf<Calls['withdrawals'][Name]>

export const matchesPayment = (filter: PaymentFilter, context: Context) =>
  filter === 'not paid' ? isNotPaid(context) : inPayment(filter)

/** What is needed to say how a withdrawal is paid: its customer's agent, who pays it, and whether a sheet of its day is there. */
async function paymentOf(queries: Queries, id: number) {
  const [row] = await queries
    .select({
      withdrawalId: withdrawals.id,
      reference: withdrawals.reference,
      amount: withdrawals.amount,
      customerId: withdrawals.customerId,
      requestedBy: withdrawals.requestedBy,
      requestedByAgentId: withdrawals.requestedByAgentId,
      state: agentPayouts.state,
      payOn: agentPayouts.payOn,
      agent: agents.name,
      agentStatus: agents.status,
      sheetRecorded: sql<boolean>`exists (select from ${collections}
        where ${collections.agentId} = ${agents.id} and ${collections.day} = ${agentPayouts.payOn})`,
    })
    .from(withdrawals)
    .innerJoin(customers, eq(customers.id, withdrawals.customerId))
    .innerJoin(agents, eq(agents.id, customers.assignedAgentId))
    .leftJoin(agentPayouts, eq(agentPayouts.withdrawalId, withdrawals.id))
    .where(eq(withdrawals.id, id))
  return row ?? reject(requestNotFound('withdrawals', id))
}
type Payment = Awaited<ReturnType<typeof paymentOf>>

/** The fields of a withdrawal's case about its payment. */
export async function paymentCaseOf(id: number, context: Context) {
  const payment = await paymentOf(context.queries, id)
  const { agent, agentStatus, sheetRecorded } = payment
  return {
    agent,
    agent_against: againstAgent({ name: agent, status: agentStatus }),
    sheet_recorded: sheetRecorded,
    payment_against: againstPayment(payment, context),
  }
}

/** Why the caller may not say how a withdrawal is paid; null if they may, or if nothing is to be paid. */
function againstPayment(
  { reference, requestedBy, requestedByAgentId, state, payOn, agent, sheetRecorded }: Payment,
  context: Context,
): string | null {
  if (state !== 'to pay') return null
  if (isSameActor(context, requestedBy))
    return `You ${requestedByAgentId ? 'approved the device of' : 'created'} withdrawal ${reference} yourself. Another admin must say how it is paid.`
  const newRights = newRightsFault(context)
  if (newRights) return newRights
  if (isMaker(context, requestedBy))
    return `Withdrawal ${reference} is of an admin who gave you rights. Another admin must say how it is paid.`
  return payOn === lagosDay(context.now) && !sheetRecorded
    ? `${agent} may be paying ${reference} today. Record the sheet of today first.`
    : null
}

/** Rejects another way than the agent while the agent is still to pay it: the customer would be paid twice. */
function assertAgentIsDone({ reference, payOn, agent }: Payment, { now }: Context) {
  if (payOn && payOn > lagosDay(now))
    reject(`${agent} pays ${reference} on ${showDate(payOn)}. Until then only the day can be changed.`)
}

/** Approves a withdrawal that the customer's agent pays: its amount leaves the main wallet, and is to be paid. */
export async function approveForAgent(
  { id, pay_on: payOn }: Input<'approveWithdrawalForAgent'>,
  context: Context,
) {
  const { queries, now } = context
  const request = await lockRequest('withdrawals', id, context)
  const first = await approveFirst(request, context)
  if (first) return { message: first, data: { reference: request.reference } }
  await assertPayDay(queries, payOn, now)
  const { name: agent } = await lockPayingAgent(queries, request.customerId)
  const after = await approve(request, 'agent', context, (made) =>
    messageTexts.withdrawalForAgent({ ...made, agent, day: payOn }),
  )
  await queries.insert(agentPayouts).values({ withdrawalId: id, payOn, createdAt: now })
  const { reference, amount } = request
  return {
    message: `Withdrawal ${reference} approved: ${agent} pays ${formatNaira(amount)} on ${showDate(payOn)}. Balance of the main wallet: ${formatNaira(after)}.`,
    data: { reference },
  }
}

/** How a withdrawal is paid that the agent has not paid. */
export async function payLater(
  { id, payment, pay_on: payOn, comment }: Input<'withdrawalPayment'>,
  context: Context,
) {
  const { queries, now } = context
  const reason = comment?.trim() ?? ''
  if (payment === 'agent' && !payOn) invalid('Please select the day on which the agent pays.')
  if (payment === 'cancel' && reason === '') invalid('A comment is required to cancel.')
  const one = await lockPayment(id, context)
  const { reference, amount } = one
  const done = (what: string) => ({ message: `Withdrawal ${reference} ${what}`, data: { reference } })
  if (payment === 'agent' && payOn) {
    await assertPayDay(queries, payOn, now)
    const { name } = await lockPayingAgent(queries, one.customerId)
    await queries.update(agentPayouts).set({ payOn }).where(eq(agentPayouts.withdrawalId, id))
    return done(`is paid by ${name} on ${showDate(payOn)}.`)
  }
  assertAgentIsDone(one, context)
  if (payment === 'counter') {
    await lockPaidCustomer(queries, one.customerId)
    await settle(one, 'paid', null, context)
    return done(`is paid: ${formatNaira(amount)} at the counter.`)
  }
  const after = await settle(one, 'cancelled', reason, context)
  return done(
    `is cancelled. ${formatNaira(amount)} is in the main wallet again; its balance is ${after && formatNaira(after)}.`,
  )
}

/** Posts the payment at the counter, or the way back into the main wallet, whose balance it returns; and tells the customer. */
async function settle(one: Payment, state: 'paid' | 'cancelled', reason: string | null, context: Context) {
  const { queries, actor, now } = context
  const { amount, customerId, withdrawalId } = one
  const build = state === 'paid' ? payoutEntry : payoutCancellation
  const posted = await post(queries, build(one, madeBy(context)))
  const { entryId, reference } = posted
  const facts = { state, reason, settledBy: actor.adminId, settledAt: now }
  await settlePayouts(queries, [{ withdrawalId, entryId }], facts)
  const after = state === 'cancelled' ? balanceOf(posted, mainWalletOf(customerId)).after : undefined
  const text =
    after === undefined
      ? messageTexts.paidWithdrawal({ amount, reference })
      : messageTexts.cancelledWithdrawal({ amount, balance: after, reference })
  await writeMessages(context, [{ customerId, entryId, text }])
  return after
}

/** Locks a withdrawal that is to be paid, until the commit; rejects unless the actor may say how. */
async function lockPayment(id: number, context: Context) {
  const { queries } = context
  await context.setAuditSubject('withdrawal', id)
  await queries
    .select({ id: agentPayouts.id })
    .from(agentPayouts)
    .where(eq(agentPayouts.withdrawalId, id))
    .for('update')
  const one = await paymentOf(queries, id)
  const { reference, state } = one
  if (state === null) reject(`Withdrawal ${reference} is not paid by an agent.`)
  if (state !== 'to pay') reject(`Withdrawal ${reference} is ${state} already. Reload the list.`)
  const against = againstPayment(one, context)
  return against ? reject(against) : one
}
