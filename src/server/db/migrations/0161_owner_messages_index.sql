-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customer_messages_closing" ON "customer_messages" USING btree ("closing_id") WHERE "customer_messages"."closing_id" is not null;
