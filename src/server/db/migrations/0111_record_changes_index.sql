-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "admin_activity_reference" ON "admin_activity" USING btree ("reference");
