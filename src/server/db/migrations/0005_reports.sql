DROP INDEX "ledger_postings_account_id_made_at_id_index";--> statement-breakpoint
DROP INDEX "ledger_postings_customer_id_made_at_id_index";--> statement-breakpoint
DROP INDEX "ledger_postings_reference_index";--> statement-breakpoint
DROP INDEX "ledger_postings_flow";--> statement-breakpoint
CREATE INDEX "ledger_entries_reference_end" ON "ledger_entries" USING btree (reverse("reference") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "ledger_postings_account" ON "ledger_postings" USING btree ("account_id","made_at","id","customer_id");--> statement-breakpoint
CREATE INDEX "ledger_postings_flows" ON "ledger_postings" USING btree ("made_at","id","customer_id") WHERE "ledger_postings"."flow" is not null;--> statement-breakpoint
CREATE INDEX "ledger_postings_customer" ON "ledger_postings" USING btree ("customer_id","flow","account_id","made_at","id");--> statement-breakpoint
CREATE INDEX "ledger_postings_account_reference" ON "ledger_postings" USING btree ("account_id","reference" text_pattern_ops) WHERE "ledger_postings"."flow" is null;--> statement-breakpoint
CREATE INDEX "ledger_postings_flow_reference" ON "ledger_postings" USING btree ("flow","reference" text_pattern_ops) WHERE "ledger_postings"."flow" is not null;--> statement-breakpoint
CREATE INDEX "loans_disbursed" ON "loans" USING btree ("disbursed_date","id") WHERE "loans"."disbursed_date" is not null;--> statement-breakpoint
CREATE INDEX "ledger_postings_flow" ON "ledger_postings" USING btree ("flow","made_at","id","customer_id") WHERE "ledger_postings"."flow" is not null;