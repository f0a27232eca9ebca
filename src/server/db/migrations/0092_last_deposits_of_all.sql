-- no transaction
-- A row for each active wallet. Each batch commits by itself and locks its rows for a moment; a change meanwhile is counted after it.
DO $$
DECLARE
	done_to bigint := 0;
	ids bigint[];
BEGIN
	LOOP
		SELECT array_agg(id), max(id) INTO ids, done_to FROM (
			SELECT id FROM "savings" WHERE id > done_to ORDER BY id LIMIT 1000 FOR SHARE) rows;
		EXIT WHEN ids IS NULL;
		INSERT INTO last_deposits (id, day, since) SELECT id, day, since FROM last_deposits_of(ids) ON CONFLICT DO NOTHING;
		COMMIT;
	END LOOP;
END $$;
