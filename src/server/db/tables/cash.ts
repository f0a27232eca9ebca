import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, kobo, ref, searchIndex, searchText } from './columns'
import { decisionChecks, decisionColumns } from './decisionColumns'
import { entries } from './ledger'
import { admins, agents } from './schema'
import { tillSessions } from './tills'

/** Append-only. Cash that an agent handed in, as counted by an admin. */
export const remittances = pgTable(
  'remittances',
  {
    id: id(),
    /** The entry's. */
    reference: text().notNull().unique(),
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    /** Who counted. */
    adminId: ref()
      .notNull()
      .references(() => admins.id),
    entryId: ref()
      .notNull()
      .unique()
      .references(() => entries.id),
    /** What the agent held; below zero if more was handed in before than collected. */
    expected: kobo().notNull(),
    counted: kobo().notNull(),
    note: text(),
    searchText: searchText(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index().on(t.agentId, t.createdAt, t.id),
    index('remittances_counted_order').on(t.counted, t.id),
    searchIndex('remittances', t.searchText, [t.createdAt]),
    check('remittances_counted', sql`${t.counted} > 0`),
  ],
)

/**
 * Requests to settle what does not agree with the account of an agent or a till, with their two decisions (rules.md, "Cash difference").
 */
export const cashDifferences = pgTable(
  'cash_differences',
  {
    id: id(),
    reference: text().notNull().unique(),
    /** Whose account does not agree: an agent's, or that of the till of a session. */
    agentId: ref().references(() => agents.id),
    tillSessionId: ref().references(() => tillSessions.id),
    /** Above zero: cash is missing, and the agent's debt is written off. Below zero: there is too much cash. */
    amount: kobo().notNull(),
    reason: text().notNull(),
    ...decisionColumns(),
    entryId: ref()
      .unique()
      .references(() => entries.id),
    searchText: searchText(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    uniqueIndex('cash_differences_one_undecided').on(t.agentId).where(sql`${t.state} < 2`),
    index('cash_differences_undecided').on(t.state).where(sql`${t.state} < 2`),
    searchIndex('cash_differences', t.searchText, [t.createdAt]),
    check('cash_differences_amount', sql`${t.amount} <> 0`),
    ...decisionChecks('cash_differences', t),
    check('cash_differences_entry', sql`(${t.state} = 2) = (${t.entryId} is not null)`),
  ],
)
