DROP INDEX "loans_customer_id_index";--> statement-breakpoint
CREATE INDEX "guarantors_search" ON "guarantors" USING gin (("first_name" || ' ' || "last_name") gin_trgm_ops,"phone" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "loans_borrower" ON "loans" USING btree ("customer_id","disbursed_date","id");--> statement-breakpoint
CREATE INDEX "loans_search" ON "loans" USING gin ("reference" gin_trgm_ops);