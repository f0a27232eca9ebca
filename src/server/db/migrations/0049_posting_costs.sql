-- The same sums with less work for each posting. Postings that count alike are added up first: a sheet of 300 lines has a few kinds of
-- them. A sum counts amounts of one sign only.
CREATE OR REPLACE FUNCTION keep_sums_of_postings() RETURNS trigger LANGUAGE plpgsql
	SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
BEGIN
	INSERT INTO sum_changes ("of", day, agent_id, amount)
		SELECT s."of", s.day, s.agent_id, sum(s.amount)
		FROM (SELECT a.kind AS account_kind, a.code, coalesce(o.kind, e.kind) AS kind, e.made_at, a.agent_id, sum(t.amount)::bigint AS change
			FROM taken t
			JOIN ledger_accounts a ON a.id = t.account_id
			JOIN ledger_entries e ON e.id = t.entry_id
			LEFT JOIN ledger_entries o ON o.id = e.reverses_id
			GROUP BY 1, 2, 3, 4, 5, t.amount < 0) t
		CROSS JOIN LATERAL sums_of_posting(t.account_kind, t.code, t.kind, t.made_at, t.agent_id, t.change) s
		GROUP BY 1, 2, 3;
	IF (SELECT max(entry_id) / 500 > (min(entry_id) - 1) / 500 FROM taken) THEN
		PERFORM sum_up_changes();
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- What is owed on open loans changes in one statement for all accounts of the change.
CREATE OR REPLACE FUNCTION keep_owed() RETURNS trigger LANGUAGE plpgsql
	SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
BEGIN
	UPDATE open_loans o SET owed = c.balance
		FROM changed c JOIN loans l ON l.account_id = c.id
		WHERE c.kind = 'loan' AND o.loan_id = l.id AND o.owed <> c.balance;
	RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER ledger_accounts_owed ON "ledger_accounts";--> statement-breakpoint
CREATE TRIGGER ledger_accounts_owed AFTER UPDATE ON "ledger_accounts"
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_owed();
--> statement-breakpoint
-- Repayments set the next due date of each loan, also where it stays.
DROP TRIGGER loans_open ON "loans";--> statement-breakpoint
CREATE TRIGGER loans_open AFTER INSERT OR DELETE ON "loans" FOR EACH ROW EXECUTE FUNCTION keep_open_loan();
--> statement-breakpoint
CREATE TRIGGER loans_open_changed AFTER UPDATE OF next_due, account_id, rescheduled_date ON "loans" FOR EACH ROW
	WHEN ((NEW.next_due, NEW.account_id, NEW.rescheduled_date) IS DISTINCT FROM (OLD.next_due, OLD.account_id, OLD.rescheduled_date))
	EXECUTE FUNCTION keep_open_loan();
