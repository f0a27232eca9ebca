import { bigint, boolean, date, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { id, instant, kobo, ref } from './columns'

/**
 * One row for each run of `verify-ledger` that found nothing: what it had verified (ledger/checkpoints.ts). The rows of the two tables
 * below are those of the last one. Backups leave all three out: what is restored was not verified where it is now.
 */
export const ledgerCheckpoints = pgTable('ledger_checkpoints', {
  id: id(),
  madeAt: instant().notNull(),
  /** Whether it read everything, or what was newer than the checkpoint before. */
  isWhole: boolean().notNull(),
  /** In the whole ledger. */
  entries: bigint({ mode: 'number' }).notNull(),
  postings: bigint({ mode: 'number' }).notNull(),
  /** The highest ids that it saw; 0 without any. Lower ones may have come later. */
  lastEntryId: ref().notNull(),
  lastPostingId: ref().notNull(),
  lastCollectionId: ref().notNull(),
  /** All runs up to this id had ended. */
  lastRunId: ref().notNull(),
})

/** Where the verified part of an account ends. Without a foreign key: that the account is still there is checked too. */
export const verifiedAccounts = pgTable('verified_accounts', {
  accountId: ref().primaryKey(),
  /** The number of its postings: the `seq` of the last one. */
  postings: bigint({ mode: 'number' }).notNull(),
  balance: kobo().notNull(),
})

/** The kept sums of the postings that were verified. */
export const verifiedSums = pgTable(
  'verified_sums',
  {
    id: id(),
    of: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    agentId: ref(),
    amount: kobo().notNull(),
  },
  (t) => [unique('verified_sums_key').on(t.of, t.day, t.agentId).nullsNotDistinct()],
)
