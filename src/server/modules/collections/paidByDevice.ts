import { and, eq } from 'drizzle-orm'
import { formatNaira } from '#domain/money/kobo'
import { openDays } from '#domain/time/collectionDays'
import { addDays, lagosDay, showDate } from '#domain/time/lagos'
import { agentPayouts } from '../../db/tables/payouts'
import { collections } from '../../db/tables/collections'
import { entries } from '../../db/tables/ledger'
import { withdrawals } from '../../db/tables/money'
import { customers } from '../../db/tables/schema'
import type { Queries } from '../../db/database'
import { reject } from '../../errors/refusals'
import type { Context } from '../../handler'
import { closingOf } from '../../ledger/businessDays'
import { payoutEntry, settlePayouts } from '../../ledger/payouts'
import { post } from '../../ledger/post'
import { writeMessages } from '../../messages/outbox'
import { messageTexts } from '../../messages/texts'
import { lockCustomer } from '../../people/lockCustomer'
import { lockSheets } from './earlierSheets'
import { lockPayouts, payoutFault } from './payouts'

type Parts = Pick<Context, 'queries' | 'now' | 'services'>
type Said = { withdrawalId: number; day: string; agent: { id: number; name: string }; deviceId: number }

/**
 * Records that an agent paid a withdrawal on its day, as a sheet of the office does (`recordSheet`), or finds it on one. `lockDevice` is
 * done after the withdrawal is locked. Undefined of a withdrawal that is none of the agent's customers', or not the agent's to pay.
 */
export async function payByDevice(
  { queries, now, services }: Parts,
  { withdrawalId, day, agent, deviceId }: Said,
  lockDevice: () => Promise<unknown>,
) {
  await lockSheets(queries, agent.id, day)
  const [one] = await lockPayouts(queries, [withdrawalId])
  await lockDevice()
  if (!one || !(await isCustomerOf(queries, one.customerId, agent.id))) return undefined
  const { customerId, amount, reference: withdrawal } = one
  const { isFrozen } = await lockCustomer(queries, customerId)
  const known = { withdrawal, amount, customerId }
  const inOffice = one.state === 'paid' && (await officePaid(queries, withdrawalId, agent.id, day))
  if (inOffice)
    return {
      ...known,
      state: 'in office' as const,
      reference: inOffice,
      message: `The office’s sheet has withdrawal ${withdrawal} as paid.`,
    }
  const fault = (isFrozen && 'the customer is frozen') || payoutFault(one, day)
  if (fault) reject(`Withdrawal ${withdrawal}: ${fault}.`)
  const today = lagosDay(now)
  if (day > today) reject('By the server’s clock this day has not come.')
  if (day < addDays(today, -openDays) || (await closingOf(queries, day)))
    reject(`${showDate(day)} is closed: the office settles withdrawal ${withdrawal}.`)
  const collectedOn = day < today ? day : null
  const facts = { madeAt: now, adminId: null, activityReference: null, agentId: agent.id, collectedOn }
  const { entryId, reference } = await post(queries, payoutEntry(one, facts))
  await settlePayouts(queries, [{ withdrawalId, entryId }], {
    state: 'paid',
    agentId: agent.id,
    deviceId,
    settledBy: null,
    settledAt: now,
  })
  const text = messageTexts.paidWithdrawal({ amount, reference, agent: agent.name })
  await writeMessages({ queries, now, services }, [{ customerId, entryId, text }])
  const message = `Withdrawal ${withdrawal} is paid: ${formatNaira(amount)}.`
  return { ...known, state: 'paid' as const, reference, message }
}

const isCustomerOf = async (queries: Queries, customerId: number, agentId: number) =>
  (await queries.$count(
    customers,
    and(eq(customers.id, customerId), eq(customers.assignedAgentId, agentId), eq(customers.isDeleted, false)),
  )) > 0

/** The movement by which a sheet of the office, of this agent and day, paid a withdrawal. */
async function officePaid(queries: Queries, withdrawalId: number, agentId: number, day: string) {
  const [row] = await queries
    .select({ reference: entries.reference })
    .from(agentPayouts)
    .innerJoin(withdrawals, eq(withdrawals.id, agentPayouts.withdrawalId))
    .innerJoin(entries, eq(entries.id, agentPayouts.entryId))
    .innerJoin(collections, eq(collections.id, agentPayouts.collectionId))
    .where(
      and(
        eq(agentPayouts.withdrawalId, withdrawalId),
        eq(agentPayouts.agentId, agentId),
        eq(collections.day, day),
      ),
    )
  return row?.reference
}
