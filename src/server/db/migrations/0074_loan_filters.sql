-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "loans_agent" ON "loans" USING btree ("agent_id","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "loans_loan_type" ON "loans" USING btree ("loan_type_id","created_at","id");