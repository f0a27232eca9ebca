-- no transaction
-- One change makes one ledger entry: its idempotency key stands on the entry, once.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "ledger_entries_change" ON "ledger_entries" USING btree ("activity_reference","admin_id") WHERE "ledger_entries"."activity_reference" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "ledger_entries_activity_reference_index";
