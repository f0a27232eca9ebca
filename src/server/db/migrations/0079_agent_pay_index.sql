-- no transaction
CREATE INDEX CONCURRENTLY "agent_statements_searched" ON "agent_statements" USING gin (replace("search_text", '-', 'x') gin_trgm_ops,name_grams("search_text"),(array[period_of("created_at")])) WITH (fastupdate=false);
