-- no transaction
CREATE INDEX CONCURRENTLY "cash_differences_searched" ON "cash_differences" USING gin (replace("search_text", '-', 'x') gin_trgm_ops,name_grams("search_text"),(array[period_of("created_at")])) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "remittances_searched" ON "remittances" USING gin (replace("search_text", '-', 'x') gin_trgm_ops,name_grams("search_text"),(array[period_of("created_at")])) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "ledger_postings_agent_settled" ON "ledger_postings" USING btree ("account_id","seq") WHERE "ledger_postings"."wallet_code" = 'AGENT' and "ledger_postings"."balance_after" >= 0;
