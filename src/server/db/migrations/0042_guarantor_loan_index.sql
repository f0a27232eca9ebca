-- no transaction
CREATE INDEX CONCURRENTLY "guarantors_loan" ON "guarantors" USING btree ("loan_id");