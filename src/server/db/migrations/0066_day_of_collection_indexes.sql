-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ledger_entries_collected_on" ON "ledger_entries" USING btree ("collected_on") WHERE "ledger_entries"."collected_on" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "loan_history_corrections" ON "loan_history" USING btree ("loan_id") WHERE "loan_history"."kind" = 'correction';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "loan_history_collected_on" ON "loan_history" USING btree ("collected_on") WHERE "loan_history"."collected_on" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "savings_history_collected_on" ON "savings_history" USING btree ("collected_on") WHERE "savings_history"."collected_on" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "savings_history_late" ON "savings_history" USING btree ("savings_id") WHERE "savings_history"."collected_on" is not null or "savings_history"."reverses_id" is not null;