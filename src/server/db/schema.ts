import { type SQLWrapper, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, id, kobo, zeroKobo, ref, searchIndex, instant } from './columns'

/** Names with one key look alike and can't stand beside each other; the function is made by a migration. */
export const nameKey = (name: SQLWrapper) => sql`name_key(${name})`

export const roles = pgTable(
  'roles',
  {
    id: id(),
    name: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('roles_name_key').on(nameKey(t.name))],
)

export const permissions = pgTable(
  'permissions',
  {
    id: id(),
    name: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('permissions_name_key').on(nameKey(t.name))],
)

export const rolePermissions = pgTable(
  'role_permissions',
  {
    roleId: ref()
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    permissionId: ref()
      .notNull()
      .references(() => permissions.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.permissionId] })],
)

export const admins = pgTable('admins', {
  id: id(),
  name: text().notNull(),
  /** Lower case. */
  email: text().notNull().unique(),
  phoneNumber: text().notNull(),
  passwordHash: text().notNull(),
  /** Set while a one-time password is in force: it leads to /password/change and nowhere else. */
  mustChangePassword: boolean().notNull().default(false),
  status: text({ enum: ['active', 'inactive'] })
    .notNull()
    .default('active'),
  deleted: boolean().notNull().default(false),
  roleId: ref().references(() => roles.id),
  /** Permanently deleted: the personal fields are gone, the id stays for history and ledger. */
  anonymisedAt: instant(),
  createdAt: createdAt(),
})

export const adminPermissions = pgTable(
  'admin_permissions',
  {
    adminId: ref()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    permissionId: ref()
      .notNull()
      .references(() => permissions.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.permissionId] })],
)

/** A sign-in between its two steps. Only hashes are kept; a new one takes the old one's place. */
export const signIns = pgTable('sign_ins', {
  adminId: ref()
    .primaryKey()
    .references(() => admins.id, { onDelete: 'cascade' }),
  loginTokenHash: text().notNull().unique(),
  codeHash: text().notNull(),
  triesLeft: integer().notNull(),
  expiresAt: instant().notNull(),
})

export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text().primaryKey(),
    adminId: ref()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
    revokedAt: instant(),
  },
  (t) => [index().on(t.adminId)],
)

/** Failed sign-ins by account and by address. The key is a hash: no e-mail and no address is kept. */
export const signInThrottles = pgTable('sign_in_throttles', {
  key: text().primaryKey(),
  failures: integer().notNull(),
  blockedUntil: instant().notNull(),
  updatedAt: createdAt(),
})

/** One row a confirmed intent: written in the transaction of its effect, so that a retry gets the first reply. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    adminId: ref().notNull(),
    key: text().notNull(),
    call: text().notNull(),
    bodyHash: text().notNull(),
    reply: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.key] }), index().on(t.createdAt)],
)

/**
 * Append-only, each row chained to the one before it: triggers refuse every change and fill place and hashes
 * (migrations 0000, 0001 and 0017). `npm run verify-audit` recomputes the chain.
 */
export const adminActivity = pgTable(
  'admin_activity',
  {
    id: id(),
    createdAt: createdAt(),
    /** Who acted; of a failed sign-in, whose account it was. */
    adminId: ref()
      .notNull()
      .references(() => admins.id),
    /** The call's name. */
    action: text().notNull(),
    /** The same for people, as it was worded then: 'Deleted agent 12'. */
    description: text().notNull(),
    /** On what: a noun and an id, such as 'agent 12'. */
    subject: text(),
    status: text({ enum: ['success', 'refused'] }).notNull(),
    /** Why it was refused, or which rights it moved; never a body, a person's name or an amount. */
    detail: text(),
    reference: text().notNull(),
    /** 1, 2, 3 … without a gap, in the order of the commits; the database gives it, with the hashes. */
    place: ref().notNull().unique().default(0),
    previousHash: text().notNull().default(''),
    hash: text().notNull().default(''),
    /**
     * Who or what the subject was, as it was then. Outside the hashes, so that the chain stays whole when an admin is
     * deleted for good: then a name gives way to 'Deleted admin 12', the one change that the triggers allow.
     */
    subjectName: text(),
    subjectRole: text(),
    subjectReference: text(),
    amount: kobo(),
    /** Whose details the row leads to. */
    subjectCustomerId: ref(),
    subjectAgentId: ref(),
    /** What one search looks through, in small letters (server/lists/searchText.ts). */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`lower(description || coalesce(' ' || subject_name, '') || coalesce(' ' || subject_reference, ''))`,
      ),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index().on(t.adminId),
    // To forget a name.
    index('admin_activity_subject').on(t.subject).concurrently(),
    // How many failed sign-ins of an account are recorded (server/audit/signInLog.ts).
    index('admin_activity_failed_sign_ins')
      .on(t.adminId, t.createdAt)
      .where(sql`action in ('session.adminLogin', 'session.loginToken') and status = 'refused'`)
      .concurrently(),
    searchIndex('admin_activity', t.searchText, [t.createdAt]),
  ],
)

