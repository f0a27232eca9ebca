-- no transaction
CREATE UNIQUE INDEX CONCURRENTLY "loan_history_penalty" ON "loan_history" USING btree ("instalment_id") WHERE "loan_history"."kind" = 'penalty';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "loan_repayment_schedule_day" ON "loan_repayment_schedule" USING btree ("due_date");
