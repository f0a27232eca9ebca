-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_frozen" ON "customers" USING btree ("created_at","id") WHERE "customers"."is_frozen" and not "customers"."is_deleted";
