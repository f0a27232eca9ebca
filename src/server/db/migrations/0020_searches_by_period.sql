-- no transaction
CREATE INDEX CONCURRENTLY "agent_activity_searched" ON "agent_activity" USING gin (replace(lower("action"), '-', 'x') gin_trgm_ops,name_grams(lower("action")),(array[period_of("created_at")])) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "admin_activity_searched" ON "admin_activity" USING gin (replace("search_text", '-', 'x') gin_trgm_ops,name_grams("search_text"),(array[period_of("created_at")])) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_searched" ON "customers" USING gin (replace("search_text", '-', 'x') gin_trgm_ops,name_grams("search_text"),(array[period_of("created_at")])) WITH (fastupdate=false) WHERE not "customers"."is_deleted";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customer_reassignments_searched" ON "customer_reassignments" USING gin (replace("search_text", '-', 'x') gin_trgm_ops,name_grams("search_text"),(array[period_of("created_at")])) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "savings_searched" ON "savings" USING gin (replace("search_text", '-', 'x') gin_trgm_ops,name_grams("search_text"),(array[period_of("created_at")])) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "withdrawals_searched" ON "withdrawals" USING gin (replace("search_text", '-', 'x') gin_trgm_ops,name_grams("search_text"),(array[period_of("created_at")])) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "guarantors_searched" ON "guarantors" USING gin (replace("search_text", '-', 'x') gin_trgm_ops,name_grams("search_text"),(array[period_of("created_at")])) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "loans_searched" ON "loans" USING gin (replace("search_text", '-', 'x') gin_trgm_ops,name_grams("search_text"),(array[period_of("created_at"), period_of("disbursed_date")])) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "loans_amount" ON "loans" USING btree ("amount","id","disbursed_date");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "admin_activity_text";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "admin_activity_letters";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "customers_search";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "customers_letters";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "customer_reassignments_text";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "customer_reassignments_letters";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "savings_text";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "savings_letters";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "withdrawals_text";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "withdrawals_letters";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "guarantors_text";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "guarantors_letters";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "loans_text";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "loans_letters";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "loans_disbursed_amount";
