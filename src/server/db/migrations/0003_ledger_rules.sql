-- The rules of the ledger that constraints can't say, by hand. refuse_change() stands in migration 0000.
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_postings"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- An account changes only from inside a trigger: by a posting, a hold, or with the customer it goes with.
CREATE FUNCTION ledger_refuse_by_hand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'balances are kept by the ledger' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_by_postings BEFORE UPDATE OR DELETE ON "ledger_accounts"
	FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_refuse_by_hand();
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_no_truncate BEFORE TRUNCATE ON "ledger_accounts"
	FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_by_hand();
--> statement-breakpoint
CREATE FUNCTION ledger_open_empty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM opened WHERE balance <> 0 OR held <> 0 OR postings <> 0) THEN
		RAISE EXCEPTION 'an account is opened empty' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_open_empty AFTER INSERT ON "ledger_accounts" REFERENCING NEW TABLE AS opened
	FOR EACH STATEMENT EXECUTE FUNCTION ledger_open_empty();
--> statement-breakpoint
-- The postings of an entry come in one statement, sum to zero, say what their entry and account say, and go on
-- where the last posting of each account ended. Then, and only then, the balances move.
CREATE FUNCTION ledger_take_postings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	at_fault text;
BEGIN
	-- From the highest id down, as everybody does: no two transactions wait for each other.
	PERFORM FROM ledger_accounts WHERE id IN (SELECT account_id FROM taken) ORDER BY id DESC FOR NO KEY UPDATE;

	-- min() rather than LIMIT: with a limit the planner bets on an early find, and there is none.
	SELECT min(e.reference) INTO at_fault FROM (
		SELECT min(t.reference) AS reference FROM taken t GROUP BY t.entry_id
			HAVING sum(t.amount) <> 0
				OR count(*) <> (SELECT count(*) FROM ledger_postings p WHERE p.entry_id = t.entry_id)
	) e;
	IF at_fault IS NOT NULL THEN
		RAISE EXCEPTION 'entry % does not balance', at_fault
			USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_balanced', TABLE = TG_TABLE_NAME;
	END IF;

	SELECT min(t.reference) INTO at_fault
		FROM taken t
		JOIN ledger_entries e ON e.id = t.entry_id
		JOIN ledger_accounts a ON a.id = t.account_id
		WHERE (t.reference, t.source, t.made_at) <> (e.reference, e.kind, e.made_at)
			OR (t.admin_id, t.agent_id, t.customer_id) IS DISTINCT FROM (e.admin_id, e.agent_id, e.customer_id)
			OR t.wallet_code <> a.code
			OR t.flow IS DISTINCT FROM CASE a.kind
				WHEN 'customer' THEN 'payable' WHEN 'savings' THEN 'payable' WHEN 'loan' THEN 'receivable' END;
	IF at_fault IS NOT NULL THEN
		RAISE EXCEPTION 'a posting of % differs from its entry or account', at_fault
			USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_faithful', TABLE = TG_TABLE_NAME;
	END IF;

	SELECT min(c.reference) INTO at_fault FROM (
		SELECT t.reference, t.seq, t.balance_after,
			a.postings + row_number() OVER account AS next_seq,
			a.balance + sum(t.amount) OVER account AS next_balance
		FROM taken t JOIN ledger_accounts a ON a.id = t.account_id
		WINDOW account AS (PARTITION BY t.account_id ORDER BY t.seq)
	) c WHERE (c.seq, c.balance_after) <> (c.next_seq, c.next_balance);
	IF at_fault IS NOT NULL THEN
		RAISE EXCEPTION 'a posting of % does not follow the last one of its account', at_fault
			USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_chained', TABLE = TG_TABLE_NAME;
	END IF;

	UPDATE ledger_accounts a SET balance = a.balance + t.total, postings = a.postings + t.lines
		FROM (SELECT account_id, sum(amount) AS total, count(*) AS lines FROM taken GROUP BY account_id) t
		WHERE a.id = t.account_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_postings_taken AFTER INSERT ON "ledger_postings" REFERENCING NEW TABLE AS taken
	FOR EACH STATEMENT EXECUTE FUNCTION ledger_take_postings();
--> statement-breakpoint
-- At commit no entry is without its postings: at least two, and zero in sum.
CREATE FUNCTION ledger_check_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (SELECT count(*) < 2 OR sum(amount) <> 0 FROM ledger_postings WHERE entry_id = NEW.id) THEN
		RAISE EXCEPTION 'entry % does not balance', NEW.reference
			USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_balanced', TABLE = TG_TABLE_NAME;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entries_balanced AFTER INSERT ON "ledger_entries"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_entry();
--> statement-breakpoint
-- Every customer has a main wallet, whoever entered the customer.
CREATE FUNCTION open_main_wallets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO ledger_accounts (kind, name, code, customer_id, created_at)
		SELECT 'customer', 'customer ' || id, 'CMW', id, created_at FROM joined ORDER BY id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER customers_main_wallet AFTER INSERT ON "customers" REFERENCING NEW TABLE AS joined
	FOR EACH STATEMENT EXECUTE FUNCTION open_main_wallets();
--> statement-breakpoint
INSERT INTO ledger_accounts (kind, name, code, customer_id, created_at)
	SELECT 'customer', 'customer ' || id, 'CMW', id, created_at FROM customers ORDER BY id;
--> statement-breakpoint
-- A pending withdrawal holds its amount in the main wallet; a decided one never changes.
CREATE FUNCTION hold_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	change bigint := CASE WHEN NEW.status = 'pending' THEN NEW.amount ELSE 0 END;
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF (NEW.id, NEW.reference, NEW.customer_id, NEW.amount, NEW.requested_by, NEW.created_at)
				<> (OLD.id, OLD.reference, OLD.customer_id, OLD.amount, OLD.requested_by, OLD.created_at)
			OR OLD.status <> 'pending' AND (OLD.entry_id IS NOT NULL OR (NEW.status, NEW.decided_by, NEW.decided_at)
				<> (OLD.status, OLD.decided_by, OLD.decided_at)) THEN
			RAISE EXCEPTION 'a withdrawal is decided once' USING ERRCODE = 'restrict_violation';
		END IF;
		change := change - CASE WHEN OLD.status = 'pending' THEN OLD.amount ELSE 0 END;
	END IF;
	IF change <> 0 THEN
		UPDATE ledger_accounts SET held = held + change WHERE kind = 'customer' AND customer_id = NEW.customer_id;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER withdrawals_hold AFTER INSERT OR UPDATE ON "withdrawals"
	FOR EACH ROW EXECUTE FUNCTION hold_withdrawal();
--> statement-breakpoint
CREATE TRIGGER withdrawals_keep BEFORE DELETE OR TRUNCATE ON "withdrawals"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- At commit an approved withdrawal has been paid.
CREATE FUNCTION check_withdrawal_paid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM withdrawals WHERE id = NEW.id AND status = 'approved' AND entry_id IS NULL) THEN
		RAISE EXCEPTION 'withdrawal % is approved and has no entry', NEW.reference
			USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawal_paid', TABLE = TG_TABLE_NAME;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER withdrawals_paid AFTER INSERT OR UPDATE ON "withdrawals"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_withdrawal_paid();
