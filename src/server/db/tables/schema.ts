import { type SQLWrapper, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, id, kobo, zeroKobo, ref, searchIndex, searchText, instant } from './columns'

/** Names that look alike have the same key, which is unique. A migration creates the function. */
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
  /** Set while a one-time password is in use: only /password/change is available. */
  mustChangePassword: boolean().notNull().default(false),
  status: text({ enum: ['active', 'inactive'] })
    .notNull()
    .default('active'),
  deleted: boolean().notNull().default(false),
  roleId: ref().references(() => roles.id),
  /** When the admin was permanently deleted: personal fields are erased, the id remains for history and ledger. */
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

/** A sign-in between its two steps. Stores hashes only; a new one replaces the old. */
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
    /** The position of the database's log after its last change; kept only with a read replica (process/replica.ts). */
    changeLsn: text(),
  },
  (t) => [index().on(t.adminId)],
)

/** Failed sign-ins by account and by address. The key is a hash: no e-mail or address is stored. */
export const signInThrottles = pgTable('sign_in_throttles', {
  key: text().primaryKey(),
  failures: integer().notNull(),
  blockedUntil: instant().notNull(),
  updatedAt: createdAt(),
})

/** One row for each change, written in the same transaction, so that a retry gets the first reply. */
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
 * Append-only, each row chained to the previous one: triggers reject every update and set place and hashes
 * (migrations 0000, 0001 and 0017). `npm run verify-audit` recomputes the chain.
 */
