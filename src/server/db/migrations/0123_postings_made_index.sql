-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ledger_postings_made" ON "ledger_postings" USING btree ("made_at","id");
