-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "savings_plan_ends" ON "savings" USING btree ("due_date","id") WHERE "savings"."status" = 'active' and "savings"."plan_end" <> 'carry-on';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "savings_history_cycle" ON "savings_history" USING btree ("cycle_id") WHERE "savings_history"."cycle_id" is not null;