-- no transaction
CREATE INDEX CONCURRENTLY "customers_phone" ON "customers" USING btree ("phone_number") WHERE not "customers"."is_deleted";
