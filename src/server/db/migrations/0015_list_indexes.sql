-- no transaction
CREATE INDEX CONCURRENTLY "customers_letters" ON "customers" USING gin (name_grams("search_text")) WHERE not "customers"."is_deleted";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_name" ON "customers" USING btree ((lower(first_name || ' ' || last_name) collate "C"),"id","first_name","last_name") WHERE not "customers"."is_deleted";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_reference" ON "customers" USING btree ("id") WHERE not "customers"."is_deleted";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customer_reassignments_text" ON "customer_reassignments" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customer_reassignments_letters" ON "customer_reassignments" USING gin (name_grams("search_text"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "savings_active" ON "savings" USING btree ("created_at","id") WHERE "savings"."status" = 'active';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "savings_active_fixed_amount" ON "savings" USING btree ("fixed_amount","id") WHERE "savings"."status" = 'active';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "savings_active_due" ON "savings" USING btree ("due_date","id") WHERE "savings"."status" = 'active';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "savings_text" ON "savings" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "savings_letters" ON "savings" USING gin (name_grams("search_text"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "savings_history_page" ON "savings_history" USING btree ("created_at","id","savings_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "savings_history_amount" ON "savings_history" USING btree ((case when kind in ('deposit', 'interest') then amount else -amount end),"id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "savings_history_reference" ON "savings_history" USING btree ("reference" text_pattern_ops,"created_at","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "withdrawals_amount_order" ON "withdrawals" USING btree ("amount","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "withdrawals_status_order" ON "withdrawals" USING btree ("status","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "withdrawals_text" ON "withdrawals" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "withdrawals_letters" ON "withdrawals" USING gin (name_grams("search_text"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "guarantors_name" ON "guarantors" USING btree ((lower(first_name || ' ' || last_name) collate "C"),"id","first_name","last_name");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "guarantors_text" ON "guarantors" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "guarantors_letters" ON "guarantors" USING gin (name_grams("search_text"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "loan_history_page" ON "loan_history" USING btree ("created_at","id","loan_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "loan_history_amount" ON "loan_history" USING btree ("amount","id","loan_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "loan_history_repayment" ON "loan_history" USING btree ("repayment","id","loan_id") WHERE "loan_history"."kind" = 'repayment';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "loans_text" ON "loans" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "loans_letters" ON "loans" USING gin (name_grams("search_text"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "loans_application_amount" ON "loans" USING btree ("application_status","amount","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "loans_amount_order" ON "loans" USING btree ("loan_status","amount","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "loans_maturity_order" ON "loans" USING btree ("loan_status","maturity_date","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "loans_disbursed_amount" ON "loans" USING btree ("amount","id") WHERE "loans"."disbursed_date" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "customer_reassignments_search";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "savings_history_created_at_id_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "guarantors_search";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "loan_history_created_at_id_index";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "loans_search";
