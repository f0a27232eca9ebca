-- no transaction
CREATE INDEX CONCURRENTLY "open_loans_agent" ON "open_loans" USING btree ("agent_id");