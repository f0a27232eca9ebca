-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customer_messages_unsent" ON "customer_messages" USING btree ("created_at","id","state") WHERE "customer_messages"."state" in ('off', 'failed');
