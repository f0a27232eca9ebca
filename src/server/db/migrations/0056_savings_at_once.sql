-- New savings wallets are added to the sums in one statement for all of them: an import opens hundreds of thousands. Written with casts
-- that are immutable, the function is inlined.
CREATE OR REPLACE FUNCTION deposit_rhythm(market_id bigint, deposit_type text, opened timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE
		WHEN market_id IS NOT NULL THEN 'market ' || market_id::text
		WHEN deposit_type = 'daily' THEN 'daily'
		WHEN deposit_type = 'weekly' THEN 'weekly ' || extract(isodow FROM timezone('Africa/Lagos', opened))::text
		ELSE 'monthly ' || extract(day FROM timezone('Africa/Lagos', opened))::text END
$$;
--> statement-breakpoint
-- Accounts and customers are locked as by the triggers of each row, from the highest id down as everybody does.
CREATE FUNCTION keep_sums_of_new_savings() RETURNS trigger LANGUAGE plpgsql
	SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
BEGIN
	PERFORM FROM ledger_accounts WHERE id IN (SELECT account_id FROM made WHERE status = 'active') ORDER BY id DESC FOR SHARE;
	INSERT INTO balance_sums ("of", amount)
		SELECT 'savings', sum(a.balance) FROM made m JOIN ledger_accounts a ON a.id = m.account_id
		WHERE m.status = 'active' HAVING sum(a.balance) <> 0;
	PERFORM FROM customers WHERE id IN (SELECT customer_id FROM made WHERE status = 'active') ORDER BY id DESC FOR SHARE;
	INSERT INTO sum_changes ("of", rhythm, amount)
		SELECT 'deposits', deposit_rhythm(m.market_id, m.deposit_type, m.created_at), sum(m.fixed_amount)
		FROM made m JOIN customers c ON c.id = m.customer_id
		WHERE m.status = 'active' AND c.is_active AND NOT c.is_deleted GROUP BY 2;
	RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER savings_sum ON "savings";--> statement-breakpoint
CREATE TRIGGER savings_sum AFTER DELETE OR UPDATE OF status, account_id ON "savings"
	FOR EACH ROW EXECUTE FUNCTION sum_account('status');
--> statement-breakpoint
DROP TRIGGER savings_sums ON "savings";--> statement-breakpoint
CREATE TRIGGER savings_sums
	AFTER DELETE OR UPDATE OF status, fixed_amount, customer_id, market_id, deposit_type, created_at ON "savings"
	FOR EACH ROW EXECUTE FUNCTION keep_sum_of_saving();
--> statement-breakpoint
CREATE TRIGGER savings_sums_new AFTER INSERT ON "savings" REFERENCING NEW TABLE AS made
	FOR EACH STATEMENT EXECUTE FUNCTION keep_sums_of_new_savings();
