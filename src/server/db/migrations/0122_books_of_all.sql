-- no transaction
-- What was posted before the books: each batch commits by itself, and is counted once, also after a stop.
DO $$
DECLARE
	done_to bigint;
	last_id bigint;
	ids bigint[];
BEGIN
	SELECT value::bigint INTO last_id FROM settings WHERE name = 'books_through';
	LOOP
		SELECT value::bigint INTO done_to FROM settings WHERE name = 'books_counted' FOR UPDATE;
		EXIT WHEN done_to >= last_id;
		INSERT INTO sum_changes ("of", day, amount)
			SELECT 'books ' || l.line, l.day, sum(l.amount) FROM (
				SELECT coalesce(p.line, book_line(p.wallet_code, coalesce(o.kind, p.source))) AS line,
					timezone('Africa/Lagos', p.made_at)::date AS day, p.amount
				FROM ledger_postings p
				LEFT JOIN ledger_entries e ON p.source = 'Reversal' AND e.id = p.entry_id
				LEFT JOIN ledger_entries o ON o.id = e.reverses_id
				WHERE p.id > done_to AND p.id <= least(done_to + 100000, last_id)) l
			GROUP BY l.line, l.day HAVING sum(l.amount) <> 0;
		SELECT array_agg(DISTINCT p.entry_id) INTO ids FROM ledger_postings p
			WHERE p.id > done_to AND p.id <= least(done_to + 100000, last_id) AND p.source IN ('Loan write-off', 'Opening balance',
				'Loan repayment', 'Loan settlement', 'Loan set-off', 'Loan correction', 'Reversal');
		IF ids IS NOT NULL THEN
			INSERT INTO book_parts (entry_id, line, amount, made_at)
				SELECT entry_id, line, amount, made_at FROM book_parts_of(ids) ON CONFLICT (entry_id, line) DO NOTHING;
		END IF;
		UPDATE settings SET value = least(done_to + 100000, last_id)::text WHERE name = 'books_counted';
		PERFORM sum_up_changes();
		COMMIT;
	END LOOP;
END $$;
