import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  index,
  integer,
  pgSequence,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { accountKinds } from './ledgerKinds'
import { createdAt, id, kobo, zeroKobo, ref, instant } from './columns'
import { admins, agents, customers } from './schema'

/** Numbers for all references (ledger/references.ts). */
export const referenceNumbers = pgSequence('reference_numbers')

/**
 * Balances are updated by the trigger on postings and by nothing else (migration 0003). Ids up to 100 are the business
 * accounts: accounts are locked from the highest id down, so the most contended ones come last.
 */
export const accounts = pgTable(
  'ledger_accounts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity({ startWith: 101 }),
    kind: text({ enum: accountKinds }).notNull(),
    /** 'MBW', 'customer 12', 'agent 12', or the reference of the saving or the loan it belongs to. */
    name: text().notNull().unique(),
    /** The wallet code in reports: one for each kind of wallet. */
    code: text().notNull(),
    /** 1 main, 2 profit, 3 transaction (rules.md, "Wallets"), 4 saving. */
    businessId: integer().unique(),
    customerId: ref().references(() => customers.id, { onDelete: 'cascade' }),
    /** The agent whose cash this is: the balance is negative by what the agent holds. */
    agentId: ref().references(() => agents.id, { onDelete: 'cascade' }),
    balance: kobo().notNull().default(zeroKobo),
    /** The part of a main wallet that pending withdrawals hold, of a savings wallet what secures loans. */
    held: kobo().notNull().default(zeroKobo),
    /** The number of postings: the `seq` of the last one. */
    postings: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.customerId),
    uniqueIndex('ledger_accounts_main_wallet').on(t.customerId).where(sql`${t.kind} = 'customer'`),
    uniqueIndex('ledger_accounts_agent').on(t.agentId).where(sql`${t.agentId} is not null`),
    check('ledger_accounts_kind', sql`${t.kind} in ('business', 'customer', 'savings', 'loan', 'outside')`),
    check(
      'ledger_accounts_owner',
      sql`(${t.kind} in ('customer', 'savings', 'loan')) = (${t.customerId} is not null)
        and (${t.kind} = 'business') = (${t.businessId} is not null)
        and (${t.kind} = 'outside' or ${t.agentId} is null)`,
    ),
    check(
      'ledger_accounts_hold',
      sql`${t.held} >= 0 and (${t.held} = 0 or ${t.kind} in ('customer', 'savings'))`,
    ),
    // The largest integer that JavaScript represents exactly.
    check('ledger_accounts_size', sql`abs(${t.balance}) <= 9007199254740991`),
    check('business_wallet_covered', sql`${t.kind} <> 'business' or ${t.balance} >= 0`),
    check('main_wallet_covered', sql`${t.kind} <> 'customer' or ${t.balance} >= ${t.held}`),
    check('savings_wallet_covered', sql`${t.kind} <> 'savings' or ${t.balance} >= ${t.held}`),
    check('loan_not_overpaid', sql`${t.kind} <> 'loan' or ${t.balance} >= 0`),
  ],
)

/** Append-only. One movement of money; its postings sum to zero. */
export const entries = pgTable(
  'ledger_entries',
  {
    id: id(),
    reference: text().notNull().unique(),
    kind: text().notNull(),
    madeAt: instant().notNull(),
    adminId: ref().references(() => admins.id),
    agentId: ref().references(() => agents.id),
    customerId: ref().references(() => customers.id),
    reason: text(),
    /** The `reference` of its change in the activity log: the idempotency key. */
    activityReference: text(),
    /** The entry whose postings this one mirrors. */
    reversesId: ref().references((): AnyPgColumn => entries.id),
    /** The day on which it counts, if that is a day before the one on which it was recorded (rules.md, "Day of collection"). */
    collectedOn: date({ mode: 'string' }),
  },
  (t) => [
    // For what counts on a day that was over when it was recorded.
    index('ledger_entries_collected_on')
      .on(t.collectedOn)
      .where(sql`${t.collectedOn} is not null`)
      .concurrently(),
    // One change makes one entry, even if its key is repeated after the stored reply was deleted.
    uniqueIndex('ledger_entries_change')
      .on(t.activityReference, t.adminId)
      .where(sql`${t.activityReference} is not null`),
    // No entry is reversed twice.
    uniqueIndex('ledger_entries_reversed')
      .on(t.reversesId)
      .where(sql`${t.reversesId} is not null`)
      .concurrently(),
    index('ledger_entries_reference_end').on(sql`reverse(${t.reference}) text_pattern_ops`),
  ],
)

/**
 * Append-only. One account's part in an entry; a positive amount is a credit. Duplicates its entry's fields, so that
 * reports over millions of rows read this table alone; the database checks that they match.
 */
export const postings = pgTable(
  'ledger_postings',
  {
    id: id(),
    entryId: ref()
      .notNull()
      .references(() => entries.id),
    accountId: ref()
      .notNull()
      .references(() => accounts.id),
    /** 1, 2, 3 … within the account, without gaps. */
    seq: bigint({ mode: 'number' }).notNull(),
    amount: kobo().notNull(),
    balanceBefore: kobo().generatedAlwaysAs(sql`balance_after - amount`),
    balanceAfter: kobo().notNull(),
    type: text({ enum: ['credit', 'debit'] }).generatedAlwaysAs(
      sql`case when amount > 0 then 'credit' else 'debit' end`,
    ),
    walletCode: text().notNull(),
    flow: text({ enum: ['payable', 'receivable'] }),
    reference: text().notNull(),
    /** The entry's kind. */
    source: text().notNull(),
    madeAt: instant().notNull(),
    adminId: ref(),
    agentId: ref(),
    customerId: ref(),
    /** The line of the books, where account and kind do not say it (migration "books"): penalties, an expense's category. */
    line: text(),
  },
  (t) => [
    unique('ledger_postings_chain').on(t.accountId, t.seq),
    index().on(t.entryId),
    // Covering indexes for the pages of reports (modules/transactions/handlers.ts).
    index('ledger_postings_account').on(t.accountId, t.madeAt, t.id, t.customerId),
    index('ledger_postings_flow').on(t.flow, t.madeAt, t.id, t.customerId).where(sql`${t.flow} is not null`),
    index('ledger_postings_flows').on(t.madeAt, t.id, t.customerId).where(sql`${t.flow} is not null`),
    index('ledger_postings_customer').on(t.customerId, t.flow, t.accountId, t.madeAt, t.id),
    index('ledger_postings_account_reference')
      .on(t.accountId, t.reference.op('text_pattern_ops'), t.madeAt, t.id)
      .where(sql`${t.flow} is null`),
    index('ledger_postings_flow_reference')
      .on(t.flow, t.reference.op('text_pattern_ops'), t.madeAt, t.id)
      .where(sql`${t.flow} is not null`),
    // For finding since when an agent holds cash (modules/cash/agents.ts).
    index('ledger_postings_agent_settled')
      .on(t.accountId, t.seq)
      .where(sql`${t.walletCode} = 'AGENT' and ${t.balanceAfter} >= 0`)
      .concurrently(),
    // For the journal of a period.
    index('ledger_postings_made').on(t.madeAt, t.id).concurrently(),
    check('ledger_postings_amount', sql`${t.amount} <> 0 and abs(${t.amount}) <= 9007199254740991`),
  ],
)
