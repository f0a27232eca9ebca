-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_inactive" ON "customers" USING btree ("created_at","id") WHERE not "customers"."is_active" and not "customers"."is_deleted";--> statement-breakpoint
-- A row for each customer. Each batch commits by itself and locks its rows for a moment; a change meanwhile is counted after it.
DO $$
DECLARE
	done_to bigint := 0;
	ids bigint[];
BEGIN
	LOOP
		SELECT array_agg(id), max(id) INTO ids, done_to FROM (
			SELECT id FROM "customers" WHERE id > done_to AND NOT is_deleted ORDER BY id LIMIT 1000 FOR SHARE) rows;
		EXIT WHEN ids IS NULL;
		INSERT INTO customer_debts (id, created_at, is_active, name_key)
			SELECT id, created_at, is_active, lower(first_name || ' ' || last_name) FROM customers WHERE id = ANY (ids) ON CONFLICT DO NOTHING;
		PERFORM count_debt(customer_id) FROM (SELECT DISTINCT customer_id FROM open_loans WHERE customer_id = ANY (ids) ORDER BY 1 DESC) owing;
		COMMIT;
	END LOOP;
END $$;
