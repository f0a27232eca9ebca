import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { remittances } from './cash'
import { createdAt, id, kobo, ref, searchIndex, searchText } from './columns'
import { hasComment, oneDecisionChecks, oneDecisionColumns } from './decisionColumns'
import { entries } from './ledger'
import { loans } from './loans'
import { savings } from './money'
import { admins, agents, customers } from './schema'

/** Append-only. A collection sheet: what an agent collected on a day, line by line. One without lines pays withdrawals only. */
export const collections = pgTable(
  'collections',
  {
    id: id(),
    /** The receipt number. */
    reference: text().notNull().unique(),
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    /** Who recorded it. */
    adminId: ref()
      .notNull()
      .references(() => admins.id),
    /** The day for which it was collected. */
    day: date({ mode: 'string' }).notNull(),
    lines: integer().notNull(),
    collectedLines: integer().notNull(),
    total: kobo().notNull(),
    /** The counted cash, which was handed in, and what the agent held with this sheet; null if none was counted. */
    counted: kobo(),
    expected: kobo(),
    remittanceId: ref()
      .unique()
      .references(() => remittances.id),
    /** The `reference` of its change in the activity log: the idempotency key. */
    activityReference: text().notNull(),
    searchText: searchText(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index().on(t.agentId, t.createdAt, t.id),
    index('collections_total_order').on(t.total, t.id),
    // One change records one sheet, even if its key is repeated after the stored reply was deleted.
    uniqueIndex('collections_change').on(t.activityReference, t.adminId),
    searchIndex('collections', t.searchText, [t.createdAt]),
    check('collections_lines', sql`${t.lines} >= 0 and ${t.collectedLines} between 0 and ${t.lines}`),
    check('collections_total', sql`(${t.total} > 0) = (${t.collectedLines} > 0) and ${t.total} >= 0`),
    check(
      'collections_count',
      sql`(${t.counted} is null) = (${t.remittanceId} is null) and (${t.counted} is null) = (${t.expected} is null)`,
    ),
  ],
)

/** Append-only. One line of a sheet, for a savings wallet or a loan: a posted movement, or why nothing was collected. */
export const collectionLines = pgTable(
  'collection_lines',
  {
    id: id(),
    collectionId: ref()
      .notNull()
      .references(() => collections.id),
    /** 1, 2, 3 … within the sheet. */
    place: smallint().notNull(),
    savingsId: ref().references(() => savings.id),
    loanId: ref().references(() => loans.id),
    customerId: ref()
      .notNull()
      .references(() => customers.id),
    /** The saving's fixed amount then, or what was due of the loan until the sheet's day. */
    expected: kobo().notNull(),
    /** Zero if nothing was collected. */
    amount: kobo().notNull(),
    reason: text({ enum: ['not seen', 'paid nothing', 'travelled', 'refused', 'other'] }),
    entryId: ref()
      .unique()
      .references(() => entries.id),
  },
  (t) => [
    unique('collection_lines_place').on(t.collectionId, t.place),
    unique('collection_lines_saving').on(t.collectionId, t.savingsId),
    uniqueIndex('collection_lines_loan')
      .on(t.loanId, t.collectionId)
      .where(sql`${t.loanId} is not null`)
      .concurrently(),
    index().on(t.savingsId),
    index().on(t.customerId),
    check('collection_lines_for', sql`num_nonnulls(${t.savingsId}, ${t.loanId}) = 1`),
    check('collection_lines_amount', sql`${t.amount} >= 0`),
    check('collection_lines_entry', sql`(${t.amount} > 0) = (${t.entryId} is not null)`),
    check('collection_lines_reason', sql`(${t.amount} = 0) = (${t.reason} is not null)`),
  ],
)

/** Sheets of closed days that need an approval, and what was decided (rules.md, "Sheet of a closed day"). */
export const sheetRequests = pgTable(
  'sheet_requests',
  {
    id: id(),
    reference: text().notNull().unique(),
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    day: date({ mode: 'string' }).notNull(),
    lines: integer().notNull(),
    collectedLines: integer().notNull(),
    total: kobo().notNull(),
    /** The receipts of the sheets of this agent and day that the requester knew of. */
    seen: text().array().notNull(),
    reason: text().notNull(),
    ...oneDecisionColumns(),
    comment: text(),
    /** The sheet that its approval recorded. */
    collectionId: ref()
      .unique()
      .references(() => collections.id),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    uniqueIndex('sheet_requests_one_undecided').on(t.agentId, t.day).where(sql`${t.status} = 'pending'`),
    check('sheet_requests_lines', sql`${t.lines} > 0 and ${t.collectedLines} between 0 and ${t.lines}`),
    check('sheet_requests_total', sql`(${t.total} > 0) = (${t.collectedLines} > 0) and ${t.total} >= 0`),
    ...oneDecisionChecks(
      'sheet_requests',
      t,
      hasComment(t),
      sql`(${t.status} = 'approved') = (${t.collectionId} is not null)`,
    ),
  ],
)

/** Append-only. What was typed into a line of such a sheet. */
export const sheetRequestLines = pgTable(
  'sheet_request_lines',
  {
    id: id(),
    requestId: ref()
      .notNull()
      .references(() => sheetRequests.id),
    /** 1, 2, 3 … within the sheet. */
    place: smallint().notNull(),
    savingsId: ref().references(() => savings.id),
    loanId: ref().references(() => loans.id),
    customerId: ref()
      .notNull()
      .references(() => customers.id),
    amount: kobo().notNull(),
    reason: text({ enum: ['not seen', 'paid nothing', 'travelled', 'refused', 'other'] }),
    /** The same amount is on an earlier sheet of the day, and came a second time. */
    twice: boolean().notNull(),
  },
  (t) => [
    unique('sheet_request_lines_place').on(t.requestId, t.place),
    index().on(t.savingsId),
    index().on(t.loanId),
    index().on(t.customerId),
    check('sheet_request_lines_for', sql`num_nonnulls(${t.savingsId}, ${t.loanId}) = 1`),
    check('sheet_request_lines_amount', sql`${t.amount} >= 0`),
    check('sheet_request_lines_reason', sql`(${t.amount} = 0) = (${t.reason} is not null)`),
  ],
)
