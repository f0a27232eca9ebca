-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "import_records_record" ON "import_records" USING btree ("record_id");