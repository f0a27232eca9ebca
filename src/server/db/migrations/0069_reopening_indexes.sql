-- no transaction
-- last release: it writes no round, so that an instalment gets one penalty of it
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "loan_history_penalties_by_round" ON "loan_history" USING btree ("instalment_id","round") WHERE "loan_history"."kind" = 'penalty' and "loan_history"."reverses_id" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "loan_history_penalties";
