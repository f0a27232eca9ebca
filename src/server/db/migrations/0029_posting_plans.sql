-- A connection keeps the plan of a trigger's query from its first run, however large the tables grow and however few rows
-- the next statement inserts. Planned for a sheet of 300 lines, a hash join would read all entries and accounts for each
-- later posting. The rows that are inserted are few, and each is looked up by an index.
ALTER FUNCTION ledger_take_postings() SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION sum_postings() SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off;
