import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, id, instant, kobo, ref } from './columns'
import { accounts, entries } from './ledger'
import { admins, nameKey } from './schema'

/** A cash box of the counter (rules.md, "Till"). Its account, 'till 3', is negative by what it holds. */
export const tills = pgTable(
  'tills',
  {
    id: id(),
    name: text().notNull(),
    isActive: boolean().notNull().default(true),
    accountId: ref()
      .notNull()
      .unique()
      .references(() => accounts.id),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('tills_name_key').on(nameKey(t.name))],
)

/** A till that an admin opened, for a day, until it is counted and closed. */
export const tillSessions = pgTable(
  'till_sessions',
  {
    id: id(),
    reference: text().notNull().unique(),
    tillId: ref()
      .notNull()
      .references(() => tills.id),
    /** Whose movements at the counter go through it. */
    adminId: ref()
      .notNull()
      .references(() => admins.id),
    day: date({ mode: 'string' }).notNull(),
    /** What was counted at its opening, from the vault. */
    float: kobo().notNull(),
    floatEntryId: ref()
      .unique()
      .references(() => entries.id),
    closedAt: instant(),
    closedBy: ref().references(() => admins.id),
    /** What the till held in the books when it was counted, and what was counted: that is handed over to the vault. */
    expected: kobo(),
    counted: kobo(),
    /** How many of each note, by its naira. */
    notes: jsonb().$type<Record<string, number>>(),
    note: text(),
    handoverEntryId: ref()
      .unique()
      .references(() => entries.id),
    /** Another admin who counted the cash that was handed over. */
    receivedBy: ref().references(() => admins.id),
    receivedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    uniqueIndex('till_sessions_open_till').on(t.tillId).where(sql`${t.closedAt} is null`),
    uniqueIndex('till_sessions_open_admin').on(t.adminId).where(sql`${t.closedAt} is null`),
    index('till_sessions_till').on(t.tillId, t.id),
    check('till_sessions_float', sql`${t.float} >= 0 and (${t.float} > 0) = (${t.floatEntryId} is not null)`),
    check(
      'till_sessions_closing',
      sql`num_nonnulls(${t.closedAt}, ${t.closedBy}, ${t.expected}, ${t.counted}) in (0, 4)
        and coalesce(${t.counted} > 0, false) = (${t.handoverEntryId} is not null)
        and (${t.counted} is null or ${t.counted} >= 0)`,
    ),
    check(
      'till_sessions_receipt',
      sql`(${t.receivedBy} is null) = (${t.receivedAt} is null)
        and (${t.receivedBy} is null or ${t.closedAt} is not null)`,
    ),
  ],
)

/** Append-only. Cash that was brought from the vault to the bank, or taken from it. */
export const bankMovements = pgTable(
  'bank_movements',
  {
    id: id(),
    /** The entry's. */
    reference: text().notNull().unique(),
    direction: text({ enum: ['deposit', 'withdrawal'] }).notNull(),
    amount: kobo().notNull(),
    slipNumber: text().notNull(),
    /** How often the slip was recorded before; all of these are reversed. */
    round: integer().notNull(),
    note: text(),
    /** The slip's name in the file store. */
    slipFile: text(),
    adminId: ref()
      .notNull()
      .references(() => admins.id),
    entryId: ref()
      .notNull()
      .unique()
      .references(() => entries.id),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    unique('bank_movements_slip').on(t.direction, t.slipNumber, t.round),
    check('bank_movements_amount', sql`${t.amount} > 0`),
    check('bank_movements_direction', sql`${t.direction} in ('deposit', 'withdrawal')`),
  ],
)
