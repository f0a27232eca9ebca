-- no transaction
CREATE UNIQUE INDEX CONCURRENTLY "collection_lines_loan" ON "collection_lines" USING btree ("loan_id","collection_id") WHERE "collection_lines"."loan_id" is not null;