export const agents = pgTable(
  'agents',
  {
    id: id(),
    name: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    phoneNumber: text().notNull(),
    state: text(),
    lga: text(),
    profilePhoto: text(),
    homeAddress: text(),
    officeAddress: text(),
    status: text({ enum: ['ACTIVE', 'SUSPENDED', 'DELETED'] })
      .notNull()
      .default('ACTIVE'),
    passwordHash: text(),
    otpGeneratedAt: instant(),
    twoFactorEnabled: boolean().notNull().default(false),
    notificationStatus: boolean().notNull().default(true),
    loginAttempts: integer().notNull().default(0),
    pinHash: text(),
    /** Cash collected and not yet handed in. */
    floatKobo: kobo().notNull().default(zeroKobo),
    /** When the collection target in force was set; null without one. */
    targetSetAt: instant(),
    uplineAgentId: ref().references((): AnyPgColumn => agents.id),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    uniqueIndex('agents_email_key').on(sql`lower(${t.email})`),
    uniqueIndex('agents_phone_key').on(t.phoneNumber),
    index().on(t.uplineAgentId),
    index('agents_search').using(
      'gin',
      sql`(${t.name} || ' ' || ${t.email} || ' ' || ${t.phoneNumber}) gin_trgm_ops`,
    ),
  ],
)

export const agentDevices = pgTable(
  'agent_devices',
  {
    id: id(),
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    deviceName: text().notNull(),
    isPrimary: boolean().notNull().default(false),
    isApproved: boolean().notNull().default(false),
    /** Decided against; a device that is neither approved nor disapproved waits for a decision. */
    isDisapproved: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.agentId),
    uniqueIndex('agent_devices_one_primary').on(t.agentId).where(sql`${t.isPrimary}`),
  ],
)

/** What agents do in the field, as their app reports it. */
export const agentActivity = pgTable(
  'agent_activity',
  {
    id: id(),
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    action: text().notNull(),
    status: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index().on(t.agentId, t.createdAt),
    searchIndex('agent_activity', sql`lower(${t.action})`, [t.createdAt]),
  ],
)

const customerReference = sql`'CU-' || lpad(id::text, greatest(6, length(id::text)), '0')`

export const customers = pgTable(
  'customers',
  {
    id: id(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phoneNumber: text().notNull(),
    state: text(),
    lga: text(),
    homeAddress: text(),
    officeAddress: text(),
    userType: text().notNull().default('customer'),
    isActive: boolean().notNull().default(true),
    isDeleted: boolean().notNull().default(false),
    /** Who brought the customer in; never changes. */
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    /** Who collects now; a reassignment changes this one. */
    assignedAgentId: ref()
      .notNull()
      .references(() => agents.id),
    /** What people read to each other: CU-000123. Made of the id, which is never given twice. */
    reference: text().notNull().unique('customers_reference_key').generatedAlwaysAs(customerReference),
    /** What one search looks through, in small letters: ILIKE over a million rows takes twenty times as long as LIKE. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`lower(first_name || ' ' || last_name || ' ' || phone_number || ' ' || ${customerReference})`,
      ),
    /** Name of a stored file (files/fileStore.ts), where there is one. */
    idCardFile: text(),
    createdAt: createdAt(),
    /** Of the last change, kept by a trigger (migration 0004); null before the first. */
    updatedAt: instant(),
  },
  (t) => [
    index('customers_page').on(t.createdAt, t.id).where(sql`not ${t.isDeleted}`),
    index().on(t.agentId),
    index().on(t.assignedAgentId),
    searchIndex('customers', t.searchText, [t.createdAt]).where(sql`not ${t.isDeleted}`),
    // The list's orders by name and by reference.
    index('customers_name')
      .on(sql`(lower(first_name || ' ' || last_name) collate "C")`, t.id, t.firstName, t.lastName)
      .where(sql`not ${t.isDeleted}`),
    index('customers_reference').on(t.id).where(sql`not ${t.isDeleted}`),
  ],
)

/** How many rows a long list has, kept by triggers (migrations 0004 and 0009): counting a million takes longer than showing a page. */
export const rowCounts = pgTable('row_counts', {
  list: text({ enum: ['customers', 'guarantors'] }).primaryKey(),
  total: bigint({ mode: 'number' }).notNull().default(0),
})

/** What savings that run and loans that are open hold in all: changes, added up now and then (migration 0014). */
export const balanceSums = pgTable('balance_sums', {
  id: id(),
  of: text({ enum: ['savings', 'loan'] }).notNull(),
  amount: kobo().notNull(),
})

/** Facts about this database as a whole. 'demo': it was filled with invented people (demo/mark.ts). */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: text().notNull(),
})
