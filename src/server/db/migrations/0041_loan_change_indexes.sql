-- no transaction
CREATE INDEX CONCURRENTLY "loan_changes_searched" ON "loan_changes" USING gin (replace("search_text", '-', 'x') gin_trgm_ops,name_grams("search_text"),(array[period_of("created_at")])) WITH (fastupdate=false);
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "loan_history_penalties" ON "loan_history" USING btree ("instalment_id") WHERE "loan_history"."kind" = 'penalty' and "loan_history"."reverses_id" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "loan_history_penalty";
