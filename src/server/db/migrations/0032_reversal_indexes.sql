-- no transaction
CREATE UNIQUE INDEX CONCURRENTLY "ledger_entries_reversed" ON "ledger_entries" USING btree ("reverses_id") WHERE "ledger_entries"."reverses_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "savings_history_reversed" ON "savings_history" USING btree ("reverses_id") WHERE "savings_history"."reverses_id" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "reversals_searched" ON "reversals" USING gin (replace("search_text", '-', 'x') gin_trgm_ops,name_grams("search_text"),(array[period_of("created_at")])) WITH (fastupdate=false);