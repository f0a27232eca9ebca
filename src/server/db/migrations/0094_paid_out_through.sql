-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "savings_payable" ON "savings" USING btree ("saving_type_id","paid_out_through") WHERE "savings"."status" = 'active';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "savings_payable_market" ON "savings" USING btree ("market_id","paid_out_through") WHERE "savings"."status" = 'active' and "savings"."market_id" is not null;
