import { eq, gt, sql } from 'drizzle-orm'
import { activityText, type WriteName } from '../audit/activityTexts'
import type { Transaction } from '../db/database'
import type { recordChanges } from '../db/tables/histories'
import { customerFreezes } from '../db/tables/limits'
import { customerReassignments, withdrawals } from '../db/tables/money'
import { type adminActivity, agents, customers } from '../db/tables/schema'
import { type Clock, dice, workingDay } from './demoPeople'

type LogRow = typeof adminActivity.$inferInsert
type Change = typeof recordChanges.$inferInsert

/** What is in the histories of records, and the rows of the activity log that it belongs to. */
export type Histories = { log: LogRow[]; changes: Change[] }

/** Customers with a new phone number, those with pending withdrawals first. */
const newNumbers = 12
const logDays = 60

/**
 * Histories for the demo, whose rows are inserted as they are now: the moves of customers of the last 60 days, new phone numbers
 * of some customers, what the log says was updated of agents, and freezes, which it sets.
 */
export async function inventHistories(
  tx: Transaction,
  clock: Clock,
  log: readonly LogRow[],
  admins: readonly number[],
): Promise<Histories> {
  const { between, pick } = dice(2406)
  const newPhone = () => `0809${between(1_000_000, 9_999_999)}`
  const reference = () =>
    'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => between(0, 15).toString(16))
  const made: Histories = { log: [], changes: [] }
  const changeOf = (
    row: LogRow,
    change: Pick<Change, 'noun' | 'recordId' | 'field' | 'before' | 'after'>,
  ) => ({
    ...change,
    part: `${change.noun}s`,
    adminId: row.adminId,
    reference: row.reference,
    createdAt: row.createdAt as Date,
  })
  const tell = (action: WriteName, customerId: number, adminId: number, createdAt: Date) => {
    const subject = `customer ${customerId}`
    const row: LogRow = {
      adminId,
      action,
      description: activityText(action, subject, 'success'),
      subject,
      status: 'success',
      reference: reference(),
      createdAt,
    }
    made.log.push(row)
    return row
  }

  const since = clock(logDays * workingDay)
  const moves = await tx
    .select()
    .from(customerReassignments)
    .where(gt(customerReassignments.createdAt, since))
  for (const { customerId, adminId, createdAt, fromAgentId, toAgentId } of moves) {
    const row = tell('customers.assignAgentToCustomer', customerId, adminId, createdAt)
    const moved = { field: 'assigned_agent_id', before: String(fromAgentId), after: String(toAgentId) }
    made.changes.push(changeOf(row, { noun: 'customer', recordId: customerId, ...moved }))
  }

  const waiting = await tx
    .selectDistinct({ id: customers.id, phone: customers.phoneNumber })
    .from(customers)
    .innerJoin(withdrawals, eq(withdrawals.customerId, customers.id))
    .where(eq(withdrawals.status, 'pending'))
    .orderBy(customers.id)
    .limit(newNumbers)
  for (const [at, { id, phone }] of waiting.entries()) {
    const createdAt = clock((1 + 4 * at) * workingDay)
    const row = tell('customers.updateCustomer', id, pick(admins), createdAt)
    const changed = { field: 'phone_number', before: newPhone(), after: phone }
    made.changes.push(changeOf(row, { noun: 'customer', recordId: id, ...changed }))
  }

  const numbers = new Map(
    (await tx.select({ id: agents.id, phone: agents.phoneNumber }).from(agents)).map(({ id, phone }) => [
      `agent ${id}`,
      { id, phone },
    ]),
  )
  // From the newest back: each row of the log has changed the number that the next one found.
  for (const row of log.toReversed()) {
    const agent = numbers.get(row.subject ?? '')
    if (row.action !== 'agents.updateAgent' || row.status !== 'success' || !agent) continue
    const before = newPhone()
    made.changes.push(
      changeOf(row, { noun: 'agent', recordId: agent.id, field: 'phone_number', before, after: agent.phone }),
    )
    agent.phone = before
  }
  for (const { customerId, frozenBy, createdAt } of await tx.select().from(customerFreezes)) {
    const row = tell('customers.freezeCustomer', customerId, frozenBy, createdAt)
    // The customer's trigger writes the history.
    const change = `${frozenBy} ${row.reference} ${createdAt.toISOString()}`
    await tx.execute(sql`select set_config('alajo.change', ${change}, true)`)
    await tx
      .update(customers)
      .set({ isFrozen: true, updatedAt: createdAt })
      .where(eq(customers.id, customerId))
    await tx.execute(sql`select set_config('alajo.change', '', true)`)
  }
  const byTime = <Row extends { createdAt?: Date | undefined }>(rows: readonly Row[]) =>
    rows.toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt))
  return { log: byTime([...log, ...made.log]), changes: byTime(made.changes) }
}
