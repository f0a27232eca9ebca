import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, text } from 'drizzle-orm/pg-core'
import { collections } from './collections'
import { createdAt, id, instant, ref } from './columns'
import { entries } from './ledger'
import { withdrawals } from './money'
import { admins, agents } from './schema'

/**
 * Approved withdrawals that the customer's agent pays (rules.md, "Paid by the agent"). Until it is settled, the amount is on the
 * account TO-PAY; a settled row changes only once its payment is reversed, and at commit its entries move exactly the amount (migration 'agent_payouts').
 */
export const agentPayouts = pgTable(
  'agent_payouts',
  {
    id: id(),
    withdrawalId: ref()
      .notNull()
      .unique()
      .references(() => withdrawals.id),
    /** The day of the sheet with which the agent pays. */
    payOn: date({ mode: 'string' }).notNull(),
    state: text({ enum: ['to pay', 'paid', 'cancelled'] })
      .notNull()
      .default('to pay'),
    /** Who paid, with which sheet, or by which device the agent said so; null at the counter. */
    agentId: ref().references(() => agents.id),
    collectionId: ref().references(() => collections.id),
    /** No foreign key: devices are deleted. */
    deviceId: ref(),
    /** The payment, or the amount's way back into the main wallet. */
    entryId: ref()
      .unique()
      .references(() => entries.id),
    settledBy: ref().references(() => admins.id),
    settledAt: instant(),
    /** Why it was cancelled. */
    reason: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('agent_payouts_to_pay').on(t.payOn, t.withdrawalId).where(sql`${t.state} = 'to pay'`),
    index('agent_payouts_by_agents').on(t.settledAt).where(sql`${t.agentId} is not null`),
    index().on(t.collectionId).where(sql`${t.collectionId} is not null`),
    check('agent_payouts_state', sql`${t.state} in ('to pay', 'paid', 'cancelled')`),
    check(
      'agent_payouts_settled',
      sql`(${t.state} = 'to pay') = (${t.entryId} is null)
        and (${t.entryId} is null) = (${t.settledAt} is null)
        and (${t.settledBy} is not null) = (${t.entryId} is not null and ${t.deviceId} is null)
        and (${t.state} = 'cancelled') = (${t.reason} is not null)`,
    ),
    check(
      'agent_payouts_agent',
      sql`num_nonnulls(${t.agentId}) = num_nonnulls(${t.collectionId}, ${t.deviceId})
        and (${t.agentId} is null or ${t.state} = 'paid')`,
    ),
  ],
)
