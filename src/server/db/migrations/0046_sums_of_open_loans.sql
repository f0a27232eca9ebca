-- What is owed on open loans, and how many they are, by the day on which their oldest unpaid instalment is due: how late they are
-- follows from today's date, and nothing is written when a day begins.
CREATE FUNCTION keep_sums_of_open_loans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		DELETE FROM kept_sums WHERE "of" IN ('owed', 'open');
		DELETE FROM sum_changes WHERE "of" IN ('owed', 'open');
	ELSIF TG_OP = 'INSERT' THEN
		INSERT INTO sum_changes ("of", day, amount)
			SELECT 'owed', next_due, sum(owed) FROM come GROUP BY 2
			UNION ALL SELECT 'open', next_due, count(*) FROM come GROUP BY 2;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO sum_changes ("of", day, amount)
			SELECT 'owed', next_due, -sum(owed) FROM gone GROUP BY 2
			UNION ALL SELECT 'open', next_due, -count(*) FROM gone GROUP BY 2;
	ELSE
		INSERT INTO sum_changes ("of", day, amount)
			SELECT s."of", s.day, sum(s.amount) FROM (
				SELECT 'owed', next_due, owed FROM come UNION ALL SELECT 'owed', next_due, -owed FROM gone
				UNION ALL SELECT 'open', next_due, 1 FROM come UNION ALL SELECT 'open', next_due, -1 FROM gone) s ("of", day, amount)
			GROUP BY 1, 2 HAVING sum(s.amount) <> 0;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER open_loans_sums_new AFTER INSERT ON "open_loans" REFERENCING NEW TABLE AS come
	FOR EACH STATEMENT EXECUTE FUNCTION keep_sums_of_open_loans();
--> statement-breakpoint
CREATE TRIGGER open_loans_sums AFTER UPDATE ON "open_loans" REFERENCING OLD TABLE AS gone NEW TABLE AS come
	FOR EACH STATEMENT EXECUTE FUNCTION keep_sums_of_open_loans();
--> statement-breakpoint
CREATE TRIGGER open_loans_sums_gone AFTER DELETE ON "open_loans" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION keep_sums_of_open_loans();
--> statement-breakpoint
CREATE TRIGGER open_loans_sums_none AFTER TRUNCATE ON "open_loans"
	FOR EACH STATEMENT EXECUTE FUNCTION keep_sums_of_open_loans();
--> statement-breakpoint
INSERT INTO kept_sums ("of", day, amount)
	SELECT 'owed', next_due, sum(owed) FROM open_loans GROUP BY 2
	UNION ALL SELECT 'open', next_due, count(*) FROM open_loans GROUP BY 2;
