import { sql } from 'drizzle-orm'
import { check, index, pgTable, smallint, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, kobo, ref } from './columns'
import { hasComment, oneDecisionChecks, oneDecisionColumns } from './decisionColumns'
import { entries } from './ledger'
import { admins, customers, roles } from './schema'

/** Why nothing goes out of a customer, from when, and who lifted it (rules.md, "Frozen customer"). One stands at a time. */
export const customerFreezes = pgTable(
  'customer_freezes',
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customers.id),
    reason: text().notNull(),
    frozenBy: ref()
      .notNull()
      .references(() => admins.id),
    createdAt: createdAt(),
    liftedBy: ref().references(() => admins.id),
    liftedAt: instant(),
    liftReason: text(),
  },
  (t) => [
    index('customer_freezes_of').on(t.customerId, t.id),
    uniqueIndex('customer_freezes_one').on(t.customerId).where(sql`${t.liftedBy} is null`),
    check(
      'customer_freezes_lifted',
      sql`(${t.liftedBy} is null) = (${t.liftedAt} is null) and (${t.liftedBy} is null) = (${t.liftReason} is null)`,
    ),
  ],
)

/** Requests to switch a customer's messages off, with their decision (rules.md, "States of a message"). */
export const messagesOffRequests = pgTable(
  'messages_off_requests',
  {
    id: id(),
    reference: text().notNull().unique(),
    customerId: ref()
      .notNull()
      .references(() => customers.id),
    reason: text().notNull(),
    ...oneDecisionColumns(),
    comment: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index().on(t.customerId),
    uniqueIndex('messages_off_requests_one').on(t.customerId).where(sql`${t.status} = 'pending'`),
    ...oneDecisionChecks('messages_off_requests', t, hasComment(t)),
  ],
)

/** Requests to credit a customer's main wallet or, without a customer, the main business wallet, with their decision. */
export const creditRequests = pgTable(
  'credit_requests',
  {
    id: id(),
    reference: text().notNull().unique(),
    customerId: ref().references(() => customers.id),
    amount: kobo().notNull(),
    reason: text().notNull(),
    ...oneDecisionColumns(),
    comment: text(),
    entryId: ref()
      .unique()
      .references(() => entries.id),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index().on(t.customerId),
    check('credit_requests_amount', sql`${t.amount} > 0`),
    ...oneDecisionChecks(
      'credit_requests',
      t,
      hasComment(t),
      sql`(${t.status} = 'approved') = (${t.entryId} is not null)`,
    ),
  ],
)

/** Up to which amount the admins of a role decide; 0 not at all. Without a row there is no limit (rules.md, "Limits of a role"). */
export const roleLimits = pgTable(
  'role_limits',
  {
    id: id(),
    roleId: ref()
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    step: smallint().notNull(),
    amount: kobo().notNull(),
    /** All of it in one value, for the role's history. */
    shown: text().generatedAlwaysAs(sql`kind || '/' || step || '/' || amount`),
  },
  (t) => [
    unique('role_limits_one').on(t.roleId, t.kind, t.step),
    check('role_limits_step', sql`${t.step} in (1, 2)`),
    check('role_limits_amount', sql`${t.amount} >= 0`),
  ],
)

/**
 * When an admin's rights grew, and by whom: with the admin who gave them, also those who had given that one's rights (rules.md,
 * "New rights").
 */
export const rightsGrants = pgTable(
  'rights_grants',
  {
    id: id(),
    adminId: ref()
      .notNull()
      .references(() => admins.id),
    grantedBy: ref()
      .notNull()
      .references(() => admins.id),
    /** The idempotency key of the change, as the activity log has it. */
    reference: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.adminId), index().on(t.reference)],
)
