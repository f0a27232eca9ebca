import { sql } from 'drizzle-orm'
import {
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { collectionLines } from './collections'
import { createdAt, id, instant, kobo, ref } from './columns'
import { hasComment } from './decisionColumns'
import { entries } from './ledger'
import { loans } from './loans'
import { savings } from './money'
import { admins, agentDevices, agents, customers } from './schema'

/** What a device's last two replies contained of the agent's customers, a short hash for each: one of them may have been lost. */
export const customerSyncs = pgTable(
  'customer_syncs',
  {
    deviceId: ref()
      .notNull()
      .references(() => agentDevices.id, { onDelete: 'cascade' }),
    cursor: text().notNull(),
    hashes: jsonb().notNull().$type<Record<string, string>>(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.cursor] }), index().on(t.createdAt)],
)

/** Append-only. What an agent did on a device besides batches, each once under the id that the device gave it, with its first reply. */
export const fieldActs = pgTable(
  'field_acts',
  {
    id: id(),
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    actKey: text().notNull(),
    /** No foreign key: devices are deleted. */
    deviceId: ref().notNull(),
    kind: text().notNull(),
    /** None of what is refused because it names nothing of the agent's customers. */
    customerId: ref().references(() => customers.id),
    /** Over all that was sent: the same id with other content is refused. */
    contentHash: text().notNull(),
    /** When the device says that it was done, and where; its clock is not trusted. */
    recordedAt: instant().notNull(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** In metres. */
    accuracy: doublePrecision(),
    /** What was made. */
    reference: text(),
    reply: jsonb().$type<Record<string, unknown>>(),
    /** Why it was refused. */
    refusal: text(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('field_acts_key').on(t.agentId, t.actKey),
    index().on(t.customerId),
    check('field_acts_outcome', sql`num_nonnulls(${t.reply}, ${t.refusal}) = 1`),
  ],
)

/** Append-only. What a device sent of one day of collection, and was taken in one transaction. */
export const fieldBatches = pgTable(
  'field_batches',
  {
    id: id(),
    reference: text().notNull().unique(),
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    /** No foreign key: devices are deleted. */
    deviceId: ref().notNull(),
    day: date({ mode: 'string' }).notNull(),
    lines: integer().notNull(),
    /** Over the lines as they were taken; the agent's activity has it too. */
    hash: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.createdAt, t.id), index().on(t.agentId, t.day)],
)

/** Lines of batches that wait for an admin, of one agent and day, and what was decided. */
export const lateBatches = pgTable(
  'late_batches',
  {
    id: id(),
    reference: text().notNull().unique(),
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    day: date({ mode: 'string' }).notNull(),
    lines: integer().notNull(),
    total: kobo().notNull(),
    reason: text({ enum: ['closed day', 'too old', 'another amount in the office'] }).notNull(),
    status: text({ enum: ['pending', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    /** Who approved the device: no one of them decides on what it sent. */
    requestedBy: ref().references(() => admins.id),
    decidedBy: ref().references(() => admins.id),
    decidedAt: instant(),
    comment: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index('late_batches_pending').on(t.status).where(sql`${t.status} = 'pending'`),
    check('late_batches_total', sql`${t.lines} > 0 and ${t.total} > 0`),
    check(
      'late_batches_decision',
      sql`(${t.status} = 'pending') = (${t.decidedBy} is null)
        and (${t.decidedBy} is null) = (${t.decidedAt} is null)
        and ${hasComment(t)}`,
    ),
  ],
)

/** One deposit or repayment of a batch. What was sent never changes; a line that waits is decided once. */
export const fieldLines = pgTable(
  'field_lines',
  {
    id: id(),
    batchId: ref()
      .notNull()
      .references(() => fieldBatches.id),
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    /** The id that the device gave it. */
    lineKey: text().notNull(),
    place: smallint().notNull(),
    /** None of a line that is refused because it names nothing of the agent's customers. */
    savingsId: ref().references(() => savings.id),
    loanId: ref().references(() => loans.id),
    customerId: ref().references(() => customers.id),
    amount: kobo().notNull(),
    /** When the device says that it was recorded; its clock is not trusted. */
    recordedAt: instant().notNull(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** In metres. */
    accuracy: doublePrecision(),
    /** Over all that was sent: the same id with other content is refused. */
    contentHash: text().notNull(),
    state: text({ enum: ['booked', 'waiting', 'in office', 'refused', 'rejected'] }).notNull(),
    message: text(),
    entryId: ref()
      .unique()
      .references(() => entries.id),
    /** The line of the office's sheet that has it already. */
    officeLineId: ref()
      .unique()
      .references(() => collectionLines.id),
    lateId: ref().references(() => lateBatches.id),
  },
  (t) => [
    unique('field_lines_key').on(t.agentId, t.lineKey),
    unique('field_lines_place').on(t.batchId, t.place),
    index().on(t.savingsId),
    index().on(t.loanId),
    index().on(t.customerId),
    uniqueIndex('field_lines_late').on(t.lateId, t.id).where(sql`${t.lateId} is not null`),
    check('field_lines_amount', sql`${t.amount} > 0`),
    check('field_lines_for', sql`num_nonnulls(${t.savingsId}, ${t.loanId}) = num_nonnulls(${t.customerId})`),
    check('field_lines_entry', sql`(${t.state} = 'booked') = (${t.entryId} is not null)`),
    check('field_lines_office', sql`(${t.state} = 'in office') = (${t.officeLineId} is not null)`),
    check('field_lines_waiting', sql`${t.state} not in ('waiting', 'rejected') or ${t.lateId} is not null`),
  ],
)

/** A file that a device sends in parts (files/fieldUploads.ts). The parts, and the whole file until it is used, are rows of `uploads`. */
export const fieldUploads = pgTable(
  'field_uploads',
  {
    id: id(),
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    uploadKey: text().notNull(),
    size: integer().notNull(),
    /** As the device announced them. */
    sha256: text().notNull(),
    type: text().notNull(),
    /** How many bytes are stored. */
    received: integer().notNull().default(0),
    completedAt: instant(),
    usedAt: instant(),
    /** Why it can't be used. */
    fault: text(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('field_uploads_key').on(t.agentId, t.uploadKey),
    index().on(t.createdAt),
    check('field_uploads_received', sql`${t.received} between 0 and ${t.size}`),
    check(
      'field_uploads_complete',
      sql`(${t.completedAt} is null) or ${t.received} = ${t.size} and ${t.fault} is null`,
    ),
    check('field_uploads_used', sql`${t.usedAt} is null or ${t.completedAt} is not null`),
  ],
)
