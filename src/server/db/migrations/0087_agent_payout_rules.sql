-- For every writer: a withdrawal that an agent pays is settled once, and keeps what it was until then but for its day.
CREATE FUNCTION keep_agent_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.reason <> OLD.reason AND public.only_erases(
		(SELECT customer_id FROM public.withdrawals WHERE id = OLD.withdrawal_id), to_jsonb(OLD), to_jsonb(NEW), ARRAY['reason']) THEN
		RETURN NEW;
	END IF;
	IF OLD.state <> 'to pay' OR (NEW.id, NEW.withdrawal_id, NEW.created_at) <> (OLD.id, OLD.withdrawal_id, OLD.created_at) THEN
		RAISE EXCEPTION 'the payment of withdrawal % is settled once', OLD.withdrawal_id USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER agent_payouts_settled_once BEFORE UPDATE ON "agent_payouts"
	FOR EACH ROW EXECUTE FUNCTION keep_agent_payout();
--> statement-breakpoint
CREATE TRIGGER agent_payouts_keep BEFORE DELETE OR TRUNCATE ON "agent_payouts"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- At commit the withdrawal's entry has put its amount on TO-PAY, and what settles it has taken it off.
CREATE FUNCTION check_agent_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (
		SELECT FROM withdrawals w
		JOIN ledger_accounts a ON a.name = 'TO-PAY'
		JOIN ledger_postings p ON p.entry_id = w.entry_id AND p.account_id = a.id AND p.amount = w.amount
		WHERE w.id = NEW.withdrawal_id AND (NEW.entry_id IS NULL OR EXISTS (
			SELECT FROM ledger_postings s
			WHERE s.entry_id = NEW.entry_id AND s.account_id = a.id AND s.amount = -w.amount AND s.customer_id = w.customer_id))
	) THEN
		RAISE EXCEPTION 'withdrawal % is not paid as its entries say', NEW.withdrawal_id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'agent_payout_posted', TABLE = TG_TABLE_NAME;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER agent_payouts_posted AFTER INSERT OR UPDATE ON "agent_payouts"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_agent_payout();
