-- no transaction
CREATE INDEX CONCURRENTLY "admin_activity_subject" ON "admin_activity" USING btree ("subject");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "admin_activity_failed_sign_ins" ON "admin_activity" USING btree ("admin_id","created_at") WHERE action in ('session.adminLogin', 'session.loginToken') and status = 'refused';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "admin_activity_text" ON "admin_activity" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "admin_activity_letters" ON "admin_activity" USING gin (name_grams("search_text"));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "admin_activity_search";
