-- last release: it does not read the view
-- Without a condition the first part is read in the order of its indexes, so a page of a long line needs no sorting. The line 'lent',
-- what loans owe in all, is no line of the chart.
CREATE OR REPLACE VIEW book_entries AS
	SELECT p.id, p.entry_id, CASE WHEN p.line IS NOT NULL THEN p.line WHEN p.source = 'Reversal'
			THEN book_line(p.wallet_code, (SELECT o.kind FROM ledger_entries e JOIN ledger_entries o ON o.id = e.reverses_id WHERE e.id = p.entry_id))
			ELSE book_line(p.wallet_code, p.source) END AS line,
		p.amount, p.made_at, p.source, p.reference, p.account_id, p.flow, p.admin_id, p.agent_id, p.customer_id
	FROM ledger_postings p
	UNION ALL
	SELECT -b.id, b.entry_id, b.line, b.amount, b.made_at, e.kind, e.reference,
		-- Parts are of the main wallet, or of the profit wallet.
		CASE WHEN b.line IN ('interest', 'penalties') THEN 2::bigint ELSE 1 END, NULL::text, e.admin_id, e.agent_id, e.customer_id
	FROM book_parts b JOIN ledger_entries e ON e.id = b.entry_id;