export const adminActivity = pgTable(
  'admin_activity',
  {
    id: id(),
    createdAt: createdAt(),
    /** The admin who acted; for a failed sign-in, the account's admin. */
    adminId: ref()
      .notNull()
      .references(() => admins.id),
    /** The call's name. */
    action: text().notNull(),
    /** The text shown to people: 'Deleted agent 12'. */
    description: text().notNull(),
    /** The subject: a noun and an id, such as 'agent 12'. */
    subject: text(),
    status: text({ enum: ['success', 'refused'] }).notNull(),
    /** Why it was refused, or which rights it changed; never a body, a person's name or an amount. */
    detail: text(),
    reference: text().notNull(),
    /** 1, 2, 3 … without gaps, in commit order; set by the database, like the hashes. */
    place: ref().notNull().unique().default(0),
    previousHash: text().notNull().default(''),
    hash: text().notNull().default(''),
    /**
     * The subject as it was then. Not hashed, so that the chain stays intact when a permanently deleted admin's name is
     * replaced with 'Deleted admin 12', the only update that the triggers allow.
     */
    subjectName: text(),
    subjectRole: text(),
    subjectReference: text(),
    amount: kobo(),
    /** The customer or agent whose details the row links to. */
    subjectCustomerId: ref(),
    subjectAgentId: ref(),
    searchText: searchText(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index().on(t.adminId),
    // For erasing a name, and for all of one record.
    index('admin_activity_subject').on(t.subject).concurrently(),
    // For the change behind a row of a history.
    index('admin_activity_reference').on(t.reference).concurrently(),
    // For counting recorded failed sign-ins of an account (server/audit/signInLog.ts).
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
    /** Mailed: the agent chooses another one at the first sign-in. */
    oneTimePassword: boolean().notNull().default(true),
    otpGeneratedAt: instant(),
    twoFactorEnabled: boolean().notNull().default(false),
    notificationStatus: boolean().notNull().default(true),
    loginAttempts: integer().notNull().default(0),
    pinHash: text(),
    /** Read by servers of the version before; what an agent holds is now in the ledger. */
    floatKobo: kobo().notNull().default(zeroKobo),
    /** When the current collection target was set; null without one. */
    targetSetAt: instant(),
    uplineAgentId: ref().references((): AnyPgColumn => agents.id),
    searchText: searchText(),
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
    searchIndex('agents', t.searchText, [t.createdAt]),
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
    /** A device that is neither approved nor disapproved waits for a decision. */
    isDisapproved: boolean().notNull().default(false),
    model: text(),
    /** SPKI, base64: what the device signs with. Null for one that was not enrolled by itself. */
    publicKey: text(),
    approvedBy: ref().references((): AnyPgColumn => admins.id),
    /** When the agent's password was last given on it. */
    signedInAt: instant(),
    /** The password is asked for again: it was reset or changed, or the agent signed out. */
    passwordDue: boolean().notNull().default(false),
    lastSeenAt: instant(),
    /** By how many seconds its clock was ahead when it last said its time. */
    clockError: integer(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.agentId),
    uniqueIndex('agent_devices_key').on(t.publicKey),
    uniqueIndex('agent_devices_one_primary').on(t.agentId).where(sql`${t.isPrimary}`),
  ],
)

/** The tokens of devices (auth/devices.ts): who has none makes no call. A deleted device takes its tokens with it. */
export const deviceTokens = pgTable(
  'device_tokens',
  {
    tokenHash: text().primaryKey(),
    deviceId: ref()
      .notNull()
      .references(() => agentDevices.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.deviceId)],
)

/** Nonces that devices signed, until they would be too old anyway: none is taken twice. */
export const usedNonces = pgTable(
  'used_nonces',
  { nonceHash: text().primaryKey(), expiresAt: instant().notNull() },
  (t) => [index().on(t.expiresAt)],
)

/** Append-only. Agents' actions on their devices, chained for each agent as the activity log is; older rows are in no chain. */
export const agentActivity = pgTable(
  'agent_activity',
  {
    id: id(),
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    action: text().notNull(),
    status: text().notNull(),
    /** The device and what it recorded; never a name or an amount. */
    detail: text(),
    reference: text(),
    /** 1, 2, 3 … of the agent; set by the database, like the hashes. */
    place: ref(),
    previousHash: text(),
    hash: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('agent_activity_place').on(t.agentId, t.place),
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
    /** Whether the customer hears of each movement by message. */
    takesMessages: boolean().notNull().default(true),
    /** Nothing goes out; why and by whom is in `customer_freezes`. */
    isFrozen: boolean().notNull().default(false),
    /** The agent who recruited the customer; never changes. */
    agentId: ref()
      .notNull()
      .references(() => agents.id),
    /** The agent who collects now; changed by a reassignment. */
    assignedAgentId: ref()
      .notNull()
      .references(() => agents.id),
    /** A readable reference, CU-000123, derived from the id. */
    reference: text().notNull().unique('customers_reference_key').generatedAlwaysAs(customerReference),
    /** Names, phone number and reference: on a million rows ILIKE takes twenty times as long as LIKE. */
    searchText: searchText(),
    /** Name of a stored file (files/fileStore.ts), if any. */
    idCardFile: text(),
    /** When personal data were erased after the keeping period (process/anonymise.ts); the id remains for the ledger. */
    anonymisedAt: instant(),
    createdAt: createdAt(),
    /** Set by a trigger at each change (migration 0004); null before the first. */
    updatedAt: instant(),
  },
  (t) => [
    index('customers_page').on(t.createdAt, t.id).where(sql`not ${t.isDeleted}`),
    // For the warning of a phone number that another customer has.
    index('customers_phone').on(t.phoneNumber).where(sql`not ${t.isDeleted}`).concurrently(),
    index().on(t.agentId),
    index().on(t.assignedAgentId),
    searchIndex('customers', t.searchText, [t.createdAt]).where(sql`not ${t.isDeleted}`),
    // For sorting by name and by reference.
    index('customers_name')
      .on(sql`(lower(first_name || ' ' || last_name) collate "C")`, t.id, t.firstName, t.lastName)
      .where(sql`not ${t.isDeleted}`),
    index('customers_reference').on(t.id).where(sql`not ${t.isDeleted}`),
    index('customers_inactive')
      .on(t.createdAt, t.id)
      .where(sql`not ${t.isActive} and not ${t.isDeleted}`)
      .concurrently(),
    index('customers_frozen')
      .on(t.createdAt, t.id)
      .where(sql`${t.isFrozen} and not ${t.isDeleted}`)
      .concurrently(),
  ],
)

export const hashedNumber = (column: SQLWrapper) => sql`${column} ~ '^[0-9a-f]{12}[.][A-Za-z0-9_-]{43}$'`
export const sealedNumber = (column: SQLWrapper) => sql`${column} ~ '^[0-9a-f]{12}[.][A-Za-z0-9_-]{52}$'`

/** BVN and NIN of customers, sealed (identity/seal.ts): in no list, search or file, and never in clear. */
export const customerIdentities = pgTable(
  'customer_identities',
  {
    customerId: ref()
      .primaryKey()
      .references(() => customers.id, { onDelete: 'cascade' }),
    bvn: text(),
    nin: text(),
    /** By which a guarantor with this BVN is found (`hashBvn`); null until a number of an earlier release is hashed. */
    bvnHash: text(),
  },
  (t) => [
    index('customer_identities_bvn_hash').on(t.bvnHash).where(sql`${t.bvnHash} is not null`),
    check('customer_identities_hash', hashedNumber(t.bvnHash)),
    check('customer_identities_bvn', sealedNumber(t.bvn)),
    check('customer_identities_nin', sealedNumber(t.nin)),
  ],
)

/** Row counts of long lists, maintained by triggers (migration 0054): counting a million rows is slow. */
export const rowCounts = pgTable('row_counts', {
  list: text({ enum: ['customers', 'guarantors'] }).primaryKey(),
  total: bigint({ mode: 'number' }).notNull().default(0),
})

/** Rows that came or went while another transaction was counting (migration 0054); added to the count by the next one that counts. */
export const rowCountChanges = pgTable('row_count_changes', {
  id: id(),
  list: text({ enum: ['customers', 'guarantors'] }).notNull(),
  change: bigint({ mode: 'number' }).notNull(),
})

/** Total balances of active savings and loans, stored as deltas that are merged at times (migration 0014). */
export const balanceSums = pgTable('balance_sums', {
  id: id(),
  of: text({ enum: ['savings', 'loan'] }).notNull(),
  amount: kobo().notNull(),
})

/**
 * Facts about this database. 'demo': it contains demo data (demo/isDemo.ts). 'identity key': the id of the key that seals
 * BVN and NIN (identity/checkKeys.ts). 'proven backup', 'backup begun': when (backup/state.ts, process/workers/backupWorker.ts).
 */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: text().notNull(),
})

/** The servers that run on this database, each renewing its row every few seconds (process/liveServers.ts). */
export const servers = pgTable('servers', {
  id: text().primaryKey(),
  seenAt: instant().notNull(),
  /** Such as `1.2.3`; a server of a release before 0.3.0 writes none. */
  release: text(),
})
